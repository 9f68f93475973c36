// The running effects of one store, and the tasks they belong to.
import Synchronization

/// Every effect that runs in one store. One lock guards it, the effects and the tasks: their transitions touch several
/// of them at once.
///
/// An effect is registered when it starts and leaves exactly once: when its work returns or when it is cancelled,
/// whichever comes first. Cancelling ends it at once for the store; its work may still be unwinding.
@usableFromInline final class EffectRegistry: @unchecked Sendable {
  // Unchecked: everything mutable here, in EffectRun and in TaskNode is touched under `lock` only.
  @usableFromInline let lock = Lock()
  private var runs: [ObjectIdentifier: EffectRun] = [:]
  private var isClosed = false
  private let count = Atomic<Int>(0)
  /// Called when an effect ended and none runs. Set once, before the first effect.
  @usableFromInline var whenQuiet: (@Sendable () -> Void)?

  @usableFromInline init() {}
  deinit { lock.deallocate() }

  /// The number of running effects.
  @usableFromInline var running: Int { count.load(ordering: .sequentiallyConsistent) }

  /// Registers an effect that is about to start; nil if its task was cancelled or the store closed.
  func begin(for task: TaskNode, whenEnded: (@Sendable () -> Void)?) -> EffectRun? {
    lock.withLock {
      if isClosed || task.isCancelled { return nil }
      let run = EffectRun(task: task, whenEnded: whenEnded)
      runs[ObjectIdentifier(run)] = run
      task.runs[ObjectIdentifier(run)] = run
      task.pending += 1
      count.add(1, ordering: .sequentiallyConsistent)
      return run
    }
  }

  /// Hands over the Swift task of an effect; cancels it if the effect has been cancelled meanwhile.
  func attach(_ task: Task<Void, Never>, to run: EffectRun) {
    let isCancelled = lock.withLock {
      if !run.isEnded { run.work = task }
      return run.isCancelled
    }
    if isCancelled { task.cancel() }
  }

  func isEnded(_ run: EffectRun) -> Bool { lock.withLock { run.isEnded } }

  /// The work returned. False if the effect had ended before.
  func end(_ run: EffectRun, _ outcome: EffectOutcome) -> Bool {
    let ending = lock.withLock { detach(run, outcome) }
    ending?.perform()
    return ending != nil
  }

  /// Cancels everything that belongs to a task.
  func cancel(_ task: TaskNode) {
    let endings = lock.withLock {
      task.isCancelled = task.result == nil
      return task.runs.values.compactMap { detach($0, .cancelled) }
    }
    for ending in endings { ending.perform() }
  }

  /// Cancels everything, now and whatever would start later.
  func close() {
    let endings = lock.withLock {
      isClosed = true
      return runs.values.compactMap { run in
        run.task.isCancelled = true
        return detach(run, .cancelled)
      }
    }
    for ending in endings { ending.perform() }
  }

  /// One thing fewer that a task waits for: an action was reduced or dropped, a sequence came to its end.
  @usableFromInline func leave(_ task: TaskNode, cancelled: Bool = false) {
    let waiters = lock.withLock {
      if cancelled { task.isCancelled = true }
      return task.leave()
    }
    waiters?.resume()
  }

  /// One more thing that a task waits for.
  @usableFromInline func enter(_ task: TaskNode) { lock.withLock { task.pending += 1 } }

  // With the lock held.
  private func detach(_ run: EffectRun, _ outcome: EffectOutcome) -> Ending? {
    guard !run.isEnded else { return nil }
    run.isEnded = true
    runs[ObjectIdentifier(run)] = nil
    run.task.runs[ObjectIdentifier(run)] = nil
    count.subtract(1, ordering: .sequentiallyConsistent)
    var work: Task<Void, Never>?
    switch outcome {
    case .cancelled:
      run.isCancelled = true
      work = run.work
    case .failed(let error): run.task.failure = run.task.failure ?? error
    case .finished: break
    }
    run.work = nil
    return Ending(registry: self, task: run.task, work: work, whenEnded: run.takeWhenEnded())
  }

  /// What remains to be done without the lock after an effect ended. The task is left last, so that whatever
  /// `whenEnded` starts next still belongs to it.
  private struct Ending {
    let registry: EffectRegistry
    let task: TaskNode
    let work: Task<Void, Never>?
    let whenEnded: (@Sendable () -> Void)?

    func perform() {
      work?.cancel()
      whenEnded?()
      registry.leave(task)
      if registry.running == 0 { registry.whenQuiet?() }
    }
  }
}

/// One running effect. Guarded by its registry's lock.
final class EffectRun: @unchecked Sendable {
  // Unchecked: see EffectRegistry.
  let task: TaskNode
  var work: Task<Void, Never>?
  var isEnded = false
  var isCancelled = false
  private var whenEnded: (@Sendable () -> Void)?

  init(task: TaskNode, whenEnded: (@Sendable () -> Void)?) {
    self.task = task
    self.whenEnded = whenEnded
  }

  func takeWhenEnded() -> (@Sendable () -> Void)? {
    defer { whenEnded = nil }
    return whenEnded
  }
}
