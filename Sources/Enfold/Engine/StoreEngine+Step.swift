// StoreEngine: one step. Everything that happens to a state happens here, in this order.
import CEnfoldSupport
import Synchronization

extension StoreEngine {
  /// One step: changes the state, makes a commit, begins effects and tells the observers. On the draining thread, outside of
  /// every gate. Returns the task of the effects: `account`, or a new one; nil if there are none.
  ///
  /// What only some stores have is asked behind `isPlain`, so that a step of the others does not pay for it.
  ///
  /// - Parameters:
  ///   - action: the action to which the step belongs; nil if there is none. It is copied only if somebody wants to know it.
  ///   - account: the task of the action, if it was made before.
  ///   - sender: the child whose effect sent the action; nil if it was sent from outside or by an effect of the root.
  ///   - change: changes the state and returns the effects. If it says that nothing has changed, there is no commit. A stub does
  ///     not call it for actions.
  @inlinable @inline(__always) func step(
    _ cause: StepCause, of action: @autoclosure () -> Action?, _ account: TaskAccount? = nil,
    from sender: ChildPath? = nil, _ origin: EntryOrigin = EntryOrigin(),
    by change: (inout State, _ hasChanged: inout Bool) -> Effect<Action>
  ) -> TaskAccount? {
    let isPlain = isPlain
    let isReduced = isPlain || !isStub || !cause.isAction

    // Before the gate. This is the place to hold a store: nothing has been touched yet.
    if !isPlain {
      stepTrace?._withUnsafeGuaranteedRef { $0.beginStep() }
      if cause.isAction { prepare(action()) }
    }

    // In the gate.
    let thread = enterGate(drainingThread)
    let home = isPlain ? nil : shared?.enterToChange()
    var hasChanged = isReduced
    let former = unretainedStream?._withUnsafeGuaranteedRef { $0.enterFormer() }
    if !isPlain { enterTap(account) }
    let effect = isReduced ? change(&state.pointee, &hasChanged) : .none
    former?.leave()
    var hasMore = false
    if !isPlain {
      if let shared, shared.endChange(&state.pointee) { queueSharedEntry() }
      leaveTap()
      stepTrace?._withUnsafeGuaranteedRef { $0.noteReduced() }
      hasMore = hasMoreMutations
    }
    var isTold = false
    if hasChanged {
      note(cause, action(), account)
      raiseRevision()
      isTold = collect(isAction: cause.isAction && !hasMore, isRestored: cause.isRestore)
    } else if !isReduced {
      isTold = collectUnreduced(action(), account)
    }
    home?.leave()
    leaveGate(thread)

    // After the gate. This is the place to record the step for a journal: all of it is known now.
    if isReduced, !hasChanged {
      if !isPlain { stepTrace?._withUnsafeGuaranteedRef { $0.endStep() } }
      return nil
    }
    if !isPlain {
      stepTrace?._withUnsafeGuaranteedRef {
        if shared?.takeFound() ?? false { $0.noteDependence(.shared) }
        $0.noteCollected(revision: commits.load(ordering: .relaxed), shared?.stacks)
      }
      if testControl != nil { tellTest(cause, action(), account) }
      if let given = account?.given { reportDifference(given, action()) }
    }
    if hasChildEffects || !isPlain && hasChildReactors { lookForChildren() }
    let isAwaited = cause.isAction && (observersWantEndings || !isPlain && reactorsWantEndings)
    let ending = isAwaited ? ending(of: action(), hasMore: hasMore) : nil
    let first = hasMore ? commits.load(ordering: .relaxed) : nil

    // Effects, then observers. This is the place to wait for the end of a journal's group: nothing has left the store yet.
    var task: TaskAccount?
    if !effect.isNone, let action = action() {
      task = beginEffects(consume effect, of: action, account, from: sender, then: ending)
      if !isPlain { stepTrace?._withUnsafeGuaranteedRef { $0.noteEffects() } }
    }
    if isTold { deliver(action()) }
    if cause.isAction, !isPlain || ending != nil {
      if ending == nil, !hasMore, isReduced {
        tellAfterwards()
      } else {
        finish(action(), account, since: first, ending, hasEnded: task == nil)
      }
    }
    if !isPlain, let stepTrace {
      let account = account ?? task
      stepTrace._withUnsafeGuaranteedRef { endTrace($0, cause.kind, action(), account, origin, isCommit: isReduced) }
    }
    return task
  }

  /// The step of an action.
  @inlinable func take(
    _ action: Action, _ account: TaskAccount?, from sender: ChildPath? = nil, _ origin: EntryOrigin = EntryOrigin()
  ) -> TaskAccount? {
    step(.action, of: action, account, from: sender, origin) { state, _ in reduce(&state, action) }
  }

  /// A step without effects. False if nothing was changed.
  ///
  /// - Parameter change: changes the state, and returns whether it did.
  @usableFromInline func commit(
    _ cause: StepCause, of action: Action? = nil, _ task: TaskAccount? = nil, _ origin: EntryOrigin = EntryOrigin(),
    by change: (inout State) -> Bool
  ) -> Bool {
    var isCommit = false
    _ = step(cause, of: action, task, origin) { state, hasChanged in
      hasChanged = change(&state)
      isCommit = hasChanged
      return .none
    }
    return isCommit
  }

  /// Commits a change without an action. On the draining thread. False if nothing was changed.
  ///
  /// - Parameter change: changes the state. If it returns false, nothing was changed and there is no commit.
  public func commit(_ change: (inout State) -> Bool) -> Bool { commit(.set, by: change) }

  // MARK: What a step asks, before the gate

  /// Asks the reactors for the mutations of the action. They read the last commit, so they cannot be asked in the gate.
  @inlinable func prepare(_ action: @autoclosure () -> Action?) {
    guard mode == .full, let ownDesk, let action = action() else { return }
    ownDesk._withUnsafeGuaranteedRef {
      $0.prepare(action, in: UnsafeRawPointer(state), isNoting: stream?.wantsMutations ?? false)
      if $0.hasAsked { stepTrace?._withUnsafeGuaranteedRef { $0.noteDependence(.reactor) } }
    }
  }

  // MARK: In the gate

  /// Whether the reactors have more mutations of the action than its commit has: each follows with a commit of its own.
  @inlinable var hasMoreMutations: Bool { ownDesk?._withUnsafeGuaranteedRef { $0.hasMore } ?? false }

  /// Notes the action, its tag and the mutations of the commit that is being made, if somebody wants to know them.
  @inlinable @inline(__always)
  func note(_ cause: StepCause, _ action: @autoclosure () -> Action?, _ account: TaskAccount?) {
    unretainedStream?._withUnsafeGuaranteedRef {
      let tag = account?.tag
      if tag != nil || $0.tag != nil { $0.note(tag: tag) }
      if $0.wantsActions { $0.note(action()) }
      if $0.wantsMutations { noteMutations(cause) }
    }
  }

  @usableFromInline func noteMutations(_ cause: StepCause) {
    switch cause {
    case .mutation(let mutation): stream?.note(mutation: mutation)
    case .action: for mutation in desk?.takeNoted() ?? [] { stream?.note(mutation: mutation) }
    case .set, .restore, .shared: break
    }
  }

  @inlinable @inline(__always)
  func raiseRevision() { commits.store(commits.load(ordering: .relaxed) &+ 1, ordering: .releasing) }

  /// Collects the interests that the commit concerns. True if somebody is to be told.
  ///
  /// - Parameters:
  ///   - isAction: whether the action is told with this commit.
  ///   - isRestored: whether the state, or a part of it, is one that was kept.
  @inlinable @inline(__always) func collect(isAction: Bool, isRestored: Bool) -> Bool {
    !isPlain && shared != nil
      ? collectWithShared(isAction: isAction, isRestored: isRestored) : collectInStream(isAction: isAction)
  }

  /// ``collect(isAction:isRestored:)`` for a state with shared values: those that are new in the store are bound to it first.
  @inlinable @inline(never) func collectWithShared(isAction: Bool, isRestored: Bool) -> Bool {
    guard let shared else { return false }
    shared.settle(&state.pointee, isRestored: isRestored)
    let isTold = collectInStream(isAction: isAction)
    if stream?.tree.isEmpty ?? true { shared.clean(&state.pointee) }
    shared.note(state)
    return isTold
  }

  @inlinable @inline(__always) func collectInStream(isAction: Bool) -> Bool {
    let revision = commits.load(ordering: .relaxed)
    return unretainedStream?._withUnsafeGuaranteedRef {
      $0.collect(&state.pointee, revision, isAction: isAction)
    } ?? false
  }

  /// In a stub: collects the observers of actions, without a commit.
  @usableFromInline func collectUnreduced(_ action: Action?, _ account: TaskAccount?) -> Bool {
    guard let action, let stream else { return false }
    stream.note(tag: account?.tag)
    return stream.collectAction(action, revision, of: state.pointee, hasChanged: false)
  }

  // MARK: After the gate

  /// Tells a test the commit, if this is a test's store.
  @usableFromInline func tellTest(_ cause: StepCause, _ action: Action?, _ task: TaskAccount?) {
    let told: CommitCause<Action>
    switch cause {
    case .action:
      guard let action else { return }
      // The effects of a sent action begin after its commit, and their actions come after that.
      told = task?.hasBegun == true ? .received(action) : .sent(action)
    case .mutation(let mutation): told = .mutated(mutation)
    case .set, .restore: told = .set
    case .shared: told = .shared
    }
    testControl?.committed(told, state.pointee)
  }

  /// Whether there are children with reactors, or reactors that have not begun.
  @inlinable var hasChildReactors: Bool { ownDesk?._withUnsafeGuaranteedRef { $0.hasChildren } ?? false }

  /// Ends what belongs to children that have gone, and begins and ends the reactors of children.
  @usableFromInline func lookForChildren() {
    if hasChildEffects { cancelAbsentChildren() }
    if hasChildReactors { settleReactors() }
  }

  /// Whether observers wait for the end of the effects of actions.
  @inlinable var observersWantEndings: Bool { unretainedStream?._withUnsafeGuaranteedRef { $0.wantsEndings } ?? false }

  /// Whether reactors wait for the end of the effects of this action.
  @inlinable var reactorsWantEndings: Bool { ownDesk?._withUnsafeGuaranteedRef { !$0.afterEnding.isEmpty } ?? false }

  /// Who is to be told when the effects of the action have ended; nil if nobody is.
  ///
  /// - Parameter hasMore: whether more mutations follow. Then observers are added when these mutations have been told.
  @usableFromInline func ending(of action: Action?, hasMore: Bool) -> ActionEnding? {
    guard let action else { return nil }
    let ending = ActionEnding(desk?.takeAfterEnding() ?? [], isHeld: hasMore)
    if hasMore { return ending }
    if let stream { ending.add(stream.ending(of: action, revision, UnsafePointer(state))) }
    return ending.isEmpty ? nil : ending
  }

  /// Tells the interests that the last commit concerns.
  @inlinable @inline(__always) func deliver(_ action: @autoclosure () -> Action?) {
    unretainedStream?._withUnsafeGuaranteedRef { stream in
      stream.deliver(UnsafePointer(state), action()) { isClosing }
    }
  }

  /// Calls what waits until all mutations at hand have been told.
  @inlinable func tellAfterwards() { ownDesk?._withUnsafeGuaranteedRef { $0.tellAfterwards() } }

  /// The end of an action's step, if more mutations follow, somebody waits for the end of its effects, or it was not reduced.
  ///
  /// - Parameters:
  ///   - first: the revision of the action's commit, if more mutations follow; then this is done behind those that are at
  ///     hand.
  ///   - hasEnded: whether the action has no effects.
  @usableFromInline func finish(
    _ action: Action?, _ account: TaskAccount?, since first: UInt64?, _ ending: ActionEnding?, hasEnded: Bool
  ) {
    if isStub { stream?.forgetAction() }
    guard let first, let action else {
      tellAfterwards()
      if hasEnded, !isClosing { ending?.run() }
      return
    }
    _ = performNext { [self] isOpen in
      guard isOpen else { return }
      tellAction(action, tag: account?.tag, since: first, then: ending)
      tellAfterwards()
      ending?.letGo()
      if hasEnded { ending?.run() }
    }
  }

  /// Tells observers of actions of an action, behind its mutations.
  ///
  /// - Parameters:
  ///   - first: the revision of its own commit, which is the first of its commits.
  ///   - ending: the report to observers that wait for the end of its effects.
  private func tellAction(_ action: Action, tag: String?, since first: UInt64, then ending: ActionEnding?) {
    guard let stream else { return }
    stream.note(tag: tag)
    stream.firstRevision = first
    ending?.add(stream.ending(of: action, revision, UnsafePointer(state)))
    tell(action) { state, revision in
      defer { stream.firstRevision = nil }
      return stream.collectAction(action, revision, of: state, hasChanged: stream.hasChanged)
    }
  }

  /// The end of a step that is traced.
  ///
  /// - Parameter isCommit: false in a stub, which makes no commits of actions.
  @inlinable func endTrace(
    _ trace: StoreTrace, _ kind: TraceKind, _ action: Action?, _ account: TaskAccount?, _ origin: EntryOrigin,
    isCommit: Bool
  ) {
    guard isCommit else { return trace.endStep() }
    let kind = isBinding && kind == .action ? .binding : kind
    guard let action else { return trace.endStep(kind, account, origin, nil) { nil } }
    withUnsafePointer(to: action) { place in
      trace.endStep(kind, account, origin, UnsafeRawPointer(place)) { keep(action) }
    }
  }

  // MARK: Children that have gone

  /// After a commit: cancels the effects of children that have gone.
  @usableFromInline func cancelAbsentChildren() {
    // Only siblings are watched.
    let reached = stream?.takeReached().map { unsafeDowncast($0, to: SiblingEffects.self) } ?? []
    unwatch(registry.cancelAbsentChildren(in: UnsafeRawPointer(state), reached: reached))
  }

  /// Has the children watched for which something begins to run.
  @usableFromInline func watchChildren() {
    if registry.unsettled.isEmpty { return }
    registry.settle { siblings in
      let (owner, parent) = (siblings.key.owner, siblings.key.parent)
      guard let place = owner.observedPlace(at: parent, in: UnsafeRawPointer(state)) else { return false }
      let stream = observedStream
      return withMutableState { state, _ in stream.watch(siblings, at: place, &state) } != nil
    }
    unwatch(registry.takePast())
  }

  private func unwatch(_ past: [SiblingEffects]) { for siblings in past { stream?.end(siblings) } }
}
