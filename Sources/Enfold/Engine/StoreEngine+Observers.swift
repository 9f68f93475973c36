// StoreEngine: its observers, how they begin and end.
import EnfoldJSON

extension StoreEngine {
  /// The stream, made now if this is the first observer. On the draining thread.
  public var observedStream: ChangeStream<State, Action> {
    if let stream { return stream }
    let made = makeStream()
    stream = made
    unretainedStream = .passUnretained(made)
    return made
  }

  // MARK: Values

  func addObserver(_ observation: Observation<State>) -> AnyObserver {
    let observer = Observer(observation)
    let performed = perform(mayDrain: drainsOnCaller) { [self] isOpen in
      guard isOpen else { return observer.close() }
      guard observer.isActive.load(ordering: .acquiring) else { return observer.clear() }
      begin(observer)
    }
    if performed.refusal != nil { observer.close() }
    return observer
  }

  private func begin(_ observer: Observer<State>) {
    let stream = observedStream
    // Without the gate: key paths may lead through code of users.
    let place = observer.place.flatMap { stream.find($0, in: UnsafePointer(state)) }
    if observer.place != nil, place == nil || place?.kind == .inside { observer.isComputed = true }
    let isTold = place?.kind != .ignored && canTell(observer, at: place)
    if isTold {
      let options = place?.kind == .pulse ? observer.options.union(.pulse) : observer.options
      _ = withMutableState { state, _ in stream.begin(observer, at: place?.path ?? .root, options, &state) }
    }
    observer.notify(UnsafePointer(state), .initial)
    stream.forgetComputed()
  }

  /// Whether what an observer asks for can be told of that place; says so if not.
  private func canTell(_ observer: Observer<State>, at place: StatePlace?) -> Bool {
    guard observer.options.contains(.pulse), place?.isPulse != true else { return true }
    owner.diagnose(
      Diagnostic(
        level: .error,
        message: "an observer with the filter pulse is told nothing: it observes no @Pulse property of "
          + typeName(State.self)))
    return false
  }

  func removeObserver(_ observer: AnyObserver, mayDrain: Bool) {
    guard observer.isActive.exchange(false, ordering: .acquiringAndReleasing) else { return }
    _ = perform(mayDrain: mayDrain) { [self] _ in
      stream?.end(observer)
      observer.clear()
    }
  }

  /// Whether every assignment to a property is a change, also of an equal value. On the draining thread.
  func countsAssignments(to property: AnyKeyPath) -> Bool {
    func look<Observable: ObservableState>(_: Observable.Type) -> Bool {
      let state = UnsafeRawPointer(state).assumingMemoryBound(to: Observable.self)
      guard let place = KeyPathTable.of(Observable.self).find(property, in: state) else { return false }
      return Observable._$traits(at: place.path).contains(.everyAssignment)
    }
    return (State.self as? any ObservableState.Type).map { look($0) } ?? false
  }

  // MARK: Interests of hosts

  /// Takes up an interest under a number of its owner's, and tells it the value now if it wants that. On the draining
  /// thread.
  public func begin(_ interest: UInt64, at path: JSONPath, _ options: InterestOptions) {
    let stream = observedStream
    let isTold = withMutableState { state, revision in stream.begin(interest, at: path, options, &state, revision) }
    if isTold ?? false { stream.deliver(UnsafePointer(state), nil) { isClosing } }
  }

  /// Ends an interest. On the draining thread.
  public func end(_ interest: UInt64) { stream?.end(interest) }

  // MARK: Actions

  /// Adds an observer of actions, in its turn.
  public func add(_ observer: ActionObserver<State, Action>, mayDrain: Bool) {
    let entry = observer.entry
    let performed = perform(mayDrain: mayDrain) { [self] isOpen in
      guard isOpen else { return entry.close() }
      guard entry.isActive.load(ordering: .acquiring) else { return entry.clear() }
      let stream = observedStream
      _ = withMutableState { state, _ in stream.begin(entry, at: .root, entry.options, &state) }
    }
    if performed.refusal != nil { entry.close() }
  }

  /// Ends an observer of actions: no call begins after this.
  public func remove(_ observer: ActionObserver<State, Action>, mayDrain: Bool) {
    removeObserver(observer.entry, mayDrain: mayDrain)
  }

  /// The end of a step, if somebody wants to know when the effects of its action have ended.
  @usableFromInline
  func finishStep(_ action: Action, _ effect: Effect<Action>, _ isTold: Bool, _ node: TaskNode?) -> TaskNode? {
    let revision = commits.load(ordering: .relaxed)
    let ending = observedStream.ending(of: action, revision, UnsafePointer(state))
    let node = effect.isNone ? node : begin(effect, of: action, node, then: ending)
    if isTold { deliver(action) }
    if effect.isNone, !isClosing { ending.run() }
    return node
  }

  /// Starts the effects of an action that somebody wants to know the end of.
  private func begin(
    _ effect: Effect<Action>, of action: Action, _ node: TaskNode?, then ending: ActionEnding
  ) -> TaskNode {
    if ending.isEmpty { return begin(effect, of: action, node) }
    // In its turn: effects end on any thread.
    let end: @Sendable () -> Void = { [weak self] in
      guard let self else { return }
      _ = perform(mayDrain: drainsOnCaller) { isOpen in if isOpen { ending.run() } }
    }
    // A task that is cancelled does not come to the last part.
    let task = node ?? TaskNode(registry: registry)
    let waiter = task.whenEnded { _ in end() }
    let last = Effect<Action>.run(name: "observe actions") { _ in
      task.forget(waiter)
      end()
    }
    _ = begin(.concatenate(effect, last), of: action, task)
    if node == nil { task.leave() }
    return task
  }

  // MARK: The end of a drain

  /// Tells those who hear once for each drain.
  @usableFromInline
  func deliverLate() {
    guard let stream else { return }
    if withMutableState({ state, _ in stream.collectLate(&state) }) ?? false {
      stream.deliver(UnsafePointer(state), nil) { isClosing }
    }
  }

  /// Whether somebody is to be told at the end of the drain.
  @inlinable var hasLate: Bool { unretainedStream?._withUnsafeGuaranteedRef { $0.hasLate } ?? false }
}
