// TimerQueue: what is to happen at a time. One task sleeps for all of it, and rings like an alarm.
import CEnfoldSupport

/// Calls functions and wakes sleepers when their times have come, by the system's continuous clock. Each function runs in a task
/// of its own, so one that takes long keeps no other waiting.
///
/// A timer that is replaced by a later one costs no system call: the task that sleeps wakes too early, looks, and sleeps again.
@usableFromInline package final class TimerQueue: @unchecked Sendable {
  // Unchecked: everything that changes is touched under `lock` only.

  /// The queue of this copy of the library.
  @usableFromInline package static let shared = TimerQueue()

  /// What happens at a time. Equal times are in the order in which the timers were added.
  @usableFromInline package final class Timer: Comparable, @unchecked Sendable {
    // Unchecked: what changes is touched under the queue's lock only.
    /// In nanoseconds.
    fileprivate let time: Int64
    /// 0 before it is added.
    fileprivate var number = 0
    fileprivate var end: End

    fileprivate init(_ time: Int64, _ end: End) { (self.time, self.end) = (time, end) }

    @usableFromInline package static func == (one: Timer, other: Timer) -> Bool { one === other }
    @usableFromInline package static func < (one: Timer, other: Timer) -> Bool {
      one.time < other.time || one.time == other.time && one.number < other.number
    }
  }

  fileprivate enum End {
    case call(@Sendable () -> Void)
    /// A task sleeps until then.
    case wake(UnsafeContinuation<Void, any Error>)
    /// A task is about to sleep.
    case nobody
    /// Its task was cancelled before it slept.
    case cancelled
  }

  private let lock = Lock()
  @exclusivity(unchecked) private var timers = SortedList<Timer>()
  @exclusivity(unchecked) private var lastNumber = 0
  /// When the tasks wake that sleep until the first timers are due, the latest one first. Each new one sleeps for a shorter time than
  /// those before.
  @exclusivity(unchecked) private var alarms: [Int64] = []

  package init() {}

  /// Whether no timer waits, and how many alarms are set.
  var isEmpty: Bool { lock.withLock { timers.isEmpty } }
  var alarmCount: Int { lock.withLock { alarms.count } }

  /// Calls a function once when some time has passed, unless ``remove(_:)`` comes first.
  @usableFromInline package func add(after duration: Duration, _ fire: @escaping @Sendable () -> Void) -> Timer {
    let timer = Timer(enfold_continuous_now().addingWithoutOverflow(duration.wholeNanoseconds), .call(fire))
    let alarm = lock.withLock { insert(timer) }
    if let alarm { setAlarm(alarm) }
    return timer
  }

  /// Ends a timer. False if its function was called or is about to be.
  @discardableResult package func remove(_ timer: Timer) -> Bool { lock.withLock { timers.remove(timer) } }

  /// Adds a timer, and returns what ``newAlarm()`` does. With the lock held.
  private func insert(_ timer: Timer) -> Int64? {
    lastNumber += 1
    timer.number = lastNumber
    timers.insert(timer)
    return newAlarm()
  }

  // MARK: Sleeping

  /// Sleeps until a time. Throws if the task is cancelled before.
  ///
  /// - Parameter time: in nanoseconds of the continuous clock. If it has passed, other tasks get a turn.
  package func sleep(until time: Int64) async throws {
    if time <= enfold_continuous_now() {
      await Task.yield()
      return try Task.checkCancellation()
    }
    let timer = Timer(time, .nobody)
    try await withTaskCancellationHandler {
      try await withUnsafeThrowingContinuation { sleep(timer, $0) }
    } onCancel: {
      cancelSleep(timer)
    }
  }

  private func sleep(_ timer: Timer, _ sleeper: UnsafeContinuation<Void, any Error>) {
    let (isCancelled, alarm) = lock.withLock { () -> (Bool, Int64?) in
      if case .cancelled = timer.end { return (true, nil) }
      timer.end = .wake(sleeper)
      return (false, insert(timer))
    }
    if isCancelled { sleeper.resume(throwing: CancellationError()) }
    if let alarm { setAlarm(alarm) }
  }

  private func cancelSleep(_ timer: Timer) {
    let sleeper = lock.withLock { () -> UnsafeContinuation<Void, any Error>? in
      defer { timer.end = .cancelled }
      guard case .wake(let sleeper) = timer.end, timers.remove(timer) else { return nil }
      return sleeper
    }
    sleeper?.resume(throwing: CancellationError())
  }

  // MARK: Alarms

  /// The time until which one more task has to sleep now: if the first timer comes before all alarms. With the lock held.
  private func newAlarm() -> Int64? {
    guard let first = timers.first?.time, first < alarms.last ?? .max else { return nil }
    alarms.append(first)
    return first
  }

  private func setAlarm(_ alarm: Int64) {
    let now = enfold_continuous_now()
    let left = Duration.nanoseconds(alarm > now ? alarm - now : 0)
    Task<Void, Never>.detached { [self] in
      try? await ContinuousClock().sleep(for: left)
      ring(alarm)
    }
  }

  private func ring(_ alarm: Int64) {
    let now = enfold_continuous_now()
    var due: [End] = []
    let next = lock.withLock { () -> Int64? in
      if let place = alarms.lastIndex(of: alarm) { alarms.remove(at: place) }
      while let first = timers.first, first.time <= now {
        due.append(first.end)
        timers.remove(first)
      }
      return newAlarm()
    }
    if let next { setAlarm(next) }
    let last = due.popLast()
    for end in due { end.happen { call in Task.detached { call() } } }
    last?.happen { $0() }
  }
}

extension TimerQueue.End {
  /// - Parameter run: runs a function.
  fileprivate func happen(_ run: (@escaping @Sendable () -> Void) -> Void) {
    switch self {
    case .call(let function): run(function)
    case .wake(let sleeper): sleeper.resume()
    case .nobody, .cancelled: break
    }
  }
}

extension Duration {
  /// Rounded up; at most what fits.
  var wholeNanoseconds: Int64 {
    let (seconds, attoseconds) = components
    let (whole, overflows) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    return overflows
      ? (seconds < 0 ? .min : .max)
      : whole.addingWithoutOverflow((attoseconds + (attoseconds > 0 ? 999_999_999 : 0)) / 1_000_000_000)
  }
}

extension Int64 {
  func addingWithoutOverflow(_ other: Int64) -> Int64 {
    let (sum, overflows) = addingReportingOverflow(other)
    return overflows ? (other < 0 ? .min : .max) : sum
  }
}
