// EffectRegistry: the running effects of one store, and the tasks that they belong to.
import Synchronization

/// Every effect that runs in one store. One lock guards it, the effects and the accounts: their transitions touch
/// several of them at once.
///
/// An effect is registered when it starts and leaves exactly once: when its work returns or when it is cancelled,
/// whichever comes first. Cancelling ends it at once for the store; its work may still be unwinding.
@usableFromInline final class EffectRegistry: @unchecked Sendable {
  // Unchecked: everything mutable here, in EffectRun and in the accounts is atomic or touched under `lock` only, but
  // for members that say that only the drainer touches them.
  @usableFromInline let lock = Lock()
  private var runs: [ObjectIdentifier: EffectRun] = [:]
  /// The parts that have not ended.
  private var partCount = 0
  /// The parts that have an id. Nil until there is one. Only the drainer sets it.
  @exclusivity(unchecked) private(set) var ids: EffectIndex?
  /// The siblings for which something runs, or ran until lately. Only the drainer touches it.
  @exclusivity(unchecked) @usableFromInline var siblingEffects: [SiblingEffects.Key: SiblingEffects] = [:]
  /// The siblings that are looked for after every commit. The others are *watched*: they are looked for when their
  /// place was written. Only the drainer touches these, too.
  @exclusivity(unchecked) var unwatched: [SiblingEffects] = []
  /// The siblings that could be watched, and are not yet.
  @exclusivity(unchecked) var unsettled: [SiblingEffects] = []
  /// When there are more siblings than this, those for which nothing runs are removed.
  @exclusivity(unchecked) var siblingLimit = Sizes.of(64, tiny: 2)
  private var isClosed = false
  private let count = Atomic<Int>(0)
  /// Who is told when an effect ended and none runs: the store's engine.
  private weak let owner: (any EffectOwner)?

  init(owner: (any EffectOwner)? = nil) { self.owner = owner }

  /// The number of running effects, those included whose end is just being dealt with.
  @usableFromInline var running: Int { count.load(ordering: .sequentiallyConsistent) }

  /// Nothing runs and nothing is remembered.
  var isEmpty: Bool { lock.withLock { runs.isEmpty && partCount == 0 && ids?.count ?? 0 == 0 } }

  /// The parts that have an id. On the draining thread, without the lock.
  private var madeIDs: EffectIndex {
    if let ids { return ids }
    let made = EffectIndex()
    lock.withLock { ids = made }
    return made
  }

  /// The running effects, in no order.
  var effects: [RunningEffect] { lock.withLock { runs.values.compactMap(\.described) } }

  // MARK: Runs

  /// Registers an effect that is about to start; nil if its account was cancelled or the store closed.
  ///
  /// - Parameter whenEnded: called when it ends after ``attach(_:to:)``, unless its whole account was cancelled.
  @usableFromInline func begin(
    in account: EffectAccount, described: RunningEffect? = nil, whenEnded: (@Sendable () -> Void)?
  ) -> EffectRun? {
    guard account.enter() else { return nil }
    let run = EffectRun(account: account, described: described, whenEnded: whenEnded)
    let (begins, hasClosed) = lock.withLock { () -> (Bool, Bool) in
      if isClosed || account.isCancelled { return (false, isClosed) }
      runs[ObjectIdentifier(run)] = run
      account.runs[ObjectIdentifier(run)] = run
      count.add(1, ordering: .sequentiallyConsistent)
      return (true, false)
    }
    if !begins { hasClosed ? account.leaveCancelled() : account.leave() }
    return begins ? run : nil
  }

  /// Hands over the Swift task of an effect; cancels it if the effect has been cancelled meanwhile.
  ///
  /// - Returns: true if the effect has ended already and its caller is to go on with the next part.
  @usableFromInline func attach(_ work: Task<Void, Never>, to run: EffectRun) -> Bool {
    let (isCancelled, goesOn) = lock.withLock {
      run.isAttached = true
      if !run.isEnded { run.work = work }
      return (run.isCancelled, run.isEnded && !run.account.isCancelled)
    }
    if isCancelled { work.cancel() }
    return goesOn
  }

  /// The work returned. `failed` is called with the error, if it failed and had not ended before.
  @usableFromInline func end(_ run: EffectRun, _ outcome: EffectOutcome, failed: (any Error) -> Void) {
    guard let ending = lock.withLock({ detach(run, outcome) }) else { return }
    if case .failed(let error) = outcome { failed(error) }
    ending.perform()
  }

  /// Whether the work was cancelled, also by the end of the store.
  func wasCancelled(_ run: EffectRun) -> Bool {
    lock.withLock { run.isCancelled || run.account.isCancelled || isClosed }
  }

  // MARK: Parts of trees

  /// Registers a part of a tree that is about to start; false if its account was cancelled or the store closed. On the
  /// draining thread.
  func open(_ part: PartAccount) -> Bool {
    guard let parent = part.parent, parent.enter() else { return false }
    let keys = part.id.map { EffectKey.all(of: $0, at: part.path) } ?? []
    let entries = keys.map { madeIDs.entry(of: $0, lock) } + part.children.map(entry)
    let (opens, hasClosed) = lock.withLock { () -> (Bool, Bool) in
      if isClosed || parent.isCancelled { return (false, isClosed) }
      parent.parts[ObjectIdentifier(part)] = part
      part.entries = entries
      for entry in entries { entry.insert(part) }
      partCount += 1
      return (true, false)
    }
    if !opens { hasClosed ? parent.leaveCancelled() : parent.leave() }
    return opens
  }

  /// A part has ended.
  func remove(_ part: PartAccount) {
    lock.withLock {
      guard part.parent?.parts.removeValue(forKey: ObjectIdentifier(part)) != nil else { return }
      for entry in part.entries { entry.remove(part) }
      partCount -= 1
    }
  }

  // MARK: Cancelling

  /// Cancels everything that belongs to an account. If it is that of a task, its reactions go on, as tasks of their own.
  func cancel(_ account: EffectAccount) {
    let (endings, reactions) = lock.withLock { () -> ([Ending], Int) in
      let task = account as? TaskAccount
      if let task, task.result != nil { return ([], 0) }
      return (detachAll(in: [account]), task?.letReactionsGo() ?? 0)
    }
    for ending in endings { ending.perform() }
    for _ in 0..<reactions { account.leave() }
  }

  /// Cancels the effects of an id, at the path of an account and below; but not an effect that the account belongs to.
  /// On the draining thread.
  @usableFromInline func cancel(_ id: EffectID, seenFrom account: EffectAccount) {
    if let ids { cancel([ids.entry(of: EffectKey(id: id, path: account.path), lock)], seenFrom: account) }
  }

  /// Cancels the parts with some keys, but not a part that the account is in.
  func cancel(_ entries: [EffectEntry], seenFrom account: EffectAccount? = nil) {
    var above: Set<ObjectIdentifier> = []
    var next = account as? PartAccount
    while let part = next {
      above.insert(ObjectIdentifier(part))
      next = part.parent as? PartAccount
    }
    let endings = lock.withLock {
      detachAll(in: entries.flatMap(\.parts.values).filter { !above.contains(ObjectIdentifier($0)) })
    }
    for ending in endings { ending.perform() }
  }

  /// Cancels everything, now and whatever would start later.
  func close() {
    let endings = lock.withLock {
      isClosed = true
      return runs.values.compactMap { run in
        var account: EffectAccount? = run.account
        while let next = account, !next.isCancelled {
          next.cancel()
          account = (next as? PartAccount)?.parent
        }
        run.account.task.cancel()
        return detach(run, .cancelled)
      }
    }
    for ending in endings { ending.perform() }
  }

  // With the lock held.
  private func detachAll(in accounts: [EffectAccount]) -> [Ending] {
    var endings: [Ending] = []
    var left = accounts
    while let account = left.popLast() {
      account.cancel()
      endings += account.runs.values.compactMap { detach($0, .cancelled) }
      left.append(contentsOf: account.parts.values.map { $0 })
    }
    return endings
  }

  // With the lock held.
  private func detach(_ run: EffectRun, _ outcome: EffectOutcome) -> Ending? {
    guard !run.isEnded else { return nil }
    run.ended.store(true, ordering: .releasing)
    runs[ObjectIdentifier(run)] = nil
    run.account.runs[ObjectIdentifier(run)] = nil
    let work = run.work
    run.work = nil
    if case .failed(let error) = outcome { run.account.task.failWithLock(error) }
    if case .cancelled = outcome { run.isCancelled = true }
    return Ending(
      registry: self, account: run.account, work: run.isCancelled ? work : nil, whenEnded: run.takeWhenEnded(),
      goesOn: run.isAttached && !run.account.isCancelled)
  }

  /// The work that is left when an effect has ended. It is done without the lock.
  private struct Ending {
    let registry: EffectRegistry
    let account: EffectAccount
    let work: Task<Void, Never>?
    let whenEnded: (@Sendable () -> Void)?
    let goesOn: Bool

    func perform() {
      work?.cancel()
      // The order matters. The effects that begin next still belong to the account. When a store is idle, its tasks
      // have results. The effect stops counting as running before anybody is told its result.
      if goesOn { whenEnded?() }
      let task = account.leaveQuietly()
      let isQuiet = registry.count.subtract(1, ordering: .sequentiallyConsistent).newValue == 0
      task?.tell()
      if isQuiet { registry.owner?.effectsEnded() }
    }
  }
}

/// Whose effects are in a registry.
@usableFromInline protocol EffectOwner: AnyObject, Sendable {
  /// Called on any thread when an effect ended and none runs.
  func effectsEnded()
}
