// Observer: one subscription inside a store.
import Synchronization

/// One observer of a store's commits. Its callback runs on the draining thread only.
@usableFromInline final class Observer<State>: @unchecked Sendable {
  // Unchecked: `body` and `closed` are called and cleared by the drainer only; `isActive` is atomic.
  @usableFromInline let isActive = Atomic<Bool>(true)
  @exclusivity(unchecked) @usableFromInline var body: ((UnsafePointer<State>) -> Void)?
  @usableFromInline var closed: (() -> Void)?

  @inlinable init(body: @escaping (UnsafePointer<State>) -> Void, closed: (() -> Void)?) {
    self.body = body
    self.closed = closed
  }

  @inlinable func notify(_ state: UnsafePointer<State>) {
    if isActive.load(ordering: .acquiring) { body?(state) }
  }

  /// The store is closed.
  func close() {
    if isActive.exchange(false, ordering: .acquiringAndReleasing) { closed?() }
    clear()
  }

  /// Nobody is to be called any more.
  func end() {
    isActive.store(false, ordering: .releasing)
    clear()
  }

  /// Lets go of the callbacks.
  func clear() {
    body = nil
    closed = nil
  }
}

/// What a subscription was told last. Touched by the drainer only, so exclusivity needs no checks.
@usableFromInline final class Told<Value> {
  @exclusivity(unchecked) @usableFromInline var last: Value?
  @exclusivity(unchecked) @usableFromInline var isFirst = true

  @inlinable init() {}
}

/// What is called until it has ended.
protocol Ending {
  var hasEnded: Bool { get }
}

extension Observer: Ending {
  var hasEnded: Bool { !isActive.load(ordering: .relaxed) }
}

extension Array where Element: Ending {
  /// Removes those that have ended, once they are half of all: cancelling is O(1) on average.
  ///
  /// - Parameter dead: how many have ended.
  /// - Returns: how many of those are left.
  mutating func sweep(_ dead: Int) -> Int {
    if dead * 2 < count { return dead }
    removeAll(where: \.hasEnded)
    return 0
  }
}
