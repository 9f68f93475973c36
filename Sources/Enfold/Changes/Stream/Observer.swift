// Observer: one subscription inside a store.
import Synchronization

/// Somebody who is told of a store's commits, until they are not any more.
@usableFromInline class AnyObserver: @unchecked Sendable {
  // Unchecked: but for `isActive`, which is atomic, everything is touched by the drainer only.
  @usableFromInline let isActive = Atomic<Bool>(true)
  @usableFromInline let options: InterestOptions
  /// Its number among the subscriptions of its store, in their order.
  @exclusivity(unchecked) @usableFromInline var order: UInt64 = 0

  @usableFromInline init(_ options: InterestOptions) { self.options = options.union(.isObserver) }

  /// What the tree of interests knows it by.
  var id: UInt64 { UInt64(UInt(bitPattern: Unmanaged.passUnretained(self).toOpaque())) }

  /// The store is closed.
  func close() {
    if isActive.exchange(false, ordering: .acquiringAndReleasing) { tellClosed() }
    clear()
  }

  func tellClosed() {}

  /// Lets go of the callbacks.
  func clear() {}
}

/// An observer of values.
@usableFromInline final class Observer<State>: AnyObserver, @unchecked Sendable {
  // Unchecked: as the class above.
  let place: AnyKeyPath?
  /// Whether what it tells is computed from what it is told of; also if it is not known where that is.
  @exclusivity(unchecked) var isComputed: Bool
  @exclusivity(unchecked) private var tell: Observation<State>.Tell?
  @exclusivity(unchecked) private var closed: (() -> Void)?

  init(_ observation: Observation<State>) {
    place = observation.place
    isComputed = observation.isComputed
    tell = observation.tell
    closed = observation.closed
    super.init(observation.options)
  }

  func notify(_ state: UnsafePointer<State>, _ flags: ChangeFlags) {
    // An assignment that changes nothing is no news to what is computed.
    if isActive.load(ordering: .acquiring) { tell?(state, isComputed ? flags.subtracting(.forced) : flags) }
  }

  override func tellClosed() { closed?() }

  override func clear() {
    tell = nil
    closed = nil
  }
}

/// What a subscription was told last. Touched by the drainer only, so exclusivity needs no checks.
@usableFromInline final class LastValue<Value> {
  @exclusivity(unchecked) @usableFromInline var value: Value?

  @inlinable init() {}
}
