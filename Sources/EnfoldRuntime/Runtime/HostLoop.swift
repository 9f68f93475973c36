// HostLoop: what waits for the host's event loop, and the descriptor that says so.
import CEnfoldSupport
import Synchronization

/// The work list of a runtime whose loop is the host's.
///
/// Everything that runs callbacks waits here until a pump takes it. The descriptor is readable exactly while something
/// waits: it is set and cleared together with the lists, under one lock. During a pump it keeps its state, and is
/// brought up to date when the pump ends.
final class HostLoop {
  /// A piece of work for a pump.
  enum Work {
    case store(Store)
    case call(DeferredCall)
  }

  /// What a pump does next.
  enum Next {
    case work(Work)
    /// The pump has ended; work may be left.
    case end(hasMore: Bool)
  }

  private struct State {
    var stores = WorkQueue<Store>()
    var calls = WorkQueue<DeferredCall>()
    var descriptor: Int32
    var isReadable = false
    var isPumping = false
    /// The runtime was closed: a pump ignores its budget, and the last one closes the descriptor.
    var isClosing = false
    /// Nobody will pump any more.
    var isFinished = false

    var hasWork: Bool { !stores.isEmpty || !calls.isEmpty }

    mutating func updateDescriptor() {
      guard descriptor >= 0, isReadable != hasWork else { return }
      isReadable.toggle()
      if isReadable { enfold_event_set(descriptor) } else { enfold_event_clear(descriptor) }
    }
  }

  private let lock = Lock()
  private var state: State
  private let thread: Atomic<UInt>

  /// The calling thread becomes the loop thread. Nil if there is no descriptor left; `errno` says why.
  init?() {
    let descriptor = enfold_event_create()
    thread = Atomic(UInt(enfold_thread_id()))
    state = State(descriptor: descriptor)
    if descriptor < 0 { return nil }
  }

  deinit { if state.descriptor >= 0 { enfold_event_close(state.descriptor) } }

  /// Readable while there is work; -1 once the runtime was closed.
  var descriptor: Int32 { lock.withLock { state.descriptor } }

  /// Whether callbacks may run on this thread.
  @inline(__always)
  var isLoopThread: Bool { thread.load(ordering: .relaxed) == UInt(enfold_thread_id()) }

  // MARK: Adding work, from any thread

  /// Lets the next pump drain a store. Nothing happens if it waits already.
  func schedule(_ store: Store) {
    lock.withLock {
      guard !state.isFinished, !store.isScheduled.exchange(true, ordering: .relaxed) else { return }
      state.stores.append(store)
      if !state.isPumping { state.updateDescriptor() }
    }
  }

  /// Takes a store off the list: somebody drains it now, or it was closed. True if it was on it.
  @discardableResult
  func unschedule(_ store: Store) -> Bool {
    guard store.isScheduled.load(ordering: .relaxed) else { return false }
    return lock.withLock {
      guard store.isScheduled.exchange(false, ordering: .relaxed) else { return false }
      state.stores.remove { $0 === store }
      if !state.isPumping { state.updateDescriptor() }
      return true
    }
  }

  /// Lets the next pump make a call. False if there will be none: the caller makes it then.
  func schedule(_ call: DeferredCall) -> Bool {
    lock.withLock {
      guard !state.isFinished else { return false }
      state.calls.append(call)
      if !state.isPumping { state.updateDescriptor() }
      return true
    }
  }

  // MARK: Pumping

  /// Begins a pump on this thread, which becomes the loop thread. False if another pump runs.
  func beginPump() -> Bool {
    lock.withLock {
      guard !state.isPumping, !state.isFinished else { return false }
      state.isPumping = true
      thread.store(UInt(enfold_thread_id()), ordering: .relaxed)
      return true
    }
  }

  /// The next piece of work of a pump. Calls come first. Ends the pump when nothing is left or the budget is spent.
  func next(hasBudget: Bool) -> Next {
    lock.withLock {
      if let call = state.calls.popFirst() { return .work(.call(call)) }
      if hasBudget || state.isClosing, let store = state.stores.popFirst() {
        store.isScheduled.store(false, ordering: .relaxed)
        return .work(.store(store))
      }
      state.isPumping = false
      if state.isClosing { finish() }
      state.updateDescriptor()
      return .end(hasMore: state.hasWork)
    }
  }

  /// The runtime was closed: this thread, or else whoever pumps now, does what is left. True if it is this thread; it
  /// then goes on with ``next(hasBudget:)``.
  func close() -> Bool {
    lock.withLock {
      state.isClosing = true
      guard !state.isPumping else { return false }
      state.isPumping = true
      thread.store(UInt(enfold_thread_id()), ordering: .relaxed)
      return true
    }
  }

  /// With the lock held.
  private func finish() {
    state.isFinished = true
    enfold_event_close(state.descriptor)
    state.descriptor = -1
  }
}

/// A callback that waits for the loop thread.
struct DeferredCall {
  let perform: () -> Void
}
