// HostClockExecutor: where effects run while the host moves the clock.
import Enfold

/// Runs the parts of effects where they always run, and counts them. So the host knows when all effects have gone as far as
/// they can, and lets time pass only then.
///
/// It does not count what an effect waits for elsewhere, such as an answer of the host or a task that the effect has made
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
