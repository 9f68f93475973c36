// EffectExecutor: where the effects of a test store run.
import Dispatch

/// Runs the parts of effects one after the other, in the order in which they are woken, on a thread that does nothing
/// else. So the store knows when all effects have gone as far as they can, and their order is the same in every run.
///
/// It does not know of what an effect waits for elsewhere, such as a request or a task that the effect has made itself. An
/// effect that blocks the thread holds up the others.
final class EffectExecutor: TaskExecutor {
  private struct Content {
    var waiting = 0
    var done = 0
    var changed: @Sendable () -> Void = {}
  }

  private let queue: DispatchQueue
  private let content = Locked(Content())

  /// - Parameter queue: a serial one.
  init(on queue: DispatchQueue) { self.queue = queue }

  /// Calls `changed` when nothing waits any more, and now and then while something does.
  func connect(_ changed: @escaping @Sendable () -> Void) { content.withLock { $0.changed = changed } }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    content.withLock { $0.waiting += 1 }
    queue.async { [self] in
      job.runSynchronously(on: asUnownedTaskExecutor())
      let changed = content.withLock { content in
        content.waiting -= 1
        content.done += 1
        return content.waiting == 0 || content.done.isMultiple(of: 256) ? content.changed : nil
      }
      changed?()
    }
  }

  /// Calls `body`. Tasks that it wakes do not run before it has returned.
  func hold<R>(while body: () -> R) -> R {
    queue.suspend()
    defer { queue.resume() }
    return body()
  }

  /// Whether everything that was woken has gone as far as it can.
  var isQuiet: Bool { content.withLock { $0.waiting == 0 } }

  /// How many parts have been run.
  var done: Int { content.withLock { $0.done } }
}
