// The writer: canonical text in a buffer that can be reused.

import EnfoldJSON
import Testing

struct WriterTests {
  private func quoted(_ text: String) -> String { JSON.string(text) }

  @Test
  func onlyQuotesBackslashesAndControlCharactersAreEscaped() {
    #expect(quoted("\"\\/\u{8}\u{C}\n\r\t") == #""\"\\/\b\f\n\r\t""#)
    #expect(
      quoted("\0\u{1}\u{B}\u{1F}\u{7F}\u{80}é€😀\u{2028}") == "\"\\u0000\\u0001\\u000b\\u001f\u{7F}\u{80}é€😀\u{2028}\"")
    #expect(quoted("") == "\"\"")
  }

  @Test
  func escapesWorkAtEveryPositionAndLength() throws {
    for special in ["\"", "\\", "\n", "\u{1}", "é", "😀", "\u{1F}"] {
      for before in 0..<20 {
        for behind in [0, 1, 7, 8, 9, 300] {
          let text = String(repeating: "a", count: before) + special + String(repeating: "b", count: behind)
          #expect(try JSON.decode(String.self, from: quoted(text)) == text)
          let twice = text + text
          #expect(try JSON.decode(String.self, from: quoted(twice)) == twice)
        }
      }
    }
    let controls = String(repeating: "\u{1}", count: 1000)
    #expect(try JSON.decode(String.self, from: quoted(controls)) == controls)
  }

  @Test
  func aWriterGrowsAndCanBeReusedAndTruncated() {
    var writer = JSONWriter(capacity: 1)
    for _ in 0..<1000 { writer.literal("0123456789") }
    #expect(writer.count == 10_000)
    #expect(writer.string == String(repeating: "0123456789", count: 1000))
    writer.truncate(to: 3)
    #expect(writer.string == "012")
    writer.truncate(to: 99)
    writer.truncate(to: -1)
    #expect(writer.count == 0)
    writer.writeKey("a\"b")
    writer.write(true)
    writer.raw(UInt8(ascii: ","))
    writer.write(false)
    writer.writeNull()
    #expect(writer.string == #""a\"b":true,falsenull"#)
    writer.removeAll()
    #expect(writer.string == "")
  }

  @Test
  func theTerminatorDoesNotCount() {
    var writer = JSONWriter(capacity: 16)
    for length in 0..<40 {
      writer.nulTerminate()
      #expect(writer.count == length)
      #expect(writer.baseAddress[length] == 0)
      writer.raw(UInt8(ascii: "x"))
    }
    #expect(writer.string == String(repeating: "x", count: 40))
  }

  @Test
  func rawBytesAreCopiedAsTheyAre() {
    var writer = JSONWriter()
    Array("{\"a\":1}".utf8).withUnsafeBytes { writer.raw($0) }
    writer.raw(UnsafeRawBufferPointer(start: nil, count: 0))
    #expect(writer.string == "{\"a\":1}")
    #expect(writer.withBytes { $0.count } == 7)
  }

  @Test
  func substringsAndLongStringsAreWritten() {
    let long = String(repeating: "größer ", count: 10_000)
    #expect(quoted(long) == "\"" + long + "\"")
    #expect(quoted(String(long.dropFirst(3).prefix(5))) == "\"ßer g\"")
  }

  @Test
  func integersOfEveryLengthAreWritten() {
    var value: UInt64 = 1
    for digits in 1...20 {
      for edge in [value, value - 1, value + 1] { #expect(JSON.string(edge) == "\(edge)") }
      if digits < 20 { value *= 10 }
    }
    #expect(JSON.string(UInt64.max) == "18446744073709551615")
    #expect(JSON.string(Int64.min) == "-9223372036854775808")
  }
}
