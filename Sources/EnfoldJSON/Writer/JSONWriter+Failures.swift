// JSONWriter: notes the values that could not be written: `fail` was called for them, or they are nested too deeply.
import CEnfoldSupport

/// The values that could not be written in one text, in the order of their places.
@usableFromInline final class WriteFailures {
  var places: [Int] = []
  var messages: [String] = []
  /// The places of those that are nested too deeply.
  var deepPlaces: Set<Int> = []
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
      failures.deepPlaces.remove(last)
    }
    if failures.places.isEmpty { self.failures = nil }
  }

  /// Whether a value could not be written since the last `removeAll`.
  @inlinable public var hasFailed: Bool { failures != nil }

  /// The first message since the last `removeAll`; nil if there is none. If there is one, nobody may use the text.
  public var failure: String? { failures?.messages.first }

  /// Whether that message is about a value that is nested too deeply for the stack of this thread.
  public var isTooDeep: Bool {
    failures.map { failures in failures.places.first.map { failures.deepPlaces.contains($0) } ?? false } ?? false
  }

  /// Begins a value that may contain values of its own type. If it returns true, the value is written, and then `leave` is
  /// called. If it returns false, the thread's stack has no room for the value: then it is null, as if it had called
  /// `fail`.
  @inlinable @inline(__always)
  public mutating func enter() -> Bool {
    depth &+= 1
    return depth <= JSONLimits.freeDepth || holdsLevel()
  }

  @inlinable @inline(__always)
  public mutating func leave() { depth &-= 1 }

  @usableFromInline @inline(never)
  mutating func holdsLevel() -> Bool {
    if enfold_stack_holds_level(Int32(truncatingIfNeeded: depth)) { return true }
    depth -= 1
    fail(
      """
      the value is nested deeper than \(depth), which is what the stack of this thread holds; a state may be nested \
      \(JSONLimits.stateDepth) deep: use a thread with more
      """)
    failures?.deepPlaces.insert(length)
    writeNull()
    return false
  }

  /// Whether a value could not be written in a part of the text.
  public func hasFailure(in range: ClosedRange<Int>) -> Bool {
    failures?.places.contains { range.contains($0) } ?? false
  }
}
