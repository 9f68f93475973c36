// StoreEngine: what reactors ask of the engine (MutationHost), and mutations that come late.
import CEnfoldSupport

extension StoreEngine: MutationHost {
  @usableFromInline func connectReactors(at desk: MutationDesk) {
    let sender = ActionSender<Action> { [weak self] in self?.sendForReactor($0, transformedBy: $1, ended: $2) ?? false }
    desk.connect(self, DeskTypes(State.self, Action.self), sender)
    if !isStub, !desk.isEmpty { isPlain = false }
  }

  @usableFromInline func noteReactors() {
    if isStub { return }
    if isDrainingHere { isPlain = false }
    // They begin before the first action is reduced.
    _ = perform(mayDrain: drainsOnCaller) { [self] isOpen in
      isPlain = false
      if isOpen { settleReactors() }
    }
  }

  /// Begins reactors that have not begun, and those of children that have come. On the draining thread.
  func settleReactors() { if !isStub { desk?.settleAll(in: UnsafeRawPointer(state)) } }

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

  @usableFromInline func diagnose(_ diagnostic: Diagnostic) { owner.diagnose(diagnostic) }

  /// Sends an action for a reactor.
  private func sendForReactor(
    _ action: Action, transformedBy transformer: ObjectIdentifier?, ended: (@Sendable () -> Void)?
  ) -> Bool {
    guard let transformer else {
      switch send(action, mayDrain: drainsOnCaller) {
      case .reduced(let task), .queued(let task):
        if let ended { task.whenEnded { _ in ended() } }
        return true
      case .refused: return false
      }
    }
    return perform(mayDrain: false) { [self] isOpen in
      guard isOpen else { return }
      let account = TaskAccount(registry: registry)
      account.hasBegun = true
      desk?.transformed(by: transformer) { _ = take(action, account) }
      account.leave()
    }.refusal == nil
  }

  @usableFromInline func drain() { if drainsOnCaller { _ = perform { _ in } } }

  /// Makes the commit of a mutation of an effect and tells the interests. On the draining thread, outside of its
  /// callbacks.
  ///
  /// - Parameter account: that of the reactor's effect.
  @usableFromInline func apply(_ step: MutationStep, of action: Action, _ account: EffectAccount) {
    guard let transformed = step.transformed else { return commitMutation(step, of: action, at: account.path) }
    for step in transformed() where !account.isCancelled && !isClosing {
      commitMutation(step, of: action, at: account.path)
    }
  }

  /// Makes the commit of a mutation. If the reactor's state has gone, nothing happens.
  private func commitMutation(_ step: MutationStep, of action: Action?, at path: ChildPath?) {
    _ = commit(.mutation(step.mutation), of: action) { state in
      withUnsafeMutablePointer(to: &state) { ChildPath.modify(path, in: $0, step.apply) }
    }
  }

  @usableFromInline func submit(_ step: MutationStep, from desk: MutationDesk) {
    _ = perform(mayDrain: false) { [self] isOpen in
      if isOpen, !desk.hasEnded { commitMutation(step, of: nil, at: desk.path) }
    }
  }

  /// Makes an effect and begins it, when the commit's observers have been told. Returns whether it has ended already.
  @usableFromInline func beginLate(
    _ make: @escaping @Sendable () -> Effect<Action>, in join: Join?, of action: Action, _ account: EffectAccount
  ) -> Bool {
    let isToBegin = performNext(in: account) { [self] in
      if account.isCancelled { return }
      beginning = account.task
      start(make().operation, in: join, of: action, account)
      beginning = nil
    }
    return !isToBegin
  }

  /// A mutation that an effect sends. It is committed at once if its own effect is being begun on the draining thread: then
  /// all others have been told. Otherwise it is an entry of the queue.
  ///
  /// - Parameter done: called when the mutation was committed or dropped.
  @usableFromInline func submitMutation(
    _ step: MutationStep, of action: Action, _ account: EffectAccount, _ done: (@Sendable () -> Void)?
  ) {
    guard account.enter() else { return done?() ?? () }
    if isDrainingHere, beginning === account.task {
      beginning = nil  // what observers send meanwhile follows in order
      if isClosing { registry.cancel(account.task) }
      if !account.isCancelled { apply(step, of: action, account) }
      beginning = account.task
      account.leave()
      return done?() ?? ()
    }
    let entry = Entry.work { [self] isOpen in
      guard isOpen else { return account.leaveCancelled() }
      if !account.isCancelled { apply(step, of: action, account) }
      account.leave()
    }
    append(entry, step.mutation, account, done)
  }
}
