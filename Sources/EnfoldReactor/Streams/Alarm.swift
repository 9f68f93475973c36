// Alarm: wakes an operator when its time has come.
import Enfold
import OpenCombine

/// The time of one subscription, measured from its beginning on the clock of the dependencies that were bound there.
final class Alarm: @unchecked Sendable {
  // Unchecked: what changes is guarded by the lock.
  private let sleep: @Sendable (_ until: Duration) async throws -> Void
  private let time: @Sendable () -> Duration
  private let executor: (any TaskExecutor)?
  /// The values of its operator that wait; nil if the stream is not one of a reactor's transforms.
  let waits: WaitingValues?
  private let lock = Lock()
  /// The task that waits, if there is one, and how many there have been.
  private var task: Task<Void, Never>?
  private var count = 0
  private var isCancelled = false

  /// - Parameters:
  ///   - clock: nil is the dependency `clock`.
  ///   - origin: where an operator in which values wait was written; nil if none wait.
  init(_ clock: (any Clock<Duration>)?, _ surroundings: Surroundings, _ origin: EffectOrigin? = nil) {
    waits = if let origin, let desk = surroundings.desk { WaitingValues(at: desk, origin) } else { nil }
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
    waits?.end()
  }
}

extension Junction {
  /// A stream of which each subscription is a junction with an alarm. The alarm is cancelled when all is over.
  ///
  /// - Parameter origin: where the operator was written.
  static func stream(
    on clock: (any Clock<Duration>)?, _ origin: EffectOrigin, _ make: @escaping (Junction, Alarm) -> Void
  ) -> AnyPublisher<Output, Failure> {
    stream { junction in
      let alarm = Alarm(clock, junction.surroundings, origin)
      junction.whenOver(alarm.cancel)
      make(junction, alarm)
    }
  }
}
