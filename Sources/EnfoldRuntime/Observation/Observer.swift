// Observer: what the delivery of an event needs, in plain memory.
import CEnfold
import Glibc
import Synchronization

/// The part of a subscription that events go through.
///
/// It lies in memory of its own, at a fixed place, so that delivering an event retains nothing and checks nothing twice:
/// whoever has a pin on the subscription may use it.
struct Observer: ~Copyable {
  /// The store that it observes: for comparing.
  let store: UnsafeRawPointer
  let storeHandle: UInt64
  /// The subscription's; set before anybody else knows it.
  var handle: UInt64 = 0
  let options: ObserveOptions
  let function: enfold_observer_fn
  let user: UnsafeMutableRawPointer?
  /// NUL-terminated.
  let pointer: UnsafeMutablePointer<CChar>
  let pointerLength: Int
  /// What was delivered last. The draining thread's.
  var last = LastDelivered()
  /// Whether it began: an event was delivered, or the engine accepted it. Only then does it hear of the store's end.
  let isStarted = Atomic<Bool>(false)

  init(
    _ store: Store, at pointer: UnsafeRawBufferPointer?, _ options: ObserveOptions,
    _ function: @escaping enfold_observer_fn,
    _ user: UnsafeMutableRawPointer?
  ) {
    self.store = UnsafeRawPointer(Unmanaged.passUnretained(store).toOpaque())
    storeHandle = store.handle
    self.options = options
    self.function = function
    self.user = user
    pointerLength = pointer?.count ?? 0
    self.pointer = .allocate(capacity: pointerLength + 1)
    self.pointer.initialize(repeating: 0, count: pointerLength + 1)
    if let start = pointer?.baseAddress { memcpy(self.pointer, start, pointerLength) }
  }

  deinit { pointer.deallocate() }

  /// Delivers what a commit changed here, unless it is nothing new. Called by the draining thread, with the
  /// subscription pinned.
  @inline(__always)
  mutating func deliver(
    _ changes: UnsafeBufferPointer<enfold_change>, of commit: UnsafePointer<enfold_commit>, _ store: Store
  ) {
    var flags: UInt32 = 0
    var whole: UnsafePointer<enfold_change>?
    for index in 0..<changes.count {
      let change = changes.baseAddress.unsafelyUnwrapped + index
      if change.pointee.flags & ENFOLD_CHANGE_OPERATION != 0 {
        // What is removed below the pointer is no removal of what is there.
        flags |= change.pointee.flags & (ENFOLD_CHANGED | ENFOLD_PULSE)
      } else {
        flags |= change.pointee.flags & Self.eventFlags
        whole = change
      }
    }
    let isInitial = flags & ENFOLD_INITIAL != 0
    var event = event(flags: flags, revision: commit.pointee.revision)
    if options.value, let whole {
      event.value = whole.pointee.value
      event.value_length = whole.pointee.value_length
      let isNew = whole.pointee.value.map { last.replace($0, whole.pointee.value_length) } ?? last.replaceByNothing()
      if !isInitial {
        guard isNew || options.filter == .raw else { return }
        event.flags = isNew ? flags | ENFOLD_CHANGED : flags & ~ENFOLD_CHANGED
      }
    }
    if isInitial, !options.initial { return }
    if options.action {
      event.action = commit.pointee.action
      event.action_length = commit.pointee.action_length
    }
    if options.patch {
      let patch = store.patchWriter.write(changes)
      event.patch = UnsafePointer(patch.baseAddress)
      event.patch_length = patch.count
    }
    if !isStarted.load(ordering: .relaxed) { isStarted.store(true, ordering: .relaxed) }
    function(user, &event)
  }

  /// Delivers the last event.
  func deliverClosed(revision: UInt64) {
    var event = event(flags: ENFOLD_CLOSED, revision: revision)
    function(user, &event)
  }

  private static var eventFlags: UInt32 { ENFOLD_INITIAL | ENFOLD_CHANGED | ENFOLD_PULSE | ENFOLD_REMOVED }

  @inline(__always)
  private func event(flags: UInt32, revision: UInt64) -> enfold_event {
    enfold_event(
      struct_size: UInt32(MemoryLayout<enfold_event>.size), flags: flags, store: storeHandle, subscription: handle,
      revision: revision, pointer: UnsafePointer(pointer), pointer_length: pointerLength,
      value: nil, value_length: 0, patch: nil, patch_length: 0, action: nil, action_length: 0)
  }
}
