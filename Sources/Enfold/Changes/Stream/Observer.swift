// Observer: one subscription inside a store.
import Synchronization

/// Somebody who is told of a store's commits until the subscription ends.
@usableFromInline class AnyObserver: @unchecked Sendable {
  // Unchecked: only the drainer uses it, except for `isActive`, which is atomic.
  @usableFromInline let isActive = Atomic<Bool>(true)
  @usableFromInline let options: InterestOptions
  /// Its number among the subscriptions of its store, in their order.
  @exclusivity(unchecked) @usableFromInline var order: UInt64 = 0

  @usableFromInline init(_ options: InterestOptions) {
    self.options = options.contains(.isWatch) ? options : options.union(.isObserver)
  }

  /// The number by which the tree of interests knows the observer: its address.
  var id: UInt64 { UInt64(UInt(bitPattern: Unmanaged.passUnretained(self).toOpaque())) }

  /// Ends the subscription, because the store is closed.
  func close() {
    if isActive.exchange(false, ordering: .acquiringAndReleasing) { tellClosed() }
    clear()
  }

  func tellClosed() {}

  /// Releases the callbacks.
  func clear() {}
}

/// An observer of values. It does not know the type of the state, because looking up a generic class's metadata for each
/// event costs more than the event.
final class Observer: AnyObserver, @unchecked Sendable {
  // Unchecked: as `AnyObserver`.
  let place: AnyKeyPath?
  /// Whether what is told is computed from the value at the place, or the place is not known.
  @exclusivity(unchecked) var isComputed: Bool
  /// How many bytes into the state the value lies, or a function that reads it in an element of a list. If both are
  /// nil, or the element is not there, the key path is followed.
  @exclusivity(unchecked) var offset: Int?
  @exclusivity(unchecked) var reader: ElementReader?
  @exclusivity(unchecked) private var tell: ((UnsafeRawPointer, ChangeFlags) -> Void)?
  @exclusivity(unchecked) private var tellValue: ((UnsafeRawPointer, ChangeFlags) -> Void)?
  @exclusivity(unchecked) private var closed: (() -> Void)?

  init<State>(_ observation: Observation<State>) {
    place = observation.place
    isComputed = observation.isComputed
    tell = observation.tell
    tellValue = observation.tellValue
    closed = observation.closed
    super.init(observation.options)
  }

  /// Tells a commit.
  ///
  /// - Parameter state: the address of the state, which is of the type of the observation that this was made of.
  func notify(_ state: UnsafeRawPointer, _ flags: ChangeFlags) {
    guard isActive.load(ordering: .acquiring) else { return }
    // For a computed value an assignment of an equal value is no change.
    guard !isComputed else {
      tell?(state, flags.subtracting(.forced))
      return
    }
    if let tellValue {
      if let offset { return tellValue(state + offset, flags) }
      if let reader, reader(state, { tellValue($0, flags) }) { return }
    }
    tell?(state, flags)
  }

  override func tellClosed() { closed?() }

  override func clear() {
    tell = nil
    tellValue = nil
    reader = nil
    closed = nil
  }
}
