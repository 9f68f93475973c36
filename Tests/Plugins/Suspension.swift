// leaveThread: an effect that goes on in another thread. Shared by the plugins of the tests.
import Glibc

/// Suspends, and goes on in another thread, if there is one.
///
/// `Task.yield()` alone may go on in the same thread without a suspension: it wakes a thread that may preempt this one, and resume the
/// task before it waits, on a busy machine a thousand times in a row. A sleep ends later.
func leaveThread() async {
  let first = thread()
  await Task.yield()
  for _ in 0..<50 where thread() == first { try? await Task.sleep(for: .milliseconds(1)) }
}

/// Not optimised: the compiler believes that a function stays in its thread, and would ask once.
@_optimize(none) @inline(never) private func thread() -> pthread_t { pthread_self() }
