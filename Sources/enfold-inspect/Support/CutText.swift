// CutText: a text that may be long, cut at a character.
import EnfoldJSON

struct CutText: Sendable {
  let text: String
  let isCut: Bool

  init(_ text: String, isCut: Bool) { (self.text, self.isCut) = (text, isCut) }

  init(_ text: String, at limit: Int) {
    let scalars = text.unicodeScalars
    let end = scalars.index(scalars.startIndex, offsetBy: limit, limitedBy: scalars.endIndex) ?? scalars.endIndex
    isCut = end != scalars.endIndex
    self.text = isCut ? String(text[..<end]) : text
  }

  /// A text in UTF-8, of which no more is decoded than is needed.
  init(_ bytes: UnsafeRawBufferPointer, at limit: Int) {
    var count = min(bytes.count, limit * 4)
    while count < bytes.count, count > 0, bytes[count] & 0xC0 == 0x80 { count -= 1 }
    let beginning = CutText(String(decoding: bytes.prefix(count), as: UTF8.self), at: limit)
    text = beginning.text
    isCut = beginning.isCut || count < bytes.count
  }
}
