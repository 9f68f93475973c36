// TestStore: sending actions.

extension TestStore {
  /// Sends an action, and says what it does to the state.
  ///
  /// Exhaustive, all received actions must have been handled before. Without exhaustivity those that wait are reduced
  /// first.
  ///
  /// - Parameter update: makes the state after the action from the one before; without it nothing must change. If the
  ///   store is not exhaustive: sets those values that matter in the state after the action.
  /// - Returns: what the action causes, to wait for or to cancel.
  @discardableResult
  nonisolated(nonsending) public func send(
    _ action: Action, assert update: ((_ state: inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async -> TestStoreTask {
    let location = TestLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    if exhaustivity == .on {
      let waiting = inbox.actions
      if !waiting.isEmpty {
        fail(
          """
          Must handle \(counted(waiting.count, "received action")) before sending an action.

          \(list(waiting))

          Receive what effects have sent with `receive`, or let it pass with `skipReceivedActions`.
          """, at: location)
      }
    } else {
      await reduceReceivedActions(at: location)
    }
    let (transition, task) = await reduce(action)
    check(transition, update, at: location)
    await settle()
    reportProblems(at: location)
    return TestStoreTask(task: task) { [self] in
      inbox.dropCancelled()
      await settle()
    } finish: { [self] timeout, location in
      await finish(task, timeout, at: location)
    }
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
  nonisolated(nonsending) func reduce(_ action: Action) async -> (Transition<State>, StoreTask) {
    let before = state
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
    return (Transition(before: before, after: state), task)
  }

  /// Reduces a received action. Nil if it was cancelled in the meantime.
  nonisolated(nonsending) func reduce(_ received: ReceivedAction<Action>) async -> Transition<State>? {
    guard let held = received.held else { return await reduce(received.action).0 }
    let (before, revision) = (state, engine.revision)
    effects.hold { held.submit() }
    await waitForQueue()
    return engine.revision == revision ? nil : Transition(before: before, after: state)
  }

  /// Waits until everything that waits in the queue was dealt with; at once, unless an effect's thread is at it.
  nonisolated(nonsending) private func waitForQueue() async {
    await withCheckedContinuation { continuation in
      if engine.perform({ _ in continuation.resume() }).refusal != nil { continuation.resume() }
    }
  }
}
