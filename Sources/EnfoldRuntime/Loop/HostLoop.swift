// HostLoop: the work that waits for the host's event loop, in the order of a pump, and the descriptor that tells of it.
import CEnfoldHost
import CEnfoldSupport
import Enfold
import EnfoldJSON
import Synchronization

/// The work list of a runtime that is driven by the host's event loop.
///
/// Work that runs callbacks waits here until a pump takes it. Between pumps the descriptor is readable exactly while
/// something waits: it is set and cleared together with the lists, under one lock. During a pump it does not change; it
/// is brought up to date when the pump ends.
final class HostLoop {
  /// A piece of work for a pump.
  enum Work {
    case store(AnyHostStore)
    case call(DeferredCall)
    /// A request, for its handler.
    case request(UInt64)
    case signals(SignalQueue)
  }

  /// The next step of a pump.
  enum Next {
    case work(Work)
    /// The pump has ended; work may be left.
    case end(hasMore: Bool)
  }

  /// The life of a loop.
  private enum Phase {
    case open
    /// The runtime is being closed: a pump ignores its budget.
    case closing
    /// Everything that the runtime had to close is on the lists. The pump that finds them empty is the last one.
    case closed
    /// The last pump is over, and the descriptor is closed. Nothing is put on the lists any more.
    case finished
  }

  private struct State: ~Copyable {
    var stores = StoreList()
    var calls = BlockQueue<DeferredCall>()
    var requests = BlockQueue<UInt64>()
    /// Requests and stores take turns.
    var isTurnOfRequests = true
    var signals: SignalQueue?
    /// Whether the calls of signal handlers come next, and how often this pump has taken them.
    var isTurnOfSignals = true
    var signalTurns = 0
    var descriptor: Int32
    var isReadable = false
    var isPumping = false
    var phase = Phase.open

    init(descriptor: Int32) { self.descriptor = descriptor }

    var hasSignals: Bool { signals?.hasWork ?? false }
    var hasWork: Bool { !stores.isEmpty || !calls.isEmpty || !requests.isEmpty || hasSignals }

    mutating func updateDescriptor() {
      if signals?.takeWritten() ?? false { isReadable = true }
      let hasWork = hasWork
      guard descriptor >= 0, isReadable != hasWork else { return }
      // If the system refuses, the next change tries again.
      let isDone = hasWork ? enfold_event_set(descriptor) : enfold_event_clear(descriptor)
      if isDone { isReadable.toggle() }
      // A signal handler adds its call first, and then writes to the descriptor. This write may just have been cleared.
      if !isReadable, hasSignals, enfold_event_set(descriptor) { isReadable = true }
    }
  }

  private let lock = Lock()
  private var state: State
  /// The serial number of the loop thread. Its id would not do: another thread may get it when this one has ended.
  private let thread: Atomic<UInt64>
  private let hasFinished = Atomic<Bool>(false)
  /// How many handlers the loop thread may still call right away, inside the call in which a feature asks.
  private let handlerCalls = Atomic<Int>(HostLoop.mostHandlerCalls)

  /// The limit between two pumps; and in one turn of a store in a pump that has no budget.
  private static let mostHandlerCalls = 1_024

  /// The calling thread becomes the loop thread. Nil if there is no descriptor left; `errno` says why.
  init?() {
    let descriptor = enfold_event_create()
    thread = Atomic(enfold_host_thread_serial())
    state = State(descriptor: descriptor)
    if descriptor < 0 { return nil }
  }

  deinit {
    if state.descriptor >= 0 { enfold_event_close(state.descriptor) }
  }

  /// The descriptor that is readable while there is work; -1 after the last pump.
  var descriptor: Int32 { lock.withLock { state.descriptor } }

  /// Whether this is the loop thread: the only one on which callbacks may run.
  @inline(__always) var isLoopThread: Bool { thread.load(ordering: .relaxed) == enfold_host_thread_serial() }

  /// Whether the last pump is over.
  var isFinished: Bool { hasFinished.load(ordering: .acquiring) }

  /// Whether something waits for a pump.
  var hasWork: Bool { lock.withLock { state.hasWork } }

  // MARK: Adding work, from any thread

  /// Lets the next pump drain a store. Does nothing if the store waits already. False if there will be no pump any
  /// more.
  func schedule(_ store: AnyHostStore) -> Bool {
    lock.withLock {
      guard state.phase != .finished else { return false }
      guard !store.isScheduled.exchange(true, ordering: .relaxed) else { return true }
      state.stores.append(store)
      if !state.isPumping { state.updateDescriptor() }
      return true
    }
  }

  /// Takes a store off the list, because somebody drains it now or it was closed. True if it was on the list.
  @discardableResult func unschedule(_ store: AnyHostStore) -> Bool {
    guard store.isScheduled.load(ordering: .relaxed) else { return false }
    return lock.withLock {
      guard store.isScheduled.exchange(false, ordering: .relaxed) else { return false }
      state.stores.remove(store)
      if !state.isPumping { state.updateDescriptor() }
      return true
    }
  }

  /// Lets the next pump make a call. False if there will be no pump any more: then the caller must make the call
  /// itself.
  func schedule(_ call: DeferredCall) -> Bool {
    lock.withLock {
      guard state.phase != .finished else { return false }
      state.calls.append(call)
      if !state.isPumping { state.updateDescriptor() }
      return true
    }
  }

  /// Lets the next pump call the handler of a request. Does nothing if there will be no pump any more.
  ///
  /// - Parameter openCount: how many requests are open. If the list has many more, the withdrawn ones are removed.
  func schedule(request: UInt64, amongOpen openCount: Int) {
    lock.withLock {
      guard state.phase != .finished else { return }
      if state.requests.count > 2 * openCount + Sizes.of(64, tiny: 1) {
        for _ in 0..<state.requests.count {
          guard let old = state.requests.popFirst() else { break }
          if handles.isOpen(old, .request) { state.requests.append(old) }
        }
      }
      state.requests.append(request)
      if !state.isPumping { state.updateDescriptor() }
    }
  }

  /// The queue for calls in signal handlers, which is made at its first use. Nil if it cannot be made, or if the runtime is
  /// being closed.
  ///
  /// - Parameter make: makes a queue that writes to the descriptor that it is given.
  func signalQueue(_ make: (Int32) -> SignalQueue?) -> SignalQueue? {
    lock.withLock {
      guard state.phase == .open else { return nil }
      if state.signals == nil { state.signals = make(state.descriptor) }
      return state.signals
    }
  }

  // MARK: Handlers at once

  /// False if a handler must wait for its turn in a pump.
  func takeHandlerCall() -> Bool { handlerCalls.subtract(1, ordering: .relaxed).newValue >= 0 }

  /// Calls `body`, which drains a store. Returns how many handlers were called in it.
  ///
  /// - Parameter hasBudget: whether the pump has a budget. Then handlers wait for their turns, because the actions of the store
  ///   spend it.
  func countingHandlerCalls(hasBudget: Bool, _ body: () -> Void) -> UInt32 {
    let allowed = hasBudget ? 0 : Self.mostHandlerCalls
    handlerCalls.store(allowed, ordering: .relaxed)
    body()
    let left = handlerCalls.exchange(Self.mostHandlerCalls, ordering: .relaxed)
    return UInt32(allowed - max(left, 0))
  }

  // MARK: Pumping

  /// Begins a pump on this thread, which becomes the loop thread. False if another pump runs, or if the last one is
  /// over.
  func beginPump() -> Bool {
    lock.withLock {
      guard !state.isPumping, state.phase != .finished else { return false }
      beginPumpHere()
      return true
    }
  }

  /// Called with the lock held.
  private func beginPumpHere() {
    state.isPumping = true
    thread.store(enfold_host_thread_serial(), ordering: .relaxed)
  }

  /// So often one pump takes the calls of signal handlers. If they come faster than they are handled, the pump would never end.
  private static var signalTurns: Int { 64 }

  /// The next piece of work of a pump. Calls come first; requests and stores take turns, and signals have one between them.
  /// Ends the pump when nothing is left or the budget is spent.
  func next(hasBudget: Bool) -> Next {
    lock.withLock {
      if let call = state.calls.popFirst() { return .work(.call(call)) }
      if hasBudget, state.isTurnOfSignals, state.signalTurns < Self.signalTurns, state.hasSignals,
        let signals = state.signals
      {
        state.isTurnOfSignals = false
        state.signalTurns += 1
        return .work(.signals(signals))
      }
      if hasBudget || state.phase != .open {
        if state.isTurnOfRequests || state.stores.isEmpty, let request = state.requests.popFirst() {
          state.isTurnOfRequests = false
          state.isTurnOfSignals = true
          return .work(.request(request))
        }
        if let store = state.stores.popFirst() {
          state.isTurnOfRequests = true
          state.isTurnOfSignals = true
          store.isScheduled.store(false, ordering: .relaxed)
          return .work(.store(store))
        }
      }
      state.isPumping = false
      (state.isTurnOfSignals, state.signalTurns) = (true, 0)
      if state.phase == .closed { finish() }
      state.updateDescriptor()
      return .end(hasMore: state.hasWork)
    }
  }

  /// Notes that the runtime is being closed. Called once.
  func beginClosing() { lock.withLock { state.phase = .closing } }

  /// Notes that everything that the runtime had to close is on the lists. Called once.
  ///
  /// If another thread pumps now, it does the rest. If not, this begins a pump and returns true: then the caller
  /// goes on with ``next(hasBudget:)``.
  func beginLastPump() -> Bool {
    lock.withLock {
      state.phase = .closed
      guard !state.isPumping else { return false }
      beginPumpHere()
      return true
    }
  }

  /// Called with the lock held.
  private func finish() {
    state.phase = .finished
    hasFinished.store(true, ordering: .releasing)
    enfold_event_close(state.descriptor)
    state.descriptor = -1
  }
}

/// A callback that waits for the loop thread.
struct DeferredCall {
  let perform: () -> Void
}
