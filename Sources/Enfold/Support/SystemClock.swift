// SystemClock: the clock of programs in use. Its sleepers wait in the timer queue.
import CEnfoldSupport

/// The system's continuous clock, which goes on while the system sleeps. A sleeper costs one entry of the queue, where
/// `ContinuousClock` makes a timer of the system for each.
struct SystemClock: Clock {
  struct Instant: InstantProtocol {
    /// Nanoseconds of the continuous clock.
    fileprivate var time: Int64

    func advanced(by duration: Duration) -> Instant {
      Instant(time: time.addingWithoutOverflow(duration.wholeNanoseconds))
    }

    func duration(to other: Instant) -> Duration { .nanoseconds(other.time) - .nanoseconds(time) }

    static func < (first: Instant, second: Instant) -> Bool { first.time < second.time }
  }

  var now: Instant { Instant(time: enfold_continuous_now()) }
  var minimumResolution: Duration { .nanoseconds(1) }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    try await TimerQueue.shared.sleep(until: deadline.time)
  }
}
