// HostObserver: what the delivery of an event needs, in plain memory.
import CEnfold
import Synchronization

/// The part of a subscription that events go through.
///
/// It is used through a pointer, so that delivering an event retains nothing and checks nothing twice.
struct HostObserver: ~Copyable {
  /// What its events are made of, and which there are: bits, so that one load answers every question.
  struct Terms: OptionSet {
    let rawValue: UInt16

    static let value = Terms(rawValue: 1)
    static let patch = Terms(rawValue: 2)
    static let action = Terms(rawValue: 4)
    static let initial = Terms(rawValue: 8)
    /// Values are compared with the one delivered last.
    static let compared = Terms(rawValue: 16)
    /// Values that compare equal are delivered, too.
    static let raw = Terms(rawValue: 32)
    static let skipsNull = Terms(rawValue: 64)
    /// It observes actions; `value` and `action` are what the others are, and nothing else is asked for.
    static let actions = Terms(rawValue: 128)
  }

  /// The store's, which the subscription keeps alive.
  let memory: Unmanaged<DeliveryMemory>
  /// What events say: the handle that it was made through.
  let storeHandle: UInt64
  /// The subscription's; set before anybody else knows it.
  var handle: UInt64 = 0
  let terms: Terms
  /// What the engine is asked to report: ENFOLD_INTEREST_...
  let interest: UInt32
  let function: enfold_observer_fn
  let user: UnsafeMutableRawPointer?
  /// The pointer as the engine knows it, NUL-terminated.
  let pointer: UnsafeMutablePointer<CChar>
  let pointerLength: Int
  /// How much of it comes from the scope.
  let prefixLength: Int
  /// What events say: what is behind that.
  let eventPointer: UnsafePointer<CChar>
  let eventPointerLength: Int
  /// What was delivered last. The draining thread's.
  var last = LastDelivered()

  /// What has become of it: `started`, and `silenced`. Relaxed everywhere: nothing else is published through it. Both the
  /// events and the end are delivered by the draining thread, and the engine's drain orders those.
  private let phase = Atomic<UInt8>(0)
  /// An event was delivered, or the engine accepted it. Only then does it hear of the end.
  private static let started: UInt8 = 1
  /// Its scope was closed: nothing is delivered but the end.
  private static let silenced: UInt8 = 2

  /// - Parameters:
  ///   - memory: the store's.
  ///   - storeHandle: the handle that it is made through.
  ///   - pointer: as the engine knows it, NUL-terminated; taken over.
  ///   - prefixLength: how much of that comes from the scope.
  ///   - interest: what the engine is asked to report.
  init(
    _ memory: DeliveryMemory, _ storeHandle: UInt64, at pointer: UnsafeMutableBufferPointer<CChar>, prefixLength: Int,
    _ terms: Terms, interest: UInt32, _ function: @escaping enfold_observer_fn, _ user: UnsafeMutableRawPointer?
  ) {
    self.memory = .passUnretained(memory)
    self.storeHandle = storeHandle
    self.terms = terms
    self.interest = interest
    self.function = function
    self.user = user
    self.pointer = pointer.baseAddress.unsafelyUnwrapped
    pointerLength = pointer.count - 1
    self.prefixLength = prefixLength
    eventPointer = UnsafePointer(self.pointer + prefixLength)
    eventPointerLength = pointerLength - prefixLength
  }

  deinit { pointer.deallocate() }

  /// An engine's error about the pointer, as one about the caller's text: of actions that is not the pointer.
  func located(_ error: RuntimeError) -> RuntimeError {
    terms.contains(.actions) ? error.withoutOffset : error.movedBack(by: prefixLength)
  }

  // MARK: Beginning and ending

  var isStarted: Bool { phase.load(ordering: .relaxed) & Self.started != 0 }

  /// Notes that it began; true if that was known.
  func noteStart() -> Bool {
    phase.bitwiseOr(Self.started, ordering: .relaxed).oldValue & Self.started != 0
  }

  /// From now on nothing is delivered but the end. On a thread that does not drain, an event may be on its way.
  func silence() { phase.bitwiseOr(Self.silenced, ordering: .relaxed) }

  /// What ``began(_:)`` wants to know, or nil if nothing is delivered any more.
  @inline(__always)
  var liveness: UInt8? {
    let phase = phase.load(ordering: .relaxed)
    return phase & Self.silenced == 0 ? phase : nil
  }

  /// An event is about to be delivered.
  @inline(__always)
  func began(_ liveness: UInt8) {
    if liveness & Self.started == 0 { _ = noteStart() }
  }

  // MARK: Events

  /// Delivers the last event.
  func deliverClosed(revision: UInt64) {
    var event = event(flags: ENFOLD_CLOSED, revision: revision)
    function(user, &event)
  }

  @inline(__always)
  func event(flags: UInt32, revision: UInt64) -> enfold_event {
    enfold_event(
      struct_size: UInt32(MemoryLayout<enfold_event>.size), flags: flags, store: storeHandle, subscription: handle,
      revision: revision, pointer: eventPointer, pointer_length: eventPointerLength,
      value: nil, value_length: 0, patch: nil, patch_length: 0, action: nil, action_length: 0)
  }
}
