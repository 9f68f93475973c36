// HostClockExecutor: where effects run while the host moves the clock.
import Enfold

/// Runs the parts of effects where they always run, and counts them. So the host knows when all effects have gone as far as
/// they can, and lets time pass only then.
///
/// What an effect waits for elsewhere is not known here: an answer of the host, for example, or a task that it has made
/// itself.
final class HostClockExecutor: TaskExecutor {
  private let clock: HostClock

  init(_ clock: HostClock) { self.clock = clock }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    clock.begin()
    Task.detached { [self] in clock.run(job, on: asUnownedTaskExecutor()) }
  }
}
