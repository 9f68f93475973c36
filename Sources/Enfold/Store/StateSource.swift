// StateSource: where observers find a state.

/// A state that can be observed: that of a store's engine, or a projection of another source's.
///
/// What is called `…Now` happens on the draining thread, in its turn.
public class StateSource<State>: @unchecked Sendable {
  // Unchecked: each subclass says why.

  @usableFromInline init() {}

  /// Does something on the draining thread, in its turn.
  func inTurn(_ work: @escaping @Sendable (_ isOpen: Bool) -> Void) -> Performed { .refused(.closed) }

  /// Adds an observer, without calling it.
  func attachNow(_ observer: Observer<State>) {}
  func detachNow(_ observer: Observer<State>) {}

  /// Calls `body` with the last commit.
  func withStateNow(_ body: (UnsafePointer<State>) -> Void) {}

  /// Commits a change that is made by nobody's action. False if it changed nothing; nil if it cannot be written.
  func commitNow(_ change: (inout State) -> Bool) -> Bool? { nil }
}

/// What became of something that was put into a store's queue.
public enum Performed: Sendable {
  case drained, waiting, refused(StoreError)

  @inlinable public var refusal: StoreError? { if case .refused(let error) = self { error } else { nil } }
}

extension StateSource {
  /// Adds an observer in its turn, and calls it with the state of that moment.
  @usableFromInline
  func add(_ observer: Observer<State>) {
    let performed = inTurn { [self] isOpen in
      guard isOpen else { return observer.close() }
      guard observer.isActive.load(ordering: .acquiring) else { return observer.clear() }
      attachNow(observer)
      withStateNow { observer.notify($0) }
    }
    if performed.refusal != nil { observer.close() }
  }

  /// Ends an observer: no call begins after this, and its callbacks are let go in their turn.
  @usableFromInline
  func remove(_ observer: Observer<State>) {
    guard observer.isActive.exchange(false, ordering: .acquiringAndReleasing) else { return }
    _ = inTurn { [self] _ in
      detachNow(observer)
      observer.clear()
    }
  }
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
}
