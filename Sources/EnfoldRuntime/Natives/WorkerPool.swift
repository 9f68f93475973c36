// WorkerPool: the threads of natives that may block.
import CEnfoldSupport
import Enfold
import EnfoldJSON
import Glibc

/// Threads that run one job after the other. There are as many as are needed, up to a limit; further jobs wait. A
/// thread that has had nothing to do for a while ends.
final class WorkerPool: @unchecked Sendable {
  // Unchecked: what changes is used with the lock held only.
  typealias Job = @Sendable () -> Void

  static let shared = WorkerPool()

  static var greatestCount: Int { Sizes.of(64, tiny: 2) }
  private static let patience: Int64 = 10_000

  private let lock = Lock()
  private let condition: UnsafeMutablePointer<enfold_condition>
  private var jobs = BlockQueue<Job>()
  private var jobCount = 0
  private var count = 0
  private var idleCount = 0

  private init() {
    condition = .allocate(capacity: 1)
    enfold_condition_init(condition)
  }

  /// Runs a job on a thread of the pool. If there is none and the system gives none, returns why; then the job does not
  /// run.
  func run(_ job: @escaping Job) -> String? {
    lock.withLock {
      if idleCount <= jobCount, count < Self.greatestCount {
        let problem = startThread()
        if problem == 0 { count += 1 } else if count == 0 { return String(cString: strerror(problem)) }
      }
      jobs.append(job)
      jobCount += 1
      if idleCount > 0 { enfold_condition_broadcast(condition) }
      return nil
    }
  }

  /// Returns 0, or the number of the error.
  private func startThread() -> Int32 {
    let run: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { _ in
      WorkerPool.shared.work()
      return nil
    }
    return enfold_thread_start(run)
  }

  private func work() { while let job = next() { job() } }

  /// The next job of this thread; nil if the thread is to end.
  private func next() -> Job? {
    lock.withLock {
      let deadline = Deadline(milliseconds: Self.patience)
      while true {
        if let job = jobs.popFirst() {
          jobCount -= 1
          return job
        }
        if deadline.isOver {
          count -= 1
          return nil
        }
        idleCount += 1
        lock.wait(for: condition, until: deadline.nanoseconds)
        idleCount -= 1
      }
    }
  }
}
