// PrototypeText: the text of a prototype, and the errors that show a place in it.
import CEnfold

/// The bytes of a prototype. They are UTF-8.
struct PrototypeText {
  /// No prototype of a header is as long as this.
  static let greatestCount = 4_096

  private let bytes: [UInt8]

  init(_ text: UnsafeRawBufferPointer) throws(RuntimeError) {
    bytes = Array(text.prefix(Self.greatestCount))
    guard text.count <= Self.greatestCount else {
      throw error("a prototype has at most \(Self.greatestCount) bytes, but this has \(text.count)", at: bytes.count)
    }
    do throws(UTF8.ValidationError) {
      _ = try UTF8Span(validating: bytes.span)
    } catch let problem {
      throw error("this is not UTF-8", at: problem.byteOffsets.lowerBound)
    }
  }

  /// nil behind the end.
  func byte(at offset: Int) -> UInt8? { offset < bytes.count ? bytes[offset] : nil }

  func string(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  // MARK: Errors

  /// An error whose message shows the line of a place, with a caret below it.
  func error(_ message: String, at offset: Int) -> RuntimeError {
    RuntimeError(ENFOLD_INVALID, "prototype: \(message)\n\(picture(of: offset))", offset: UInt64(offset))
  }

  /// The line and the caret. Of a long line, only the part around the caret.
  private func picture(of offset: Int) -> String {
    let newline = UInt8(ascii: "\n")
    let start = bytes[..<offset].lastIndex(of: newline).map { $0 + 1 } ?? 0
    let end = bytes[offset...].firstIndex(of: newline) ?? bytes.count
    var shown = shownCharacters(start..<end)
    var column = shownCharacters(start..<offset).count
    if shown.count > column + 38 { shown = shown.prefix(column + 37) + "…" }
    if column > 38 {
      shown = "…" + shown.dropFirst(column - 37)
      column = 38
    }
    return "  \(shown)\n  \(String(repeating: " ", count: column))^"
  }

  /// Characters that take one column each.
  private func shownCharacters(_ range: Range<Int>) -> String {
    var shown = ""
    for scalar in string(range).unicodeScalars {
      let isBlank = scalar.value <= 0x20 || scalar.value == 0x7F
      shown.unicodeScalars.append(isBlank ? " " : scalar.isASCII ? scalar : "?")
    }
    return shown
  }
}
