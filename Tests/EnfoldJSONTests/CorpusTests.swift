// The reader against the corpus.

import EnfoldJSON
import Testing

struct CorpusTests {
  @Test(arguments: accepted)
  func whatIsJSONIsAccepted(text: String) throws {
    #expect(skipOutcome(Array(text.utf8)) == "ok")
    _ = try JSONValue(parsing: text)
  }

  @Test(arguments: refused.indices)
  func whatIsNotJSONIsRefusedAtTheFirstByteThatCannotContinue(index: Int) {
    let (text, offset) = refused[index]
    #expect(skipOutcome(Array(text.utf8)) == "syntax \(offset)", "\(text.debugDescription)")
    #expect(decoded(JSONValue.self, text) == "syntax \(offset)", "\(text.debugDescription)")
  }

  @Test(arguments: free.indices)
  func whatIsFreeIsReadAsDocumented(index: Int) {
    let (text, reading) = free[index]
    #expect(decoded(JSONValue.self, text) == reading)
    #expect(skipOutcome(Array(text.utf8)) == "ok")
  }

  @Test(arguments: invalidUTF8.indices, [0, 1, 7, 8, 20])
  func whatIsNotUTF8IsRefusedAtItsFirstBadByte(index: Int, padding: Int) {
    let (bytes, offset) = invalidUTF8[index]
    let before = [UInt8(ascii: "\"")] + [UInt8](repeating: UInt8(ascii: "a"), count: padding)
    let inside = before + bytes + Array("\"        ".utf8)
    #expect(skipOutcome(inside) == "syntax \(before.count + offset)", "\(bytes)")
    let inKey = [UInt8(ascii: "{")] + before + bytes + Array("\":1}".utf8)
    #expect(skipOutcome(inKey) == "syntax \(1 + before.count + offset)", "\(bytes)")
    #expect(skipOutcome(before + bytes).hasPrefix("syntax"))
  }

  @Test(arguments: validUTF8, [0, 6, 7, 8])
  func everyLengthOfUTF8IsAccepted(bytes: [UInt8], padding: Int) throws {
    let text = [UInt8](repeating: UInt8(ascii: "a"), count: padding) + bytes
    let quoted = [UInt8(ascii: "\"")] + text + [UInt8(ascii: "\"")]
    #expect(skipOutcome(quoted) == "ok")
    let string = try quoted.withUnsafeBytes { buffer in try JSON.decode(String.self, from: buffer) }
    #expect(Array(string.utf8) == text)
  }

  @Test
  func everyPrefixOfATextIsRefusedAtItsEndOrIsATextItself() {
    let text = #" {"a\u00e9\ud83d\ude00é😀":[1,-2.5e+3,true,false,null,"x\n"],"b":{"c":[]}} "#
    let bytes = Array(text.utf8)
    for count in 0..<bytes.count - 1 {
      #expect(skipOutcome(Array(bytes[..<count])) == "syntax \(count)")
    }
    #expect(skipOutcome(bytes) == "ok")
  }

  @Test
  func bytesBehindTheErrorDoNotMoveIt() {
    for (text, offset) in refused where offset < text.utf8.count {
      let bytes = Array(text.utf8)
      #expect(skipOutcome(Array(bytes[...offset])) == "syntax \(offset)", "\(text.debugDescription)")
      #expect(skipOutcome(bytes + Array("]}\"00".utf8)) == "syntax \(offset)", "\(text.debugDescription)")
    }
  }

  @Test
  func noByteStringTraps() {
    var random = SeededGenerator(seed: 7)
    let alphabet = Array("{}[]\",:\\u0123456789abcdefDn.-+eE tru\u{80}\u{C3}".utf8) + [0xFF, 0x00, 0xED, 0xF4]
    for _ in 0..<20_000 {
      let bytes = (0..<Int.random(in: 0...24, using: &random)).map { _ in alphabet.randomElement(using: &random) ?? 0 }
      let skipped = skipOutcome(bytes)
      let value = outcome(bytes) { (reader) throws(JSONError) in try JSONValue(json: &reader) }
      if skipped == "ok" { #expect(value == "ok" || value.hasPrefix("mismatch")) } else { #expect(value != "ok") }
    }
  }
}
