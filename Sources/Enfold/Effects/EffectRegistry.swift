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
  @exclusivity(unchecked) private var runs = EffectBag<EffectRun>()
  /// The parts that have not ended.
  @exclusivity(unchecked) private var partCount = 0
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
  @exclusivity(unchecked) private var isClosed = false
  private let count = Atomic<Int>(0)
  /// The number of delays so far.
  private let lastDelay = Atomic<UInt64>(0)
  /// Who is told when an effect ended and none runs: the store's engine.
  private weak let owner: (any EffectOwner)?

  init(owner: (any EffectOwner)? = nil) { self.owner = owner }

  func diagnose(_ diagnostic: Diagnostic) { owner?.diagnose(diagnostic) }

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

  /// The running effects whose actions are known, in no order.
  var effects: [RunningEffect] {
    lock.withLock { runs.all }.compactMap { run in run.action.map { RunningEffect(action: $0, effect: run.origin) } }
  }

  /// Where the running effects were written, in no order.
  var origins: [EffectOrigin] { lock.withLock { runs.all.map(\.origin) } }

  // MARK: Runs

  /// Registers an effect that is about to start; nil if its account was cancelled or the store closed.
  ///
  /// - Parameters:
  ///   - action: the name of the action whose reducer returned it, if somebody wants to know.
  ///   - isDelay: whether it only lets time pass; see ``endDelays()``.
  ///   - whenEnded: called when it ends after ``attach(_:to:)``, unless its whole account was cancelled.
  @usableFromInline func begin(
    in account: EffectAccount, _ origin: EffectOrigin, action: String? = nil, isDelay: Bool = false,
    whenEnded: (@Sendable () -> Void)?
  ) -> EffectRun? {
    guard account.enter() else { return nil }
    let delay = isDelay ? lastDelay.add(1, ordering: .relaxed).newValue : 0
    let run = EffectRun(account: account, origin: origin, action: action, delay: delay, whenEnded: whenEnded)
    let (begins, hasClosed) = lock.withLock { () -> (Bool, Bool) in
      if isClosed || account.isCancelled { return (false, isClosed) }
      run.places = (runs.add(run), account.runs.add(run))
      count.add(1, ordering: .sequentiallyConsistent)
      return (true, false)
    }
    if !begins { hasClosed ? account.leaveCancelled() : account.leave() }
    return begins ? run : nil
  }

  /// Hands over the work of an effect; cancels it if the effect has been cancelled meanwhile.
  ///
  /// - Returns: true if the effect has ended already and its caller is to go on with the next part.
  @usableFromInline func attach(_ work: RunningWork, to run: EffectRun) -> Bool {
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

  /// Registers values that wait for their time in a stream of a reactor. They count as an effect that runs: so the store is not
  /// idle, and its regular end waits for them.
  ///
  /// - Parameter early: see ``MutationHost``.
  /// - Returns: a function to call when none waits any more; nil if the store closed.
  func beginWait(_ origin: EffectOrigin, early: (@Sendable () -> Void)?) -> (@Sendable () -> Void)? {
    let account = TaskAccount(registry: self)
    defer { account.leave() }
    guard let run = begin(in: account, origin, isDelay: early != nil, whenEnded: early) else { return nil }
    _ = attach(.stream, to: run)
    return { self.drop(run) }
  }

  /// It is over, and what was to follow its end does not follow.
  private func drop(_ run: EffectRun) {
    let (past, ending) = lock.withLock { (run.takeWhenEnded(), detach(run, .finished)) }
    ending?.perform()
    withExtendedLifetime(past) {}  // without the lock: its end may run anything
  }

  /// Ends the delays, so that what waits for them begins: in the order in which they began to wait. On the draining thread, when
  /// nothing is being begun.
  func endDelays() {
    let delays = lock.withLock { runs.all.filter { $0.delay > 0 } }
    for run in delays.sorted(by: { $0.delay < $1.delay }) {
      let (work, ending) = lock.withLock { (run.work, detach(run, .finished)) }
      guard let ending else { continue }
      work?.cancel()  // it sleeps for nobody now
      ending.perform()
    }
  }

  /// Whether the work was cancelled, also by the end of the store.
  func wasCancelled(_ run: EffectRun) -> Bool {
    lock.withLock { run.isCancelled || run.account.isCancelled || isClosed }
  }

  // MARK: Parts of trees

  /// Registers a part of a tree that is about to start; false if its account was cancelled or the store closed. On the
  /// draining thread.
  ///
  /// - Parameter known: the entry of its id at its path, if that was looked up before.
  @usableFromInline func open(_ part: PartAccount, _ known: EffectEntry? = nil) -> Bool {
    guard let parent = part.parent, parent.enter() else { return false }
    var others: [EffectEntry] = []
    if part.path != nil {
      let keys = part.id.map { EffectKey.all(of: $0, at: part.path).dropFirst(known == nil ? 0 : 1) } ?? []
      others = keys.map { madeIDs.entry(of: $0, lock) } + part.children.map(entry)
    } else if known == nil, let id = part.id {
      others = [entry(of: id, at: nil)]
    }
    let (opens, hasClosed) = lock.withLock { () -> (Bool, Bool) in
      if isClosed || parent.isCancelled { return (false, isClosed) }
      part.place = parent.parts.add(part)
      known?.insert(part)
      for entry in others { entry.insert(part) }
      partCount += 1
      return (true, false)
    }
    if !opens { hasClosed ? parent.leaveCancelled() : parent.leave() }
    return opens
  }

  /// A part has ended.
  func remove(_ part: PartAccount) {
    let past = lock.withLock { () -> EffectBag<EffectEntry.Membership>? in
      guard let parent = part.parent, part.place >= 0 else { return nil }
      parent.parts.remove(at: part.place)?.place = part.place
      part.place = -1
      let past = exchange(&part.memberships, with: EffectBag())
      past.forEach { $0.end() }
      partCount -= 1
      return past
    }
    withExtendedLifetime(past) {}  // without the lock: the end of an id may run any code
  }

  // MARK: Cancelling

  /// Cancels everything that belongs to an account. If it is that of a task, its reactions go on, as tasks of their own.
  func cancel(_ account: EffectAccount) {
    var endings = EffectBag<Ending>()
    let reactions = lock.withLock { () -> Int in
      let task = account as? TaskAccount
      if let task, task.result != nil { return 0 }
      detachAll(in: account, &endings)
      return task?.letReactionsGo() ?? 0
    }
    endings.forEach { $0.perform() }
    for _ in 0..<reactions { account.leave() }
  }

  /// The entry of an id at a path. On the draining thread.
  @usableFromInline func entry(of id: EffectID, at path: ChildPath?) -> EffectEntry {
    madeIDs.entry(of: EffectKey(id: id, path: path), lock)
  }

  /// Cancels the effects of an id, at the path of an account and below; but not an effect that the account belongs to.
  /// On the draining thread.
  @usableFromInline func cancel(_ id: EffectID, seenFrom account: EffectAccount) {
    if ids != nil { cancel(entry(of: id, at: account.path), seenFrom: account) }
  }

  /// Cancels the parts of an entry, but not a part that the account is in.
  @usableFromInline func cancel(_ entry: EffectEntry, seenFrom account: EffectAccount) {
    if lock.withLock({ entry.parts.isEmpty }) { return }
    cancel([entry], seenFrom: account)
  }

  /// Cancels the parts with some keys, but not a part that the account is in.
  func cancel(_ entries: [EffectEntry], seenFrom account: EffectAccount? = nil) {
    var above: Set<ObjectIdentifier> = []
    var next = account as? PartAccount
    while let part = next {
      above.insert(ObjectIdentifier(part))
      next = part.parent as? PartAccount
    }
    var endings = EffectBag<Ending>()
    lock.withLock {
      for entry in entries {
        entry.parts.forEach { member in
          if above.isEmpty || !above.contains(ObjectIdentifier(member.part)) { detachAll(in: member.part, &endings) }
        }
      }
    }
    endings.forEach { $0.perform() }
  }

  /// Cancels everything, now and whatever would start later.
  func close() {
    let endings = lock.withLock {
      isClosed = true
      return runs.all.compactMap { run in
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

  // With the lock held. A loop, however deep the accounts are.
  private func detachAll(in account: EffectAccount, _ endings: inout EffectBag<Ending>) {
    var left: [EffectAccount] = []
    var next: EffectAccount? = account
    while let account = next {
      account.cancel()
      let runs = account.runs  // a copy, because `detach` changes it
      runs.forEach { if let ending = detach($0, .cancelled) { endings.add(ending) } }
      account.parts.forEach { left.append($0) }
      next = left.popLast()
    }
  }

  // With the lock held.
  private func detach(_ run: EffectRun, _ outcome: EffectOutcome) -> Ending? {
    guard !run.isEnded else { return nil }
    run.ended.store(true, ordering: .releasing)
    runs.remove(at: run.places.registry)?.places.registry = run.places.registry
    run.account.runs.remove(at: run.places.account)?.places.account = run.places.account
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
    let work: RunningWork?
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
  /// Called on any thread when something went wrong in one of them.
  func diagnose(_ diagnostic: Diagnostic)
}
