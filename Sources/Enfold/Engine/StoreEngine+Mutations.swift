// StoreEngine: the commits of mutations, in stores with reactors.
import CEnfoldSupport

extension StoreEngine: MutationHost {
  @usableFromInline
  func connect(_ desk: MutationDesk?) {
    guard let desk else { return }
    let sender = ActionSender<Action> { [weak self] in self?.send($0, transformedBy: $1, ended: $2) ?? false }
    desk.connect(self, DeskTypes(State.self, Action.self), sender)
    if !isStub, !desk.isEmpty { stepsOtherwise = true }
  }

  @usableFromInline func noteReactors() {
    if isStub { return }
    if isDrainingHere { stepsOtherwise = true }
    // They begin before the first action is reduced.
    _ = perform(mayDrain: drainsOnCaller) { [self] isOpen in
      stepsOtherwise = true
      if isOpen { settleReactors() }
    }
  }

  /// Begins reactors that have not begun, and those of children that have come. On the draining thread.
  private func settleReactors() { if !isStub { desk?.settleAll(in: UnsafeRawPointer(state)) } }

  @usableFromInline func beginReactors() { desk?.beginReactors(in: UnsafeRawPointer(state)) }

  /// Called after a commit. Cancels the effects of children that have gone, and begins and ends reactors of children.
  @usableFromInline
  func lookForChildren() {
    if hasChildEffects { cancelAbsentChildren() }
    if let desk, desk.hasChildren { settleReactors() }
  }

  @usableFromInline
  func readState(_ body: (UnsafeRawPointer) -> Void) -> Bool {
    withMutableState { state, _ in withUnsafePointer(to: &state) { body(UnsafeRawPointer($0)) } } != nil
  }

  @usableFromInline
  func doInTurn(_ work: @escaping @Sendable (_ isOpen: Bool) -> Void) -> Bool {
    perform(mayDrain: drainsOnCaller, work).refusal == nil
  }

  @usableFromInline
  func observeCommits(_ body: @escaping (UnsafeRawPointer) -> Void, closed: @escaping () -> Void) -> AnyObserver {
    addObserver(Observation(Observer(.raw, closed: closed), at: nil, isComputed: true) { _, state, _ in body(state) })
  }

  @usableFromInline func endObserving(_ observer: AnyObserver) { removeObserver(observer, mayDrain: drainsOnCaller) }

  @usableFromInline func diagnose(_ diagnostic: Diagnostic) { owner.diagnose(diagnostic) }

  /// Sends an action for a reactor.
  private func send(
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
      let node = TaskAccount(registry: registry)
      node.hasBegun = true
      desk?.transformed(by: transformer) { _ = step(action, node) }
      node.leave()
    }.refusal == nil
  }

  @usableFromInline func drain() { if drainsOnCaller { _ = perform { _ in } } }

  /// One step in a store with reactors. They are asked for their mutations first, outside of the state gate. Their first
  /// mutations are a part of this commit; the others follow, each as a commit of its own. Observers of actions are told
  /// when all mutations that are at hand have been told.
  @inlinable
  func step(
    _ action: Action, _ node: TaskAccount?, from sender: ChildPath?, _ desk: MutationDesk
  ) -> TaskAccount? {
    desk.prepare(action, in: UnsafeRawPointer(state))
    if let stream, stream.wantsMutations { desk.noted = [] }
    let thread = enterGate()
    let effect = reduce(&state.pointee, action)
    let hasMore = desk.hasMore
    note(action)
    if desk.noted != nil { noteMutations(at: desk) }
    let isTold = commitAll(isAction: !hasMore)
    leaveGate(thread)
    if testControl != nil { tellTest(action, node) }
    if hasChildEffects || desk.hasChildren { lookForChildren() }  // a call that most actions do not need
    if hasMore { return finishMutations(of: action, effect, isTold, node, from: sender, desk) }
    if stream?.wantsEndings == true || !desk.afterEnding.isEmpty {
      return finishStep(action, effect, isTold, node, from: sender, desk)
    }
    let task = effect.isNone ? nil : begin(effect, of: action, node, from: sender)
    if isTold { deliver(action) }
    desk.tellAfterwards()
    return task
  }

  /// The last part of a step, if more mutations follow.
  @usableFromInline
  func finishMutations(
    of action: Action, _ effect: Effect<Action>, _ isTold: Bool, _ node: TaskAccount?, from sender: ChildPath?,
    _ desk: MutationDesk
  ) -> TaskAccount? {
    let first = commits.load(ordering: .relaxed)
    let afterEnding = desk.takeAfterEnding()
    let ending =
      stream?.wantsEndings == true || !afterEnding.isEmpty ? ActionEnding(afterEnding, isHeld: true) : nil
    let task = begin(effect, of: action, node, from: sender, then: ending)
    if isTold { deliver(action) }
    // Behind the mutations that are at hand.
    _ = performNext { [self] isOpen in
      guard isOpen else { return }
      tellAction(action, since: first, then: ending)
      desk.tellAfterwards()
      ending?.letGo()
    }
    return task
  }

  /// Gives the stream the mutations that the reactors have reduced as a part of the commit that comes next, with the gate
  /// held.
  @usableFromInline
  func noteMutations(at desk: MutationDesk) {
    for mutation in desk.noted ?? [] { stream?.note(mutation: mutation) }
    desk.noted = nil
  }

  /// Tells observers of actions of an action whose mutations have been told.
  ///
  /// - Parameters:
  ///   - first: the revision of its own commit, which is the first of its commits.
  ///   - ending: the report to observers that wait for the end of its effects.
  private func tellAction(_ action: Action, since first: UInt64, then ending: ActionEnding?) {
    guard let stream else { return }
    stream.firstRevision = first
    ending?.add(stream.ending(of: action, revision, UnsafePointer(state)))
    let isTold = withMutableState { state, revision in
      stream.collectAction(action, revision, of: state, hasChanged: stream.hasChanged)
    }
    stream.firstRevision = nil
    if isTold ?? false { deliver(action) }
  }

  /// Makes the commit of a mutation of an effect and tells the interests. On the draining thread, outside of its
  /// callbacks.
  ///
  /// - Parameter account: that of the reactor's effect.
  @usableFromInline
  func apply(_ step: MutationStep, of action: Action, _ account: EffectAccount) {
    guard let transformed = step.transformed else { return apply(step, of: action, at: account.path) }
    for step in transformed() where !account.isCancelled && !isClosing { apply(step, of: action, at: account.path) }
  }

  /// Makes the commit of a mutation. If the reactor's state has gone, nothing happens.
  private func apply(_ step: MutationStep, of action: Action?, at path: ChildPath?) {
    let thread = enterGate()
    let isThere = ChildPath.modify(path, in: state, step.apply)
    if isThere {
      note(action)
      if let stream, stream.wantsMutations { stream.note(mutation: step.mutation) }
    }
    let isTold = isThere && commitAll(isAction: false)
    leaveGate(thread)
    guard isThere else { return }
    testControl?.committed(.mutated(step.mutation), state.pointee)
    lookForChildren()
    if isTold { deliver(action) }
  }

  @usableFromInline
  func submit(_ step: MutationStep, from desk: MutationDesk) {
    _ = perform(mayDrain: false) { [self] isOpen in if isOpen, !desk.hasEnded { apply(step, of: nil, at: desk.path) } }
  }

  /// Makes an effect and begins it, when the commit's observers have been told. Returns whether it has ended already.
  @usableFromInline
  func beginLate(
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
  @usableFromInline
  func submit(
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
