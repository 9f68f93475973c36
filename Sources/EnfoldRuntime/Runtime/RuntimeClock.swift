// RuntimeClock: the clock of a runtime that was opened with "clock":"manual".
import CEnfold
import Enfold
import Synchronization

/// The sleepers, and how much work must end before time goes on. `Runtime.advance` moves the clock.
final class RuntimeClock: @unchecked Sendable {
  // Unchecked: what changes is touched under `lock` only, or is atomic.

  /// A sleeper: the function of a plugin that wakes it.
  struct Sleeper: @unchecked Sendable {
    // Unchecked: enfold_plugin.h says that the function may be called on any thread.
    let wake: @convention(c) (UnsafeMutableRawPointer?, enfold_status) -> Void
    let user: UnsafeMutableRawPointer?

    func callAsFunction(_ status: Int) { insideCallback { wake(user, enfold_status(status)) } }
  }

  private struct State {
    var queue = SleepQueue<Sleeper, Never>(now: .zero)
    var isAdvancing = false
    var isClosed = false
  }

  private let lock = Lock()
  private var state = State()
  private let work = Atomic<Int>(0)

  /// Nanoseconds since the runtime was opened.
  var now: Int64 { lock.withLock { state.queue.now.nanoseconds } }

  var sleeperCount: Int { lock.withLock { state.queue.count } }

  // MARK: Sleeping

  /// - Parameter tell: gets the number of the sleeper, before anybody can wake it.
  func sleep(until deadline: Int64, _ sleeper: Sleeper, _ tell: (UInt64) -> Void) {
    let number = lock.withLock { state.queue.takeNumber() }
    tell(UInt64(number))
    let status = lock.withLock { () -> Int? in
      if state.isClosed { return ENFOLD_STALE }
      return state.queue.sleep(number, until: .nanoseconds(deadline), sleeper) == nil ? ENFOLD_OK : nil
    }
    if let status { sleeper(status) }
  }

  func cancel(_ number: UInt64) {
    guard let number = Int(exactly: number) else { return }
    let sleeper = lock.withLock { state.queue.cancelSleep(number) }
    sleeper?(ENFOLD_CANCELLED)
  }

  /// The runtime was closed: wakes all sleepers.
  func close() {
    lock.withLock { state.isClosed = true }
    while let sleeper = lock.withLock({ state.queue.takeFirst() }) { sleeper(ENFOLD_STALE) }
  }

  // MARK: Work

  /// Whether work is going on that must end before time passes.
  var isBusy: Bool { work.load(ordering: .sequentiallyConsistent) > 0 }

  func begin() { work.add(1, ordering: .sequentiallyConsistent) }

  /// Ends one piece of work. True if no work is going on any more.
  func end() -> Bool { work.subtract(1, ordering: .sequentiallyConsistent).newValue <= 0 }

  // MARK: Moving

  /// False if another thread moves it.
  func beginAdvance() -> Bool {
    lock.withLock {
      if state.isAdvancing { return false }
      state.isAdvancing = true
      state.queue.beginAdvance()
      return true
    }
  }

  func endAdvance() { lock.withLock { state.isAdvancing = false } }

  /// The time of the clock after this many nanoseconds; nil if it is too late.
  func time(after nanoseconds: Int64) -> Int64? {
    let (sum, overflows) = now.addingReportingOverflow(nanoseconds)
    return overflows ? nil : sum
  }

  /// Lets time pass until the next deadline, and wakes the one who slept until then. False if nobody sleeps until `target`:
  /// then the clock shows that.
  func wakeNext(upTo target: Int64) -> Bool {
    let sleeper = lock.withLock { state.queue.wakeNext(upTo: .nanoseconds(target)) }
    sleeper?(ENFOLD_OK)
    return sleeper != nil
  }
}

extension Duration {
  /// Of a duration that was made of nanoseconds.
  fileprivate var nanoseconds: Int64 {
    let (seconds, attoseconds) = components
    return seconds * 1_000_000_000 + attoseconds / 1_000_000_000
  }
}
