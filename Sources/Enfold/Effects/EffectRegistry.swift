// The running effects of one store, and the tasks they belong to.
import Synchronization

/// Every effect that runs in one store. One lock guards it, the effects and the tasks: their transitions touch several
/// of them at once.
///
/// An effect is registered when it starts and leaves exactly once: when its work returns or when it is cancelled,
/// whichever comes first. Cancelling ends it at once for the store; its work may still be unwinding.
@usableFromInline final class EffectRegistry: @unchecked Sendable {
  // Unchecked: everything mutable here, in EffectRun and in TaskNode is atomic or touched under `lock` only.
  @usableFromInline let lock = Lock()
  private var runs: [ObjectIdentifier: EffectRun] = [:]
  private var isClosed = false
  private let count = Atomic<Int>(0)
  /// Called when an effect ended and none runs. Set once, before the first effect.
  @usableFromInline var whenQuiet: (@Sendable () -> Void)?

  @usableFromInline init() {}
  deinit { lock.deallocate() }

  /// The number of running effects, those included whose end is just being dealt with.
  @usableFromInline var running: Int { count.load(ordering: .sequentiallyConsistent) }

  /// Registers an effect that is about to start; nil if its task was cancelled or the store closed.
  ///
  /// - Parameter whenEnded: called when it ends after ``attach(_:to:)``, unless its whole task was cancelled.
  @usableFromInline
  func begin(for task: TaskNode, whenEnded: (@Sendable () -> Void)?) -> EffectRun? {
    guard task.enter() else { return nil }
    let run = EffectRun(task: task, whenEnded: whenEnded)
    let begins = lock.withLock {
      if isClosed || task.isCancelled { return false }
      runs[ObjectIdentifier(run)] = run
      task.runs[ObjectIdentifier(run)] = run
      count.add(1, ordering: .sequentiallyConsistent)
      return true
    }
    if !begins { task.leaveCancelled() }
    return begins ? run : nil
  }

  /// Hands over the Swift task of an effect; cancels it if the effect has been cancelled meanwhile.
  ///
  /// - Returns: true if the effect has ended already and its caller is to go on with what comes after it.
  @usableFromInline
  func attach(_ work: Task<Void, Never>, to run: EffectRun) -> Bool {
    let (isCancelled, goesOn) = lock.withLock {
      run.isAttached = true
      if !run.isEnded { run.work = work }
      return (run.isCancelled, run.isEnded && !run.task.isCancelled)
    }
    if isCancelled { work.cancel() }
    return goesOn
  }

  /// The work returned. `failed` is called with the error, if it failed and had not ended before.
  @usableFromInline
  func end(_ run: EffectRun, _ outcome: EffectOutcome, failed: (any Error) -> Void) {
    guard let ending = lock.withLock({ detach(run, outcome) }) else { return }
    if case .failed(let error) = outcome { failed(error) }
    ending.perform()
  }

  /// Cancels everything that belongs to a task.
  func cancel(_ task: TaskNode) {
    let endings = lock.withLock {
      if task.result == nil { task.cancel() }
      return task.runs.values.compactMap { detach($0, .cancelled) }
    }
    for ending in endings { ending.perform() }
  }

  /// Cancels everything, now and whatever would start later.
  func close() {
    let endings = lock.withLock {
      isClosed = true
      return runs.values.compactMap { run in
        run.task.cancel()
        return detach(run, .cancelled)
      }
    }
    for ending in endings { ending.perform() }
  }

  // With the lock held.
  private func detach(_ run: EffectRun, _ outcome: EffectOutcome) -> Ending? {
    guard !run.isEnded else { return nil }
    run.ended.store(true, ordering: .releasing)
    runs[ObjectIdentifier(run)] = nil
    run.task.runs[ObjectIdentifier(run)] = nil
    let work = run.work
    run.work = nil
    if case .failed(let error) = outcome { run.task.failure = run.task.failure ?? error }
    if case .cancelled = outcome { run.isCancelled = true }
    return Ending(
      registry: self, task: run.task, work: run.isCancelled ? work : nil, whenEnded: run.takeWhenEnded(),
      goesOn: run.isAttached && !run.task.isCancelled)
  }

  /// What remains to be done without the lock after an effect ended. The task is left last, so that whatever
  /// `whenEnded` starts next still belongs to it, and the store is not idle in between.
  private struct Ending {
    let registry: EffectRegistry
    let task: TaskNode
    let work: Task<Void, Never>?
    let whenEnded: (@Sendable () -> Void)?
    let goesOn: Bool

    func perform() {
      work?.cancel()
      if goesOn { whenEnded?() }
      let isQuiet = registry.count.subtract(1, ordering: .sequentiallyConsistent).newValue == 0
      task.leave()
      if isQuiet { registry.whenQuiet?() }
    }
  }
}

/// One running effect. Guarded by its registry's lock.
@usableFromInline final class EffectRun: @unchecked Sendable {
  // Unchecked: see EffectRegistry.
  let task: TaskNode
  var work: Task<Void, Never>?
  /// Written under the lock.
  @usableFromInline let ended = Atomic<Bool>(false)
  var isCancelled = false
  /// Whether its start is over.
  var isAttached = false
  private var whenEnded: (@Sendable () -> Void)?

  init(task: TaskNode, whenEnded: (@Sendable () -> Void)?) {
    self.task = task
    self.whenEnded = whenEnded
  }

  @inlinable var isEnded: Bool { ended.load(ordering: .acquiring) }

  func takeWhenEnded() -> (@Sendable () -> Void)? {
    defer { whenEnded = nil }
    return whenEnded
  }
}
