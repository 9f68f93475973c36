// StoreEngine: steps that are not the usual one: of stubs, of stores with reactors or shared values, and with observers of
// the end of an action's effects.

extension StoreEngine {
  /// The last part of a step, if somebody wants to know when the effects of the action have ended.
  ///
  /// - Parameter desk: that of the store's reactors, if there are any.
  @usableFromInline
  func finishStep(
    _ action: Action, _ effect: Effect<Action>, _ isTold: Bool, _ node: TaskAccount?, from sender: ChildPath?,
    _ desk: MutationDesk? = nil
  ) -> TaskAccount? {
    let revision = commits.load(ordering: .relaxed)
    let ending = ActionEnding(desk?.takeAfterEnding() ?? [])
    if let stream { ending.add(stream.ending(of: action, revision, UnsafePointer(state))) }
    let task =
      effect.isNone ? nil : begin(effect, of: action, node, from: sender, then: ending.isEmpty ? nil : ending)
    if isTold { deliver(action) }
    desk?.tellAfterwards()
    if effect.isNone, !isClosing { ending.run() }
    return task
  }

  /// A step in a stub, or in a store with reactors or shared values.
  @inlinable @inline(never)  // most stores are none of these
  func otherStep(_ action: Action, _ node: TaskAccount?, from sender: ChildPath?) -> TaskAccount? {
    guard !isStub, let ownDesk else { return stubStep(action) }
    return ownDesk._withUnsafeGuaranteedRef { step(action, node, from: sender, $0) }
  }

  /// The step of a stub: tells the observers of actions, and reduces nothing.
  @usableFromInline
  func stubStep(_ action: Action) -> TaskAccount? {
    guard let stream else { return nil }
    let thread = enterGate()
    let isTold = stream.collectAction(action, revision, of: state.pointee, hasChanged: false)
    leaveGate(thread)
    let ending = stream.wantsEndings ? stream.ending(of: action, revision, UnsafePointer(state)) : nil
    if isTold { deliver(action) }
    stream.forgetAction()
    if let ending, !isClosing { ending.run() }
    return nil
  }

  /// Starts the effects of an action, and tells observers when they have ended and what they have sent has been reduced.
  func begin(
    _ effect: Effect<Action>, of action: Action, _ node: TaskAccount?, from sender: ChildPath?,
    then ending: ActionEnding?
  ) -> TaskAccount {
    guard let ending else { return begin(effect, of: action, node, from: sender) }
    // This goes through the queue, because effects end on any thread.
    let end: @Sendable () -> Void = { [weak self] in
      guard let self else { return }
      _ = performNext { isOpen in if isOpen { ending.run() } }
    }
    let task = node ?? TaskAccount(registry: registry)
    let home = sender.map { TaskAccount(reactingIn: task, to: $0) } ?? task
    // If the task is cancelled, nobody is told that its parts have ended. So the end of the task is observed, too.
    let waiter = home.whenEnded { _ in end() }
    let part = PartAccount(in: home, path: nil, id: nil) {
      home.forget(waiter)
      end()
    }
    if registry.open(part) {
      start(effect.operation, in: nil, of: action, part)
      if part.started() {
        home.forget(waiter)
        end()
      }
    }
    if home !== task { home.leave() }
    task.hasBegun = true
    if node == nil { task.leave() }
    return task
  }
}
