// StoreEngine: what reactors ask of the engine (MutationHost), and mutations that come late.
import CEnfoldSupport

extension StoreEngine: MutationHost {
  /// From now on a step asks the reactors. On the draining thread, or while the store is made.
  private func askReactors() {
    isSimple = false
    isPlain = false
  }

  @usableFromInline func connectReactors(at desk: MutationDesk) {
    let sender = ActionSender<Action> { [weak self] in self?.sendForReactor($0, transformedBy: $1, ended: $2) ?? false }
    desk.connect(self, DeskTypes(State.self, Action.self), sender)
    if mode == .full, !desk.isEmpty { askReactors() }
  }

  @usableFromInline func noteReactors() {
    if mode != .full { return }
    if isDrainingHere { askReactors() }
    // They begin before the first action is reduced.
    _ = perform(mayDrain: drainsOnCaller) { [self] isOpen in
      askReactors()
      if isOpen { settleReactors() }
    }
  }

  /// Begins reactors that have not begun, and those of children that have come. On the draining thread.
  func settleReactors() { if mode == .full { desk?.settleAll(in: UnsafeRawPointer(state)) } }

  @usableFromInline func beginReactors() { desk?.beginReactors(in: UnsafeRawPointer(state)) }

  @usableFromInline func readState(_ body: (UnsafeRawPointer) -> Void) -> Bool {
    if SharedGate.isInside { return false }
    return withMutableState { state, _ in withUnsafePointer(to: &state) { body(UnsafeRawPointer($0)) } } != nil
  }

  @usableFromInline func doInTurn(_ work: @escaping @Sendable (_ isOpen: Bool) -> Void) -> Bool {
    perform(mayDrain: drainsOnCaller, work).refusal == nil
  }

  @usableFromInline
  func observeCommits(_ body: @escaping (UnsafeRawPointer) -> Void, closed: @escaping () -> Void) -> AnyObserver {
    add(Observation(Observer(.raw, closed: closed), at: nil, isComputed: true) { _, state, _ in body(state) })
  }

  @usableFromInline func endObserving(_ observer: AnyObserver) { removeObserver(observer, mayDrain: drainsOnCaller) }

  /// Sends an action for a reactor.
  private func sendForReactor(
    _ action: Action, transformedBy transformer: ObjectIdentifier?, ended: (@Sendable () -> Void)?
  ) -> Bool {
    guard let transformer else {
      switch sendThroughQueue(action, isInside: true, mayDrain: drainsOnCaller) {
      case .reduced(let task), .queued(let task):
        if let ended { task.whenEnded { _ in ended() } }
        return true
      case .refused: return false
      }
    }
    return perform(mayDrain: false, whileHeld: .isHeld) { [self] isOpen in
      guard isOpen else { return }
      let account = TaskAccount(registry: registry)
      account.hasBegun = true
      desk?.transformed(by: transformer) { _ = take(action, account) }
      account.leave()
    }.refusal == nil
  }

  @usableFromInline func drain() { if drainsOnCaller { _ = perform { _ in } } }

  @usableFromInline
  func beginWait(_ origin: EffectOrigin, early: (@Sendable () -> Void)?) -> (@Sendable () -> Void)? {
    registry.beginWait(origin, early: early)
  }

  /// Makes the commit of a mutation of an effect and tells the interests. On the draining thread, outside of its
  /// callbacks.
  ///
  /// - Parameter account: that of the reactor's effect.
  @usableFromInline func apply(_ step: MutationStep, of source: EffectSource<Action>, _ account: EffectAccount) {
    guard let transformed = step.transformed else {
      return commitMutation(step, of: source.action, account.task, at: account.path, since: source.revision)
    }
    for step in transformed() where !account.isCancelled && !isClosing {
      commitMutation(step, of: source.action, account.task, at: account.path, since: source.revision)
    }
  }

  /// Makes the commit of a mutation. If the reactor's state has gone, nothing happens.
  private func commitMutation(
    _ step: MutationStep, of action: Action?, _ task: TaskAccount?, at path: ChildPath?, since revision: UInt64 = 0
  ) {
    _ = commit(.mutation(step.mutation), of: action, task, EntryOrigin(revision: revision)) { state in
      withUnsafeMutablePointer(to: &state) { ChildPath.modify(path, in: $0, step.apply) }
    }
  }

  @usableFromInline func submit(_ step: MutationStep, from desk: MutationDesk) {
    _ = perform(mayDrain: false, whileHeld: .isHeld) { [self] isOpen in
      if isOpen, !desk.hasEnded { commitMutation(step, of: nil, nil, at: desk.path) }
    }
  }

  /// Makes an effect and begins it, when the commit's observers have been told. Returns whether it has ended already.
  @usableFromInline func beginLate(
    _ make: @escaping @Sendable () -> Effect<Action>, in join: Join?, of source: EffectSource<Action>,
    _ account: EffectAccount
  ) -> Bool {
    let isToBegin = performNext(in: account) { [self] in
      if account.isCancelled { return }
      beginning = account.task
      start(make().operation, in: join, of: source, account)
      beginning = nil
    }
    return !isToBegin
  }

  /// A mutation that an effect sends. It is committed at once if its own effect is being begun on the draining thread: then
  /// all others have been told. Otherwise it is an entry of the queue.
  ///
  /// - Parameter done: called when the mutation was committed or dropped.
  @usableFromInline func submitMutation(
    _ step: MutationStep, of source: EffectSource<Action>, _ account: EffectAccount, _ done: (@Sendable () -> Void)?
  ) {
    guard account.enter() else { return done?() ?? () }
    if isDrainingHere, beginning === account.task {
      beginning = nil  // what observers send meanwhile follows in order
      if isClosing { registry.cancel(account.task) }
      if !account.isCancelled { apply(step, of: source, account) }
      beginning = account.task
      account.leave()
      return done?() ?? ()
    }
    let entry = Entry.work(.isHeld) { [self] isOpen in
      guard isOpen else { return account.leaveCancelled() }
      if !account.isCancelled { apply(step, of: source, account) }
      account.leave()
    }
    append(entry, step.mutation, account, done)
  }
}
