// Strings are scanned in words of eight bytes: what matters is found at every place of a word, and at the text's end.

import EnfoldJSON
import Testing

@Suite("Strings: places in words")
struct StringPlaceTests {
  @Test(
    "every piece is read at every place of strings of every length",
    arguments: [
      ("a", #"\u0061"#), ("é", "é"), ("😀", "😀"), ("\n", #"\n"#), ("\"", #"\""#), ("\u{7F}", "\u{7F}"),
      ("😀", #"\ud83d\ude00"#),
    ])
  func pieces(piece: String, written: String) throws {
    for length in 0...26 {
      for place in 0...length {
        let before = String(repeating: "x", count: place)
        let after = String(repeating: "y", count: length - place)
        for rest in ["", "   ", "            "] {
          let text = "\"\(before)\(written)\(after)\"\(rest)"
          #expect(try JSON.decode(String.self, from: text) == before + piece + after)
          #expect(try JSON.decode([String: Bool].self, from: "{\(text):true}") == [before + piece + after: true])
        }
      }
    }
  }

  @Test("long strings of escapes are read like short ones")
  func longStrings() throws {
    for count in [60, 64, 65, 66, 1_000] {
      let text = String(repeating: "x", count: count)
      #expect(try JSON.decode(String.self, from: "\"\(text)\\t\(text)\"") == text + "\t" + text)
    }
  }

  @Test(
    "every wrong byte is found at every place",
    arguments: [[0x00], [0x1F], [0x0A], [0x80], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF5], [0x5C, 0x78]] as [[UInt8]])
  func wrongBytes(bytes: [UInt8]) {
    for length in 0...26 {
      for place in 0...length {
        var text = Array("\"\(String(repeating: "x", count: length))\"".utf8)
        text.insert(contentsOf: bytes, at: 1 + place)
        let wrong = bytes == [0xED, 0xA0, 0x80] || bytes[0] == 0x5C ? 1 : 0
        #expect(skipOutcome(text) == "syntax \(1 + place + wrong)")
        #expect(outcome(text) { (reader) throws(JSONError) in try reader.readString() } == skipOutcome(text))
      }
    }
  }

  @Test func aStringThatDoesNotEndIsAnErrorAtTheEndOfTheText() {
    for length in 0...26 {
      let text = Array("\"\(String(repeating: "x", count: length))".utf8)
      #expect(skipOutcome(text) == "syntax \(text.count)")
      #expect(skipOutcome(Array("{".utf8) + text) == "syntax \(text.count + 1)")
    }
  }

  @Test func integersOfEveryLengthAreWrittenInFull() throws {
    var power: UInt64 = 1
    for length in 1...20 {
      for value in [power - 1, power, power + 1, power &* 9 &+ 8, UInt64.max / power] {
        #expect(JSON.string(value) == "\(value)", "\(length) digits")
        #expect(try JSON.decode(UInt64.self, from: "\(value)") == value)
      }
      for value in [Int64(clamping: power), -Int64(clamping: power), .min] {
        #expect(JSON.string(value) == "\(value)")
        #expect(try JSON.decode(Int64.self, from: " \(value)") == value)
      }
      if length < 20 { power *= 10 }
    }
  }
}
