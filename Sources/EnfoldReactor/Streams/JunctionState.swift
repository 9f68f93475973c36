// JunctionState: whether an operator goes on. It calls nothing.

/// Whether an operator goes on. Each method is one step, which a ``Junction`` takes under its lock.
enum JunctionState: Equatable {
  /// The operator waits for so many streams. While it is being made, that is one more.
  case open(awaited: Int)
  case over

  init() { self = .open(awaited: 1) }

  /// A stream is added. False if nobody listens to it any more.
  mutating func add(isAwaited: Bool) -> Bool {
    guard case .open(let awaited) = self else { return false }
    if isAwaited { self = .open(awaited: awaited + 1) }
    return true
  }

  /// The operator waits for one stream less. True if that was the last one: it is over.
  mutating func leave() -> Bool {
    guard case .open(let awaited) = self else { return false }
    self = awaited > 1 ? .open(awaited: awaited - 1) : .over
    return self == .over
  }
}
