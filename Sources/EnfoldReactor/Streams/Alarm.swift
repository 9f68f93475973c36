// Alarm: wakes an operator when its time has come.
import Enfold
import OpenCombine

/// The time of one subscription, measured from its beginning on the clock of the dependencies that were bound there.
final class Alarm: @unchecked Sendable {
  // Unchecked: what changes is guarded by the lock.
  private let sleep: @Sendable (_ until: Duration) async throws -> Void
  private let time: @Sendable () -> Duration
  private let executor: (any TaskExecutor)?
  private let lock = Lock()
  /// The task that waits, if there is one, and how many there have been.
  private var task: Task<Void, Never>?
  private var count = 0
  private var isCancelled = false

  /// - Parameter clock: nil is the dependency `clock`.
  init(_ clock: (any Clock<Duration>)?, _ surroundings: Surroundings) {
    let values = surroundings.values
    let clock: any Clock<Duration> = clock ?? values.clock
    (time, sleep) = Self.begin(clock)
    executor = values.effectExecutor
  }

  private static func begin<C: Clock<Duration>>(
    _ clock: C
  ) -> (@Sendable () -> Duration, @Sendable (Duration) async throws -> Void) {
    let start = clock.now
    return (
      { start.duration(to: clock.now) }, { try await clock.sleep(until: start.advanced(by: $0), tolerance: nil) }
    )
  }

  /// How much time has passed.
  var now: Duration { time() }

  /// Calls `ring` at a time, and again at the time that it returns, until it returns nil. Not called while it is set.
  func set(at due: Duration, ring: @escaping @Sendable () -> Duration?) {
    let number = lock.withLock {
      count += 1
      return count
    }
    let task = Task.immediate(executorPreference: executor) { [sleep] in
      var due: Duration? = due
      while let time = due {
        guard (try? await sleep(time)) != nil else { return }
        if Task.isCancelled { return }
        due = ring()
      }
    }
    let isCancelled = lock.withLock {
      // Its first ring may have come already, and may have set the alarm anew.
      if number == count { self.task = task }
      return self.isCancelled
    }
    if isCancelled { task.cancel() }
  }

  /// It does not ring any more.
  func cancel() {
    let task = lock.withLock {
      isCancelled = true
      return self.task
    }
    task?.cancel()
  }
}

extension Junction {
  /// A stream of which each subscription is a junction with an alarm. The alarm is cancelled when all is over.
  static func stream(
    on clock: (any Clock<Duration>)?, _ make: @escaping (Junction, Alarm) -> Void
  ) -> AnyPublisher<Output, Failure> {
    stream { junction in
      let alarm = Alarm(clock, junction.surroundings)
      junction.whenOver(alarm.cancel)
      make(junction, alarm)
    }
  }
}
