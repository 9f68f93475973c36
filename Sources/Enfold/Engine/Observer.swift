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

extension StoreEngine {
  /// Calls the observers of this commit in the order in which they subscribed, as long as the store is not closing.
  @inlinable
  func notifyObservers() {
    // Nobody but this drain writes the state; observers come and go between actions only.
    let state = UnsafePointer(self.state)
    for index in 0..<observers.pointee.count {
      if isClosing { return }
      observers.pointee[index].notify(state)
    }
  }

  /// Adds an observer in its turn, and calls it with the state of that moment.
  @usableFromInline
  func add(_ observer: Observer<State>) {
    let error = perform(mayDrain: drainsOnCaller) { [self] isOpen in
      guard isOpen else { return observer.close() }
      guard observer.isActive.load(ordering: .acquiring) else { return observer.clear() }
      observers.pointee.append(observer)
      observer.notify(state)
    }
    if error != nil { observer.close() }
  }

  /// Ends an observer: no call begins after this, and its callbacks are let go in their turn.
  @usableFromInline
  func remove(_ observer: Observer<State>) {
    guard observer.isActive.exchange(false, ordering: .acquiringAndReleasing) else { return }
    _ = perform(mayDrain: drainsOnCaller) { [self] _ in
      observers.pointee.removeAll { $0 === observer }
      observer.clear()
    }
  }
}
