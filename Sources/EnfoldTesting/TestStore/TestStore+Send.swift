// TestStore: sending actions.

extension TestStore {
  /// Sends an action, and says what it does to the state.
  ///
  /// If the store is exhaustive, all received actions must have been handled before. Otherwise those that wait are
  /// reduced first.
  ///
  /// - Parameter update: makes the state after the action from the state before it. Without this closure nothing may
  ///   change. If the store is not exhaustive, the closure gets the state after the action, and sets the values that
  ///   matter.
  /// - Returns: a task, which stands for everything that the action causes. It can be waited for and cancelled.
  @discardableResult
  nonisolated(nonsending) public func send(
    _ action: Action, assert update: ((_ state: inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async -> TestStoreTask {
    let location = TestLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    if exhaustivity == .on {
      let waiting = log.received
      if !waiting.isEmpty {
        fail(
          """
          Must handle \(counted(waiting.count, "received action")) before sending an action.

          \(list(waiting))

          Receive what effects have sent with `receive`, or let it pass with `skipReceivedActions`.
          """, at: location)
      }
    } else {
      await skipReceived(at: location)
    }
    let (commit, task) = await reduce(action)
    check(commit, update, at: location)
    await settle()
    reportProblems(at: location)
    return TestStoreTask(task: task) { [self] in
      await settle()
    } finish: { [self] timeout, location in
      await finish(task, timeout, at: location)
    }
  }

  /// Writes a property, as ``Store/set(_:to:then:)`` does, and says what that does to the state. If the property has the
  /// value already, there is no commit, and nothing to say. If an action follows, send it.
  ///
  /// - Parameter update: as in ``send(_:assert:fileID:filePath:line:column:)``.
  nonisolated(nonsending) public func set<Value: Equatable & Sendable>(
    _ property: WritableKeyPath<State, Value> & Sendable, to value: Value,
    assert update: ((_ state: inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async {
    let location = TestLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    effects.hold { _ = engine.set(PropertyWrite(property, value)) }
    await waitForQueue()
    if let commit = log.takeOwn() {
      check(commit, update, at: location)
    } else if update != nil, exhaustivity == .on {
      fail("Expected state to change, but the property has the value \(value) already.", at: location)
    }
    await settle()
    reportProblems(at: location)
  }

  /// Replaces the state, as ``Store/restore(_:)`` does, and says what that does to the state.
  ///
  /// - Parameter update: as in ``send(_:assert:fileID:filePath:line:column:)``.
  nonisolated(nonsending) public func restore(
    _ state: State, assert update: ((_ state: inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async {
    let location = TestLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    effects.hold { _ = engine.restore(state) }
    await waitForQueue()
    guard let commit = log.takeOwn() else { preconditionFailure("a state was not restored") }
    check(commit, update, at: location)
    await settle()
    reportProblems(at: location)
  }

  /// Compares values of the state, without an action.
  ///
  /// - Parameter update: sets values that the state must have already.
  public func assert(
    _ update: (_ state: inout State) throws -> Void,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    let location = TestLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    let state = state
    guard let expected = updated(state, update, at: location) else { return }
    if expected != state { failMismatch(expected: expected, actual: state, at: location) }
    reportProblems(at: location)
  }

  // MARK: Reducing

  /// Sends an action and waits until it was reduced.
  nonisolated(nonsending) func reduce(_ action: Action) async -> (TestCommit<State, Action>, StoreTask) {
    let task =
      switch effects.hold(while: { engine.send(action) }) {
      case .reduced(let task), .queued(let task): task
      case .refused(let error): preconditionFailure("\(error), which cannot be: it is open, and nobody else sends")
      }
    settings.withLock {
      $0.tasks.removeAll { $0.result != nil }
      $0.tasks.append(task)
    }
    await waitForQueue()
    guard let commit = log.takeOwn() else { preconditionFailure("an action that was sent was not reduced") }
    return (commit, task)
  }

  /// Waits until everything in the queue was dealt with. Returns at once unless the thread of an effect is draining.
  nonisolated(nonsending) private func waitForQueue() async {
    await withCheckedContinuation { continuation in
      if engine.perform(whileHeld: .follows, { _ in continuation.resume() }).refusal != nil { continuation.resume() }
    }
  }
}
