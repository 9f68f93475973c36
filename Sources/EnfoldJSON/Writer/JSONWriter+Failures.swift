// JSONWriter: notes values that could not be written.

/// The values that could not be written in one text, in the order of their places.
@usableFromInline final class WriteFailures {
  var places: [Int] = []
  var messages: [String] = []
}

extension JSONWriter {
  /// Notes that a value cannot be written. A `writeJSON` calls this if it finds that out while it writes. It must still
  /// write some value, such as null.
  ///
  /// A host that reads the state gets ENFOLD_FAILED with the first message. Observers of the value get no event, and
  /// the message is logged. This is only for values in states: when an action is written, nobody looks at it.
  public mutating func fail(_ message: String) {
    let failures = failures ?? WriteFailures()
    failures.places.append(length)
    failures.messages.append(message)
    self.failures = failures
  }

  /// Forgets the failures behind the end of the text.
  @usableFromInline
  mutating func forgetFailures() {
    guard let failures else { return }
    while let last = failures.places.last, last >= length {
      failures.places.removeLast()
      failures.messages.removeLast()
    }
    if failures.places.isEmpty { self.failures = nil }
  }

  /// Whether a value could not be written since the last `removeAll`.
  @inlinable public var hasFailed: Bool { failures != nil }

  /// The first message since the last `removeAll`; nil if there is none. If there is one, nobody may use the text.
  public var failure: String? { failures?.messages.first }

  /// Whether a value could not be written in a part of the text.
  public func hasFailure(in range: ClosedRange<Int>) -> Bool {
    failures?.places.contains { range.contains($0) } ?? false
  }
}
