// StoreEngine: begins effects and takes what they send. Only the drainer begins them, so their trees need no locks.
import Synchronization

extension StoreEngine {
  @usableFromInline typealias Operation = Effect<Action>.Operation
  @usableFromInline typealias Join = EffectJoin<Action>

  /// A step that the interpreter has still to do.
  @usableFromInline enum PendingPart {
    case begin(Operation, in: Join?, EffectAccount)
    /// Everything in an account has been started.
    case started(PartAccount, in: Join?)
  }

  /// Starts the effects of a reduced action, as part of its task; makes the task if there is none yet.
  ///
  /// - Parameter ending: is to run when they have ended and what they have sent has been reduced.
  @inlinable func beginEffects(
    _ effect: Effect<Action>, of action: Action, _ account: TaskAccount?, from sender: ChildPath?,
    then ending: ActionEnding?
  ) -> TaskAccount {
    let source = EffectSource(action, commits.load(ordering: .relaxed))
    let task = account ?? TaskAccount(registry: registry)
    // The effects that the parents of a sender start now are their reaction.
    let home = sender.map { TaskAccount(reactingIn: task, to: $0) } ?? task
    if let ending {
      startAwaited(effect.operation, of: source, home, then: ending)
    } else {
      start(effect.operation, in: nil, of: source, home)
    }
    if home !== task { home.leave() }
    task.hasBegun = true
    if account == nil { task.leave() }
    return task
  }

  @usableFromInline
  func startAwaited(
    _ operation: Operation, of source: EffectSource<Action>, _ home: TaskAccount, then ending: ActionEnding
  ) {
    // This goes through the queue, because effects end on any thread.
    let end: @Sendable () -> Void = { [weak self] in
      guard let self else { return }
      _ = performNext { isOpen in if isOpen { ending.run() } }
    }
    // Cancelling a task does not report the ends of its parts. So this waits for the end of the task, too.
    let waiter = home.whenEnded { _ in end() }
    let part = PartAccount(in: home, path: nil, id: nil) {
      home.forget(waiter)
      end()
    }
    guard registry.open(part) else { return }
    start(operation, in: nil, of: source, part)
    if part.started() {
      home.forget(waiter)
      end()
    }
  }

  /// Starts everything in a tree that can start now. It is a loop with a stack of its own, because trees may be deep
  /// and many parts may end at once.
  @inlinable func start(
    _ operation: Operation, in join: Join?, of source: EffectSource<Action>, _ account: EffectAccount
  ) {
    if case .send(let next) = operation, join == nil, mode == .full, !isClosing {
      return submit(next, account, since: source.revision)
    }
    var steps: [PendingPart] = [.begin(operation, in: join, account)]
    while let step = steps.popLast() {
      switch step {
      case .begin(let operation, let join, let account):
        // A part that is left out because the store closes counts as cancelled.
        if isClosing {
          account.cancel()
          account.task.cancel()
        }
        if account.isCancelled { continue }
        let hasEnded = beginPart(operation, in: join, of: source, account, &steps)
        if hasEnded { goOn(after: join, &steps) }
      case .started(let account, let join):
        if account.started() { goOn(after: join, &steps) }
      }
    }
  }

  @inlinable func goOn(after join: Join?, _ steps: inout [PendingPart]) {
    if let (next, join) = Join.partEnded(of: join) { steps.append(.begin(next, in: join, join.account)) }
  }

  /// Begins one node of a tree. Returns whether it has ended already.
  @inlinable func beginPart(
    _ operation: Operation, in join: Join?, of source: EffectSource<Action>, _ account: EffectAccount,
    _ steps: inout [PendingPart]
  ) -> Bool {
    switch operation {
    case .none: break
    case .send(let next): if mode == .full { submit(next, account, since: source.revision) }
    case .run(let run) where mode == .full:
      return startRun(run, of: source, account, then: resumption(after: join, of: source))
    case .run: break
    case .node(let node): return beginNode(node, in: join, of: source, account, &steps)
    }
    return true
  }

  @inlinable @inline(never) func beginNode(
    _ node: EffectNode<Action>, in join: Join?, of source: EffectSource<Action>, _ account: EffectAccount,
    _ steps: inout [PendingPart]
  ) -> Bool {
    if mode == .withoutEffects, node.kind.isWork { return true }
    switch node.kind {
    case .merge:
      // A join is needed only if something waits for the end of the whole.
      let inner = join.map {
        Join(waiting: [], running: node.parts.count, parent: $0, account: account, sequence: $0.sequence)
      }
      for part in node.parts.reversed() { steps.append(.begin(part, in: inner, account)) }
      return false
    case .concatenate:
      let sequence = join?.sequence ?? account.sequence ?? beginSequence(node, at: account.path)
      let join = Join(
        waiting: node.parts.reversed(), running: 1, parent: join, account: account, sequence: sequence)
      steps.append(.begin(.none, in: join, account))
      return false
    case .cancellable(let id, let cancelInFlight):
      if hasCancelled(id, in: join, account) { return true }
      let entry = registry.entry(of: id, at: account.path)
      if cancelInFlight { registry.cancel(entry, seenFrom: account) }
      return open(node.parts[0], path: account.path, id: id, entry, in: join, of: source, account, &steps) == nil
    case .debounce(let debounce):
      if hasCancelled(debounce.id, in: join, account) { return true }
      let entry = registry.entry(of: debounce.id, at: account.path)
      registry.cancel(entry, seenFrom: account)
      return beginDebounced(node.parts[0], debounce, entry, in: join, of: source, account, &steps)
    case .delay(let delay): return startDelay(delay, in: account, of: source, then: resumption(after: join, of: source))
    case .throttle(let throttle):
      if hasCancelled(throttle.id, in: join, account) { return true }
      return beginThrottled(node.parts[0], throttle, in: join, of: source, account, &steps)
    case .child: return beginChild(node, in: join, of: source, account, &steps)
    case .mutate(let step): apply(step, of: source, account)
    case .late: return node.make.map { beginLate($0, in: join, of: source, account) } ?? true
    case .cancel(let id): cancel(id, in: join, account)
    case .cancelAbsent(let child, let isPresent): registry.cancel(absentIn: child, seenFrom: account, isPresent)
    case .missing(let child): reportMissing(child, of: source, account)
    case .notWritten(let problem): report(problem, of: source, account)
    }
    return true
  }

  /// Cancels the effects of an id, and the parts of sequences with it that have not begun.
  @usableFromInline func cancel(_ id: EffectID, in join: Join?, _ account: EffectAccount) {
    sequences?.cancel(EffectKey(id: id, path: account.path), within: join?.sequence ?? account.sequence)
    registry.cancel(id, seenFrom: account)
  }

  /// Begins the effect of a child. Returns whether it has ended already.
  @usableFromInline func beginChild(
    _ node: EffectNode<Action>, in join: Join?, of source: EffectSource<Action>, _ account: EffectAccount,
    _ steps: inout [PendingPart]
  ) -> Bool {
    // Nested children are taken together.
    var (part, path) = (Operation.node(node), account.path)
    while case .node(let node) = part, case .child(let child) = node.kind {
      (part, path) = (node.parts[0], ChildPath(path, child))
    }
    // An effect may begin late. Its child may have gone by then.
    guard let path, path.child.owner.isPresent(at: path, in: UnsafeRawPointer(state)) else {
      tellProblems(in: part, of: source, account)
      return true
    }
    return open(part, path: path, id: nil, in: join, of: source, home(of: path, account), &steps) == nil
  }

  /// Tells what went wrong with an action for a child that has gone with it: that an action inside the child had no target, for example.
  private func tellProblems(in part: Operation, of source: EffectSource<Action>, _ account: EffectAccount) {
    var waiting = [part]
    while case .node(let node)? = waiting.popLast() {
      switch node.kind {
      case .missing(let child): reportMissing(child, of: source, account)
      case .notWritten(let problem): report(problem, of: source, account)
      case .merge, .child: waiting += node.parts.filter { if case .node = $0 { true } else { false } }
      default: break
      }
    }
  }

  @usableFromInline func beginSequence(_ node: EffectNode<Action>, at path: ChildPath?) -> EffectSequence {
    let sequences = self.sequences ?? EffectSequences()
    self.sequences = sequences
    return sequences.begin(node, at: path)
  }

  /// Whether a part of a concatenation was cancelled by its id before it begins.
  @usableFromInline func hasCancelled(_ id: EffectID, in join: Join?, _ account: EffectAccount) -> Bool {
    (join?.sequence ?? account.sequence)?.hasCancelled(id, at: account.path) ?? false
  }

  /// The account in which the effects of a child begin. In a reaction that is another one if the child is no parent of the
  /// sender, unless a parent has given the effect an id: then it stays where the id cancels it.
  @usableFromInline func home(of path: ChildPath, _ account: EffectAccount) -> EffectAccount {
    let home = account.task.task(ofEffectsAt: path)
    if home === account.task { return account }
    var above: EffectAccount? = account
    while let part = above as? PartAccount {
      if part.id != nil { return account }
      above = part.parent
    }
    return home
  }

  /// Begins a part of a tree in an account of its own. Nil, and nothing begins, if the account has been cancelled.
  @inlinable func open(
    _ part: Operation, path: ChildPath?, id: EffectID?, _ entry: EffectEntry? = nil, in join: Join?,
    of source: EffectSource<Action>,
    _ account: EffectAccount, _ steps: inout [PendingPart]
  ) -> PartAccount? {
    guard let own = openAccount(at: path, id: id, entry, in: join, of: source, account) else { return nil }
    steps.append(.started(own, in: join))
    steps.append(.begin(part, in: nil, own))
    return own
  }

  /// Opens an account for a part of a tree. Nil if the account around it has been cancelled.
  @inlinable func openAccount(
    at path: ChildPath?, id: EffectID?, _ entry: EffectEntry?, in join: Join?, of source: EffectSource<Action>,
    _ account: EffectAccount
  ) -> PartAccount? {
    let own = PartAccount(
      in: account, path: path, id: id, sequence: join?.sequence ?? account.sequence,
      whenEnded: resumption(after: join, of: source))
    guard registry.open(own, entry) else { return nil }
    watchChildren()
    return own
  }

  /// Starts asynchronous work. Returns whether it has ended already.
  @inlinable
  func startRun(
    _ operation: RunOperation<Action>, of source: EffectSource<Action>, _ account: EffectAccount, isDelay: Bool = false,
    then whenEnded: (@Sendable () -> Void)?
  ) -> Bool {
    // The operation may capture an object that keeps the `Send`. So the `Send` must not keep the operation.
    let origin = operation.origin
    let name = testControl == nil ? nil : Diagnostic.name(of: source.action)
    guard let run = registry.begin(in: account, origin, action: name, isDelay: isDelay, whenEnded: whenEnded) else {
      return false
    }
    let traced = isDelay || !isTraced ? nil : traceEffect(origin, of: source, account)
    let cause =
      traced?.cause ?? (owner.asksHost ? EffectCause(of: account) { Diagnostic.name(of: source.action) } : nil)
    let send = Send<Action>(run) { [weak self] next, done, waits in
      guard let self, !run.isEnded else {
        self?.reportLate(next, run, origin)
        return done?() ?? ()
      }
      submit(next, account, since: source.revision, done, waits: waits)
    } mutate: { [weak self] step, done in
      guard let self, !run.isEnded else {
        self?.reportLate(step.mutation, run, origin)
        return done?() ?? ()
      }
      submitMutation(step, of: source, account, done)
    }
    let task = Task.immediate(priority: operation.priority, executorPreference: owner.effectExecutor) {
      [registry, weak self] in
      // The thread that drains may have dependencies bound. They are not meant for this store.
      let outcome =
        if Presentation.isUsed.load(ordering: .relaxed) {
          await Presentation.bind(run) {
            await EffectCause.bind(cause) {
              await DependencyValues.$current.withValue(nil) { await operation.execute(send) }
            }
          }
        } else if DependencyValues.current != nil {
          await EffectCause.bind(cause) {
            await DependencyValues.$current.withValue(nil) { await operation.execute(send) }
          }
        } else if cause != nil || EffectCause.isTracing {
          await EffectCause.bind(cause) { await operation.execute(send) }
        } else {
          await operation.execute(send)
        }
      traced?.end(outcome.traceOutcome)
      registry.end(run, outcome) { self?.reportFailure($0, of: source, origin, account) }
    }
    return registry.attach(.task(task), to: run)
  }

  @usableFromInline
  func reportFailure(
    _ error: any Error, of source: EffectSource<Action>, _ effect: EffectOrigin, _ account: EffectAccount
  ) {
    owner.diagnose(
      Diagnostic(
        level: .error, .effectFailed, message: "failed: \(error)", action: actionName(source.action), effect: effect,
        row: account.path?.row, tag: account.task.tag))
  }

  @usableFromInline func reportMissing(_ child: MissingChild, of source: EffectSource<Action>, _ account: EffectAccount)
  {
    account.task.fail(child, isOwn: !account.task.hasBegun)
    owner.diagnose(
      Diagnostic(
        level: .warning, .absentChild, message: child.description, action: actionName(source.action), row: child.row,
        tag: account.task.tag))
  }

  /// How a tree goes on when a part of it has ended; nil if nothing waits for that.
  @inlinable func resumption(after join: Join?, of source: EffectSource<Action>) -> (@Sendable () -> Void)? {
    guard let join else { return nil }
    return { [weak self] in self?.resume(after: join, of: source) }
  }

  /// Called on any thread when a part of a tree has ended. The tree goes on, on the draining thread.
  @usableFromInline func resume(after join: Join, of source: EffectSource<Action>) {
    _ = performNext(in: join.account) { [self] in
      if let (next, join) = Join.partEnded(of: join) { start(next, in: join, of: source, join.account) }
    }
  }

  /// Does work of an account, on the draining thread before all actions that wait. False if the account has ended
  /// already. If the store closes before, the account ends as cancelled.
  @usableFromInline func performNext(in account: EffectAccount, _ work: @escaping @Sendable () -> Void) -> Bool {
    guard account.enter() else { return false }
    let performed = performNext { isOpen in
      guard isOpen else { return account.leaveCancelled() }
      work()
      account.leave()
    }
    if performed.refusal != nil { account.leaveCancelled() }
    return true
  }

  // MARK: What running effects send

  /// Appends an action that an effect sends, unless the effect's account has ended.
  ///
  /// - Parameters:
  ///   - revision: that of the commit whose effect it is.
  ///   - done: called when the action was reduced or dropped. Called at once on the draining thread, which cannot wait for that;
  ///     unless `waits`.
  @inlinable func submit(
    _ action: Action, _ account: EffectAccount, since revision: UInt64, _ done: (@Sendable () -> Void)? = nil,
    waits: Bool = false
  ) {
    guard account.enter() else { return done?() ?? () }
    append(.action(action, account, origin(since: revision)), action, account, done, waits: waits)
  }

  /// Appends an entry that its account counts already, and calls `done` as `submit` does.
  ///
  /// - Parameter sent: the action, whose name diagnostics have.
  @inlinable func append(
    _ entry: Entry, _ sent: some Any, _ account: EffectAccount, _ done: (@Sendable () -> Void)?, waits: Bool = false
  ) {
    switch enqueue(entry, mayDrain: drainsOnCaller) {
    case .drained: break
    case .waiting: if let done, waits || !isDrainingHere { return callInTurn(done) }
    case .refused(let error): drop(sent, account, error)
    }
    done?()
  }

  @usableFromInline func callInTurn(_ done: @escaping @Sendable () -> Void) {
    if perform(mayDrain: drainsOnCaller, whileHeld: .follows, { _ in done() }).refusal != nil { done() }
  }

  /// Called when an effect's action is refused.
  @usableFromInline func drop(_ action: some Any, _ account: EffectAccount, _ error: StoreError) {
    if error == .closed { return account.leaveCancelled() }
    owner.diagnose(
      Diagnostic(
        level: .error, .effectRefused, message: "dropped: \(error)", action: actionName(action), tag: account.task.tag))
    account.task.fail(error)
    account.leave()
  }

  /// An effect has sent an action after its end. If the effect was cancelled, dropping the action is right.
  @usableFromInline func reportLate(_ action: some Any, _ run: EffectRun, _ effect: EffectOrigin) {
    if registry.wasCancelled(run) { return }
    owner.diagnose(
      Diagnostic(
        level: .warning, .effectSentTooLate, message: "dropped: the effect that sent it had ended before",
        action: actionName(action), effect: effect, row: run.account.path?.row, tag: run.account.task.tag))
  }
}
