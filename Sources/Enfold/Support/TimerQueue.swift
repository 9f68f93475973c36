// TimerQueue: what is to happen at a time. One task sleeps for all of it.
import CEnfoldSupport

/// Calls functions when their times have come, by the system's continuous clock. Each runs in a task of its own, so one that takes
/// long keeps no other waiting.
///
/// A timer that is replaced by a later one costs no system call: the task that sleeps wakes too early, looks, and sleeps again.
@usableFromInline package final class TimerQueue: @unchecked Sendable {
  // Unchecked: everything that changes is touched under `lock` only.

  /// The queue of this copy of the library.
  @usableFromInline package static let shared = TimerQueue()

  /// A function and its time. Equal times are in the order in which the timers were added.
  @usableFromInline package final class Timer: Comparable, Sendable {
    /// In nanoseconds.
    fileprivate let time: Int64
    fileprivate let number: Int
    fileprivate let fire: @Sendable () -> Void

    fileprivate init(_ time: Int64, _ number: Int, _ fire: @escaping @Sendable () -> Void) {
      self.time = time
      self.number = number
      self.fire = fire
    }

    @usableFromInline package static func == (one: Timer, other: Timer) -> Bool { one === other }
    @usableFromInline package static func < (one: Timer, other: Timer) -> Bool {
      one.time < other.time || one.time == other.time && one.number < other.number
    }
  }

  private let lock = Lock()
  private var timers = SortedList<Timer>()
  private var lastNumber = 0
  /// When the tasks that sleep wake, the latest one first. Each new one sleeps for a shorter time than those before.
  private var alarms: [Int64] = []

  package init() {}

  /// Whether no timer waits, and how many tasks sleep.
  var isEmpty: Bool { lock.withLock { timers.isEmpty } }
  var sleeperCount: Int { lock.withLock { alarms.count } }

  /// Calls a function once when some time has passed, unless ``remove(_:)`` comes first.
  @usableFromInline package func add(after duration: Duration, _ fire: @escaping @Sendable () -> Void) -> Timer {
    let time = enfold_continuous_now().addingWithoutOverflow(duration.wholeNanoseconds)
    let (timer, alarm) = lock.withLock { () -> (Timer, Int64?) in
      lastNumber += 1
      let timer = Timer(time, lastNumber, fire)
      timers.insert(timer)
      return (timer, newAlarm())
    }
    if let alarm { sleep(until: alarm) }
    return timer
  }

  /// Ends a timer. False if its function was called or is about to be.
  @discardableResult package func remove(_ timer: Timer) -> Bool { lock.withLock { timers.remove(timer) } }

  // MARK: Sleeping

  /// The time until which one more task has to sleep now: if the first timer comes before all alarms. With the lock held.
  private func newAlarm() -> Int64? {
    guard let first = timers.first?.time, first < alarms.last ?? .max else { return nil }
    alarms.append(first)
    return first
  }

  private func sleep(until alarm: Int64) {
    let left = Duration.nanoseconds(max(alarm - enfold_continuous_now(), 0))
    Task<Void, Never>.detached { [self] in
      try? await ContinuousClock().sleep(for: left)
      wake(alarm)
    }
  }

  private func wake(_ alarm: Int64) {
    let now = enfold_continuous_now()
    var due: [Timer] = []
    let next = lock.withLock { () -> Int64? in
      if let place = alarms.lastIndex(of: alarm) { alarms.remove(at: place) }
      while let first = timers.first, first.time <= now {
        due.append(first)
        timers.remove(first)
      }
      return newAlarm()
    }
    if let next { sleep(until: next) }
    let last = due.popLast()
    for timer in due { Task.detached { timer.fire() } }
    last?.fire()
  }
}

extension Duration {
  /// Rounded up; at most what fits.
  fileprivate var wholeNanoseconds: Int64 {
    let (seconds, attoseconds) = components
    let (whole, overflows) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    return overflows
      ? (seconds < 0 ? .min : .max) : whole.addingWithoutOverflow((attoseconds + 999_999_999) / 1_000_000_000)
  }
}

extension Int64 {
  fileprivate func addingWithoutOverflow(_ other: Int64) -> Int64 {
    let (sum, overflows) = addingReportingOverflow(other)
    return overflows ? (other < 0 ? .min : .max) : sum
  }
}
