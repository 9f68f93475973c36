// TextSearch: finds a text in a line, whatever the case of its letters.
import EnfoldJSON

struct TextSearch: Sendable {
  /// The text in small letters; and as it is written inside a string of JSON.
  private let forms: [[UInt8]]
  private let isASCII: Bool

  init(_ text: String) {
    let small = text.lowercased()
    let written = String(JSON.string(small).dropFirst().dropLast())
    forms = small == written ? [Array(small.utf8)] : [Array(small.utf8), Array(written.utf8)]
    isASCII = text.utf8.allSatisfy { $0 < 0x80 }
  }

  func isIn(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { isIn(UnsafeRawBufferPointer($0)) }
  }

  func isIn(_ bytes: UnsafeRawBufferPointer) -> Bool {
    if isASCII { return forms.contains { Self.find($0, in: bytes) } }
    var small = String(decoding: bytes, as: UTF8.self).lowercased()
    return small.withUTF8 { text in forms.contains { Self.find($0, in: UnsafeRawBufferPointer(text)) } }
  }

  /// Looks for a word in small letters.
  private static func find(_ word: [UInt8], in bytes: UnsafeRawBufferPointer) -> Bool {
    guard let first = word.first else { return true }
    guard word.count <= bytes.count else { return false }
    let last = bytes.count - word.count
    return word.withUnsafeBufferPointer { word in
      var place = 0
      while place <= last {
        if small(bytes[place]) == first {
          var length = 1
          while length < word.count, small(bytes[place + length]) == word[length] { length += 1 }
          if length == word.count { return true }
        }
        place += 1
      }
      return false
    }
  }

  private static func small(_ byte: UInt8) -> UInt8 {
    byte &- UInt8(ascii: "A") < 26 ? byte | 0x20 : byte
  }
}
