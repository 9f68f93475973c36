// EffectExecutor: where the effects of a test store run.
import Dispatch

/// Runs the parts of effects one after the other, in the order in which they are woken, on a thread that does nothing
/// else. So it is known when all of them have gone as far as they can, and they go the same way in every run of a test.
///
/// What an effect waits for elsewhere, such as a request or a task of its own making, is not known here. An effect that
/// blocks the thread holds up the others.
final class EffectExecutor: TaskExecutor {
  private struct Content {
    var waiting = 0
    var done = 0
  }

  private let queue: DispatchQueue
  private let content = Locked(Content())
  private let changed: @Sendable () -> Void

  /// - Parameters:
  ///   - queue: a serial one.
  ///   - changed: called when nothing waits any more, and now and then while something does.
  init(on queue: DispatchQueue, changed: @escaping @Sendable () -> Void) {
    self.queue = queue
    self.changed = changed
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    content.withLock { $0.waiting += 1 }
    queue.async { [self] in
      job.runSynchronously(on: asUnownedTaskExecutor())
      let isWorthTelling = content.withLock { content in
        content.waiting -= 1
        content.done += 1
        return content.waiting == 0 || content.done.isMultiple(of: 256)
      }
      if isWorthTelling { changed() }
    }
  }

  /// Does something before anything that it wakes: nothing new is run meanwhile.
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
