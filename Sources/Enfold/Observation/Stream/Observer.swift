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
  @usableFromInline func clear() {}
}

/// An observer of values. Everything that an event needs lies in one object: this one, with the members of its subclass
/// `ValueObserver`. With many observers each further object would be a cache miss. It does not know the type of the state, because
/// looking up a generic class's metadata for each event costs more than the event.
@usableFromInline class Observer: AnyObserver, @unchecked Sendable {
  // Unchecked: as `AnyObserver`.

  /// Tells the observer that is its argument. So the closure needs no context, which would be another object.
  @usableFromInline typealias Tell = (Observer, UnsafeRawPointer, ChangeFlags) -> Void

  /// How the observer finds its value in the state.
  enum Way {
    /// It is computed from the value at the place, or the place is not known.
    case computed
    /// The key path is followed.
    case path
    /// It lies at `offset` bytes in the state.
    case offset
    /// It is in an element of a list: `reader` reads it at the element's position, and `element` finds it without one.
    case element
  }

  @exclusivity(unchecked) private(set) final var way = Way.computed
  @exclusivity(unchecked) private final var offset = 0
  /// Not retained: it is never released.
  @exclusivity(unchecked) private final var reader: Unmanaged<ElementReader>?
  private final let tellValue: Tell
  @exclusivity(unchecked) private final var tell: Tell = { _, _, _ in }
  @exclusivity(unchecked) private final var element: ElementAddress = { _ in nil }
  @exclusivity(unchecked) private final var closed: (() -> Void)?

  /// - Parameters:
  ///   - closed: called when the store closes before the observation has ended.
  ///   - tellValue: called with the address of the value at the place, of the type that the key path says.
  @usableFromInline
  init(_ options: InterestOptions, closed: (() -> Void)?, tellValue: @escaping Tell = { _, _, _ in }) {
    self.closed = closed
    self.tellValue = tellValue
    super.init(options)
  }

  /// Begins an observation of this observer, whose place was found in the state, or was not.
  final func begin<State>(_ observation: Observation<State>, at place: StatePlace?) {
    tell = observation.tell
    if observation.isComputed || observation.place != nil && (place == nil || place?.kind == .inside) { return }
    way = .path
    guard observation.tellsValue else { return }
    if let offset = place?.offset {
      way = .offset
      self.offset = offset
    } else if let reader = place?.reader, let address = place?.address {
      way = .element
      self.reader = .passUnretained(reader)
      element = address
    }
  }

  /// Tells a commit.
  ///
  /// - Parameters:
  ///   - state: the address of the state, which is of the type of the observation that this began with.
  ///   - position: where the element is in its list, if the place is in one and this is known.
  final func notify(_ state: UnsafeRawPointer, _ flags: ChangeFlags, position: Int? = nil) {
    guard isActive.load(ordering: .acquiring) else { return }
    switch way {
    case .offset: tellValue(self, state + offset, flags)
    case .element: tellInElement(state, flags, position)
    case .path: tell(self, state, flags)
    // For a computed value an assignment of an equal value is no change.
    case .computed: tell(self, state, flags.subtracting(.forced))
    }
  }

  private final func tellInElement(_ state: UnsafeRawPointer, _ flags: ChangeFlags, _ position: Int?) {
    guard let reader else { return }
    reader._withUnsafeGuaranteedRef { reader in
      let place = if let position { reader.address(in: state, at: position) } else { element(state) }
      // If the element is not there, the key path is followed.
      guard let place else { return tell(self, state, flags) }
      reader.read(place) { tellValue(self, $0, flags) }
    }
  }

  override func tellClosed() { closed?() }

  @usableFromInline override func clear() {
    way = .computed
    tell = { _, _, _ in }
    element = { _ in nil }
    closed = nil
  }
}
