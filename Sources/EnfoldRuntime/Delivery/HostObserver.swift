// HostObserver: everything that the delivery of an event needs, in plain memory.
import CEnfold
import Synchronization

/// The part of a subscription that events go through.
///
/// It is used through a pointer, so that delivering an event retains no object and makes no check for exclusive access.
struct HostObserver: ~Copyable {
  /// The contents of its events, and the kinds of events that it gets. These are bits, so that one load answers every
  /// question.
  struct Terms: OptionSet {
    let rawValue: UInt16

    static let value = Terms(rawValue: 1)
    static let patch = Terms(rawValue: 2)
    static let action = Terms(rawValue: 4)
    static let initial = Terms(rawValue: 8)
    /// Each value is compared with the one that was delivered last.
    static let compared = Terms(rawValue: 16)
    /// Values that are equal to the last one are delivered, too.
    static let raw = Terms(rawValue: 32)
    static let skipsNull = Terms(rawValue: 64)
    /// It observes actions. Of the other terms only `action`, `value` and `mutations` can be set then.
    static let actions = Terms(rawValue: 128)
    /// It gets an event for each mutation, too.
    static let mutations = Terms(rawValue: 256)
  }

  /// The memory that all deliveries of the store share. The subscription keeps the store alive.
  let memory: Unmanaged<DeliveryMemory>
  /// The `store` of its events: the handle through which it was made.
  let storeHandle: UInt64
  /// The handle of its subscription. Set before another thread knows the handle.
  var handle: UInt64 = 0
  let terms: Terms
  /// The reports that the engine is asked for: ENFOLD_INTEREST_...
  let interest: UInt32
  let function: enfold_observer_fn
  let user: UnsafeMutableRawPointer?
  /// The pointer as the engine knows it, NUL-terminated.
  let pointer: UnsafeMutablePointer<CChar>
  let pointerLength: Int
  /// How many bytes of the pointer are the scope's prefix.
  let prefixLength: Int
  /// The `pointer` of its events: the part behind the prefix.
  let eventPointer: UnsafePointer<CChar>
  let eventPointerLength: Int
  /// The value that was delivered last. Only the draining thread uses it.
  var last = LastDelivered()
  /// What was told last, for patches that need it.
  private let told: ToldDocument?

  /// The bits `started` and `silenced`. All accesses are relaxed, because they publish no other memory. The draining
  /// thread delivers both the events and the end, and the engine's drain orders these.
  private let phase = Atomic<UInt8>(0)
  /// An event was delivered, or the engine accepted the interest. Only then does the observer hear of the end.
  private static let started: UInt8 = 1
  /// Its scope was closed: only the last event is still delivered.
  private static let silenced: UInt8 = 2

  /// - Parameters:
  ///   - memory: the memory that all deliveries of the store share.
  ///   - storeHandle: the handle through which it is made.
  ///   - pointer: as the engine knows it, NUL-terminated. The observer deallocates it.
  ///   - prefixLength: how many bytes of the pointer are the scope's prefix.
  ///   - interest: the reports that the engine is asked for.
  ///   - told: what was told last, for patches that need it.
  init(
    _ memory: DeliveryMemory, _ storeHandle: UInt64, at pointer: UnsafeMutableBufferPointer<CChar>, prefixLength: Int,
    _ terms: Terms, interest: UInt32, told: ToldDocument? = nil, _ function: @escaping enfold_observer_fn,
    _ user: UnsafeMutableRawPointer?
  ) {
    self.memory = .passUnretained(memory)
    self.storeHandle = storeHandle
    self.terms = terms
    self.interest = interest
    self.told = told
    self.function = function
    self.user = user
    self.pointer = pointer.baseAddress.unsafelyUnwrapped
    pointerLength = pointer.count - 1
    self.prefixLength = prefixLength
    eventPointer = UnsafePointer(self.pointer + prefixLength)
    eventPointerLength = pointerLength - prefixLength
  }

  deinit { pointer.deallocate() }

  /// Turns an engine's error about the pointer into one about the caller's text. The pointer of an observer of actions
  /// is a part of its options, so there the offset is left out.
  func located(_ error: RuntimeError) -> RuntimeError {
    terms.contains(.actions) ? error.withoutOffset : error.movedBack(by: prefixLength)
  }

  // MARK: Beginning and ending

  var isStarted: Bool { phase.load(ordering: .relaxed) & Self.started != 0 }

  /// Sets `started`. True if it was set already.
  func noteStart() -> Bool { phase.bitwiseOr(Self.started, ordering: .relaxed).oldValue & Self.started != 0 }

  /// From now on only the last event is delivered. If another thread drains, it may be delivering an event just now.
  func silence() { phase.bitwiseOr(Self.silenced, ordering: .relaxed) }

  /// The phase, for ``began(_:)``; nil if no events are delivered any more.
  @inline(__always) var liveness: UInt8? {
    let phase = phase.load(ordering: .relaxed)
    return phase & Self.silenced == 0 ? phase : nil
  }

  /// Notes that an event is about to be delivered.
  @inline(__always) func began(_ liveness: UInt8) {
    if liveness & Self.started == 0 { _ = noteStart() }
  }

  // MARK: Events

  /// The patch of an event.
  func patch(
    of changes: UnsafeBufferPointer<enfold_change>, isRemoved: Bool, _ writer: PatchWriter
  ) -> UnsafeBufferPointer<CChar> {
    told?.follow(changes, isRemoved: isRemoved).map { writer.write($0) } ?? writer.write(changes)
  }

  /// Delivers the last event.
  func deliverClosed(revision: UInt64) {
    var event = event(flags: ENFOLD_CLOSED, revision: revision)
    function(user, &event)
  }

  @inline(__always) func event(flags: UInt32, revision: UInt64) -> enfold_event {
    enfold_event(
      struct_size: UInt32(MemoryLayout<enfold_event>.size), flags: flags, store: storeHandle, subscription: handle,
      revision: revision, pointer: eventPointer, pointer_length: eventPointerLength,
      value: nil, value_length: 0, patch: nil, patch_length: 0, action: nil, action_length: 0, tag: nil, tag_length: 0)
  }

  /// An event of a commit, with the commit's tag.
  @inline(__always) func event(flags: UInt32, of commit: Commit) -> enfold_event {
    var event = event(flags: flags, revision: commit.revision)
    if let tag = commit.tag {
      event.tag = tag.baseAddress
      event.tag_length = tag.count
    }
    return event
  }
}
