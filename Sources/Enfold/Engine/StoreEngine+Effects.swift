// StoreEngine: interpreting effect trees. Only the drainer does, so the parts of a tree need no locks.

extension StoreEngine {
  @usableFromInline typealias Operation = Effect<Action>.Operation
  @usableFromInline typealias Join = EffectJoin<Action>

  /// What the interpreter has still to do.
  @usableFromInline enum EffectStep {
    case begin(Operation, in: Join?, EffectAccount)
    /// Everything in a scope has been started.
    case started(EffectScope, in: Join?)
  }

  /// Starts the effects of a reduced action, as part of its task; makes the task if there is none yet.
  @inlinable
  func begin(_ effect: Effect<Action>, of action: Action, _ node: TaskNode?) -> TaskNode {
    let task = node ?? TaskNode(registry: registry)
    start(effect.operation, in: nil, of: action, task)
    task.hasBegun = true
    if node == nil { task.leave() }
    return task
  }

  /// Starts everything in a tree that can start now. A loop with its own stack: trees may be deep, and parts that end at
  /// once may be many.
  @inlinable
  func start(_ operation: Operation, in join: Join?, of action: Action, _ account: EffectAccount) {
    if case .send(let next) = operation, join == nil, !isClosing { return submit(next, account) }
    var steps: [EffectStep] = [.begin(operation, in: join, account)]
    while let step = steps.popLast() {
      switch step {
      case .begin(let operation, let join, let account):
        // One look: what is left out because the store closes is cancelled, and says so.
        if isClosing {
          account.cancel()
          account.task.cancel()
        }
        if account.isCancelled { continue }
        let hasEnded = begin(operation, in: join, of: action, account, &steps)
        if hasEnded { goOn(after: join, &steps) }
      case .started(let scope, let join):
        if scope.started() { goOn(after: join, &steps) }
      }
    }
  }

  @inlinable
  func goOn(after join: Join?, _ steps: inout [EffectStep]) {
    if let (next, join) = Join.partEnded(of: join) { steps.append(.begin(next, in: join, join.account)) }
  }

  /// Begins one node of a tree. Returns whether it has ended already.
  @inlinable
  func begin(
    _ operation: Operation, in join: Join?, of action: Action, _ account: EffectAccount, _ steps: inout [EffectStep]
  ) -> Bool {
    switch operation {
    case .none: break
    case .send(let next): submit(next, account)
    case .run(let run): return startRun(run, in: join, of: action, account)
    case .node(let node): return begin(node, in: join, of: action, account, &steps)
    }
    return true
  }

  @usableFromInline
  func begin(
    _ node: EffectNode<Action>, in join: Join?, of action: Action, _ account: EffectAccount,
    _ steps: inout [EffectStep]
  ) -> Bool {
    switch node.kind {
    case .merge:
      // A join is needed only if somebody waits for the whole.
      let inner = join.map { Join(waiting: [], running: node.parts.count, parent: $0, account: account) }
      for part in node.parts.reversed() { steps.append(.begin(part, in: inner, account)) }
      return false
    case .concatenate:
      let join = Join(waiting: node.parts.reversed(), running: 1, parent: join, account: account)
      steps.append(.begin(.none, in: join, account))
      return false
    case .cancellable(let id, let cancelInFlight):
      if cancelInFlight { registry.cancel(id, seenFrom: account) }
      return open(node.parts[0], path: account.path, id: id, in: join, of: action, account, &steps) == nil
    case .throttle(let throttle):
      return begin(node.parts[0], throttle, in: join, of: action, account, &steps)
    case .child:
      // Children of children at once.
      var (part, path) = (Operation.node(node), account.path)
      while case .node(let node) = part, case .child(let child) = node.kind {
        (part, path) = (node.parts[0], EffectPath(path, child))
      }
      // By the time that a delayed effect begins its child may have gone.
      guard let path, path.child.scope.isPresent(at: path, in: UnsafeRawPointer(state)) else { return true }
      return open(part, path: path, id: nil, in: join, of: action, account, &steps) == nil
    case .cancel(let id): registry.cancel(id, seenFrom: account)
    case .cancelAbsent(let child, let isPresent): registry.cancel(absentIn: child, seenFrom: account, isPresent)
    case .missing(let child): report(child, of: action, account)
    }
    return true
  }

  /// Begins a part of a tree in a scope of its own. Nil if the account has been cancelled: nothing begins.
  func open(
    _ part: Operation, path: EffectPath?, id: EffectID?, in join: Join?, of action: Action, _ account: EffectAccount,
    _ steps: inout [EffectStep]
  ) -> EffectScope? {
    let scope = EffectScope(in: account, path: path, id: id, whenEnded: resumption(after: join, of: action))
    guard registry.open(scope) else { return nil }
    steps.append(.started(scope, in: join))
    steps.append(.begin(part, in: nil, scope))
    return scope
  }

  /// Starts asynchronous work. Returns whether it has ended already.
  @inlinable
  func startRun(_ operation: RunOperation<Action>, in join: Join?, of action: Action, _ account: EffectAccount) -> Bool
  {
    let described = effectControl == nil ? nil : describe(operation.origin, of: action)
    let whenEnded = resumption(after: join, of: action)
    guard let run = registry.begin(in: account, described: described, whenEnded: whenEnded) else { return false }
    let send = Send<Action>(run) { [weak self] next, done in
      guard let self, !run.isEnded else { return done?() ?? () }
      submit(next, account, done)
    }
    let work = Task.immediate(priority: operation.priority, executorPreference: effectControl?.executor) {
      [registry, weak self] in
      // Whoever drains may have dependencies bound; they are not this store's.
      let outcome =
        if DependencyValues.current == nil {
          await operation.execute(send)
        } else {
          await DependencyValues.$current.withValue(nil) { await operation.execute(send) }
        }
      registry.end(run, outcome) { self?.report($0, of: action, operation.origin) }
    }
    return registry.attach(work, to: run)
  }

  @usableFromInline
  func describe(_ effect: EffectOrigin, of action: Action) -> RunningEffect {
    RunningEffect(action: actionName(action), effect: effect)
  }

  @usableFromInline
  func report(_ error: any Error, of action: Action, _ effect: EffectOrigin) {
    owner.diagnose(
      Diagnostic(level: .error, message: "failed: \(error)", action: actionName(action), effect: effect))
  }

  @usableFromInline
  func report(_ child: MissingChild, of action: Action, _ account: EffectAccount) {
    account.task.fail(child, isOwn: !account.task.hasBegun)
    owner.diagnose(Diagnostic(level: .warning, message: child.description, action: actionName(action)))
  }

  /// How a tree goes on when a part of it has ended; nil if nothing waits for that.
  @inlinable
  func resumption(after join: Join?, of action: Action) -> (@Sendable () -> Void)? {
    guard let join else { return nil }
    return { [weak self] in self?.goOn(after: join, of: action) }
  }

  /// A part of a tree has ended on some thread: the tree goes on, on the draining thread.
  @usableFromInline
  func goOn(after join: Join, of action: Action) {
    let account = join.account
    guard account.enter() else { return }
    let performed = performNext { [self] isOpen in
      guard isOpen else { return account.leaveCancelled() }
      if let (next, join) = Join.partEnded(of: join) { start(next, in: join, of: action, join.account) }
      account.leave()
    }
    if performed.refusal != nil { account.leaveCancelled() }
  }

  /// Appends an action that belongs to an account which goes on.
  ///
  /// - Parameter done: called when it was reduced or dropped; at once if that is not for this thread to wait for.
  @inlinable
  func submit(_ action: Action, _ account: EffectAccount, _ done: (@Sendable () -> Void)? = nil) {
    guard account.enter() else { return done?() ?? () }
    if let effectControl {
      effectControl.hold(held(action, account))
      return done?() ?? ()
    }
    submitEntered(action, account, done)
  }

  /// Appends an action for which its account waits already.
  @inlinable
  func submitEntered(_ action: Action, _ account: EffectAccount, _ done: (@Sendable () -> Void)?) {
    switch enqueue(.action(action, account), mayDrain: drainsOnCaller) {
    case .drained: break
    case .waiting: if let done, !isDrainingHere { return callInTurn(done) }
    case .refused(let error): drop(action, account, error)
    }
    done?()
  }

  @usableFromInline
  func callInTurn(_ done: @escaping @Sendable () -> Void) {
    if perform(mayDrain: drainsOnCaller, { _ in done() }).refusal != nil { done() }
  }

  /// An effect's action is refused.
  @usableFromInline
  func drop(_ action: Action, _ account: EffectAccount, _ error: StoreError) {
    if error == .closed { return account.leaveCancelled() }
    owner.diagnose(Diagnostic(level: .error, message: "dropped: \(error)", action: actionName(action)))
    account.task.fail(error)
    account.leave()
  }
}
