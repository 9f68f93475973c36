// StoreEngine: interpreting effect trees. Only the drainer does, so the parts of a tree need no locks.

extension StoreEngine {
  @usableFromInline typealias Operation = Effect<Action>.Operation
  @usableFromInline typealias Join = EffectJoin<Action>

  /// Starts the effects of a reduced action, as part of its task; makes the task if there is none yet.
  @inlinable
  func begin(_ effect: Effect<Action>, of action: Action, _ node: TaskNode?) -> TaskNode {
    let task = node ?? TaskNode(registry: registry)
    start(effect.operation, in: nil, of: action, task)
    if node == nil { task.leave() }
    return task
  }

  /// Starts everything in a tree that can start now. A loop with its own stack: trees may be deep, and parts that end at
  /// once may be many.
  @inlinable
  func start(_ operation: Operation, in join: Join?, of action: Action, _ task: TaskNode) {
    if case .send(let next) = operation, join == nil, !isClosing { return submit(next, task) }
    var jobs: [(Operation, Join?)] = [(operation, join)]
    while let (operation, join) = jobs.popLast() {
      if isClosing { task.cancel() }
      if task.isCancelled { return }
      var hasEnded = true
      switch operation {
      case .none: break
      case .send(let next): submit(next, task)
      case .run(let run): hasEnded = startRun(run, in: join, of: action, task)
      case .merge(let group):
        hasEnded = false
        // A join is needed only if somebody waits for the whole.
        let inner = join.map { Join(waiting: [], running: group.parts.count, parent: $0) }
        for part in group.parts.reversed() { jobs.append((part, inner)) }
      case .concatenate(let group):
        jobs.append((.none, Join(waiting: group.parts.reversed(), running: 1, parent: join)))
        hasEnded = false
      }
      if hasEnded, let next = Join.partEnded(of: join) { jobs.append(next) }
    }
  }

  /// Starts asynchronous work. Returns whether it has ended already.
  @inlinable
  func startRun(_ operation: RunOperation<Action>, in join: Join?, of action: Action, _ task: TaskNode) -> Bool {
    var whenEnded: (@Sendable () -> Void)?
    if let join { whenEnded = { [weak self] in self?.goOn(after: join, of: action, task) } }
    guard let run = registry.begin(for: task, whenEnded: whenEnded) else { return false }
    let send = Send<Action> { [weak self] next in
      if !run.isEnded { self?.submit(next, task) }
    }
    let work = Task.immediate(priority: operation.priority) { [registry, weak self] in
      let outcome = await operation.execute(send)
      registry.end(run, outcome) { self?.report($0, of: action, operation.origin) }
    }
    return registry.attach(work, to: run)
  }

  @usableFromInline
  func report(_ error: any Error, of action: Action, _ effect: EffectOrigin) {
    hooks.diagnose?(
      Diagnostic(level: .error, message: "failed: \(error)", action: actionName(action), effect: effect))
  }

  /// A part of a tree has ended on some thread: the tree goes on in its turn, on the draining thread.
  @usableFromInline
  func goOn(after join: Join, of action: Action, _ task: TaskNode) {
    guard task.enter() else { return }
    let performed = perform(mayDrain: drainsOnCaller) { [self] isOpen in
      guard isOpen else { return task.leaveCancelled() }
      if let (next, join) = Join.partEnded(of: join) { start(next, in: join, of: action, task) }
      task.leave()
    }
    if performed.refusal != nil { task.leaveCancelled() }
  }

  /// Appends an action that belongs to a task which goes on.
  @inlinable
  func submit(_ action: Action, _ task: TaskNode) {
    guard task.enter() else { return }
    if case .refused(let error) = enqueue(.action(action, task), mayDrain: drainsOnCaller) {
      drop(action, task, error)
    }
  }

  /// An effect's action is refused.
  @usableFromInline
  func drop(_ action: Action, _ task: TaskNode, _ error: StoreError) {
    if error == .closed { return task.leaveCancelled() }
    hooks.diagnose?(Diagnostic(level: .error, message: "dropped: \(error)", action: actionName(action)))
    task.fail(error)
    task.leave()
  }
}
