// Mark: a text that the host writes between the entries of the trace, and so into a recording.
import Enfold

/// A text that was checked.
struct Mark {
  let text: UnsafeRawBufferPointer

  private static let longest = 4096

  init(_ text: UnsafeRawBufferPointer) throws(RuntimeError) {
    guard (1...Self.longest).contains(text.count) else {
      throw .invalid("text has \(text.count) bytes; a mark has 1 to \(Self.longest)")
    }
    _ = try validString(text, "text")
    self.text = text
  }
}

extension TraceDesk {
  /// Tells all readers a mark. If there are none, it does nothing.
  func tell(_ mark: Mark) {
    guard isOn else { return }
    var facts = TraceFacts(.mark)
    tell(&facts, TraceTexts(subject: mark.text))
  }
}
