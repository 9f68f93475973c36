// JSONWriter: values that could not be written.

/// What went wrong in one text, in order.
@usableFromInline final class WriteFailures {
  var places: [Int] = []
  var messages: [String] = []
}

extension JSONWriter {
  /// Says that the value that is being written here cannot be written: for a `writeJSON` that finds this out only then.
  /// It must write some value all the same, such as null.
  ///
  /// A host that reads the state gets ENFOLD_FAILED with the first message. Those who observe the value get no event;
  /// the diagnostics get the message. For values in states only: where an action is written, nobody looks at this.
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

  /// Whether something went wrong since `removeAll`.
  @inlinable public var hasFailed: Bool { failures != nil }

  /// Why what was written since `removeAll` is not to be shown; nil if nothing is wrong with it.
  public var failure: String? { failures?.messages.first }

  /// Whether something went wrong in a part of the text.
  public func hasFailure(in range: ClosedRange<Int>) -> Bool {
    failures?.places.contains { range.contains($0) } ?? false
  }
}
