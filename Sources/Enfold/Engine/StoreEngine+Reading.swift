// StoreEngine: the gate under which the state is written and read, and those who read it: readers and observers.
import CEnfoldSupport
import Synchronization

extension StoreEngine {
  // MARK: The gate

  /// Enters the gate of this store. Under it code of users runs: `reduce`, and the encoding of the state. This code may
  /// use other stores. Two threads must not wait for each other's gates, so a thread that holds a gate drains nothing.
  /// It drains when it has left its last gate. (Only ``Store/state`` of another store still waits there.)
  ///
  /// Returns the thread, which `leaveGate` needs.
  ///
  /// - Parameter thread: the calling one.
  @inlinable func enterGate(_ thread: UnsafeMutablePointer<enfold_thread> = enfold_this_thread())
    -> UnsafeMutablePointer<enfold_thread>
  {
    enfold_thread_enter_gate(thread)
    gate.acquire()
    gateHolder.store(UInt(bitPattern: thread), ordering: .relaxed)
    return thread
  }

  @inlinable func leaveGate(_ thread: UnsafeMutablePointer<enfold_thread>) {
    gateHolder.store(0, ordering: .relaxed)
    gate.release()
    if enfold_thread_leave_gate(thread) { enfold_thread_settle(thread) }
  }

  /// Whether this thread holds this store's gate: it reduces or encodes, and must not enter the gate again.
  @inlinable var isInsideGate: Bool { gateHolder.load(ordering: .relaxed) == UInt(enfold_thread_id()) }

  // MARK: Being idle

  /// Waiting actions plus running effects, plus one while somebody drains: 0 is idle.
  public var pending: Int {
    lock.withLock {
      // The order matters. A drainer that starts an effect ends its drain later, so one of the two counts it. To
      // append an action of an effect needs the lock.
      let draining = status.load(ordering: .sequentiallyConsistent) & DrainState.draining
      return queue.count + draining + (knownRegistry?.running ?? 0)
    }
  }

  /// While it is on, the owner's `becameIdle` is called whenever the store becomes idle. Calls are counted: it is off
  /// when there were as many calls with `false` as with `true`.
  public func watchIdle(_ isOn: Bool) {
    if isOn {
      idleWatchers.add(1, ordering: .sequentiallyConsistent)
    } else {
      idleWatchers.subtract(1, ordering: .sequentiallyConsistent)
    }
  }

  @inlinable func noteIdle() {
    if idleWatchers.load(ordering: .sequentiallyConsistent) > 0, pending == 0 { owner.becameIdle() }
  }

  // MARK: Reading

  /// The number of commits. Waits for nobody.
  public var revision: UInt64 { commits.load(ordering: .acquiring) }

  /// Calls `body` with the state of the last commit and its revision. Inside this store's `reduce`, inside another such
  /// call, or inside `withLock` of a shared value, `body` is not called and the result is nil. There is no commit meanwhile:
  /// be quick.
  @inlinable public func withState<R>(_ body: (borrowing State, UInt64) throws -> R) rethrows -> R? {
    if isInsideGate || SharedGate.isInside { return nil }
    let thread = enterGate()
    defer { leaveGate(thread) }
    let revision = commits.load(ordering: .relaxed)
    let home = shared?.enter()
    defer { home?.leave() }
    return try body(state.pointee, revision)
  }

  /// Calls `body` with the state, which it may change only in what no reader sees, such as change records.
  @inlinable public func withMutableState<R>(_ body: (inout State, UInt64) throws -> R) rethrows -> R? {
    if isInsideGate { return nil }
    let thread = enterGate()
    defer { leaveGate(thread) }
    let revision = commits.load(ordering: .relaxed)
    let home = shared?.enter()
    defer {
      home?.leave()
      // The records may have got another stamp. The state is still the same.
      shared?.note(state)
    }
    return try body(&state.pointee, revision)
  }

  // MARK: Observers

  /// The stream. It is made now if there is none. On the draining thread.
  public var observedStream: ChangeStream<State, Action> {
    if let stream { return stream }
    let made = makeStream()
    stream = made
    unretainedStream = .passUnretained(made)
    return made
  }

  // MARK: Values

  func beginObserving(_ observation: Observation<State>) {
    let (stream, observer) = (observedStream, observation.observer)
    // Without the gate, because a key path may lead through code of users.
    let place = observation.place.flatMap { stream.find($0, in: UnsafePointer(state)) }
    observer.begin(observation, at: place)
    let isTold = place?.kind != .ignored && canTell(observer, at: place)
    if isTold {
      let options = place?.kind == .pulse ? observer.options.union(.pulse) : observer.options
      _ = withMutableState { state, _ in stream.begin(observer, at: place?.path ?? .root, options, &state) }
    }
    observer.notify(UnsafePointer(state), .initial)
    stream.forgetComputed()
  }

  /// Whether an observer can be told of this place as it asks. If not, makes a diagnostic.
  private func canTell(_ observer: Observer, at place: StatePlace?) -> Bool {
    guard observer.options.contains(.pulse), place?.isPulse != true else { return true }
    owner.diagnose(
      Diagnostic(
        level: .error, .noPulse,
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

  // MARK: Interests of hosts

  /// Begins an interest, under a number that its owner chose, and tells it the value now if it wants that. On the
  /// draining thread.
  public func begin(_ interest: UInt64, at path: JSONPath, _ options: InterestOptions) {
    let stream = observedStream
    tell { state, revision in stream.begin(interest, at: path, options, &state, revision) }
  }

  /// Ends an interest. On the draining thread.
  public func end(_ interest: UInt64) { stream?.end(interest) }

  // MARK: Actions

  /// Adds an observer of actions, when its turn in the queue comes.
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

  // MARK: Telling without a commit

  /// Tells the interests that `collect` finds. There is no commit: the state stays as it is.
  func tell(_ action: Action? = nil, _ collect: (inout State, UInt64) -> Bool) {
    if withMutableState(collect) ?? false { deliver(action) }
  }

  /// Tells the interests that are told once for each drain.
  @usableFromInline func deliverPostponed() { tell { state, _ in stream?.collectPostponed(&state) ?? false } }

  /// Whether somebody is to be told at the end of the drain.
  @inlinable var hasPostponed: Bool { unretainedStream?._withUnsafeGuaranteedRef { $0.hasPostponed } ?? false }
}

extension StoreEngine: EffectOwner {
  @usableFromInline func effectsEnded() { noteIdle() }
}
