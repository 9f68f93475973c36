// TestStore: receiving the actions that effects send.

extension TestStore {
  /// Receives the action that an effect sends next, and says what it does to the state.
  ///
  /// Returns as soon as the action is there, and fails as soon as nothing runs any more that could send it. Exhaustive,
  /// it must be the next one that is received; otherwise those before it are reduced and pass.
  ///
  /// - Parameters:
  ///   - action: the expected action.
  ///   - timeout: how long to wait for it, in real time; nil is ``timeout``.
  ///   - update: as in ``send(_:assert:fileID:filePath:line:column:)``.
  nonisolated(nonsending) public func receive(
    _ action: Action, timeout: Duration? = nil, assert update: ((_ state: inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async where Action: Equatable {
    await receive(
      ExpectedAction(action), timeout, update,
      TestLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  @available(*, unavailable, message: "make the action Equatable, or receive its case: receive(\\.case)")
  @_disfavoredOverload
  nonisolated(nonsending) public func receive(
    _ action: Action, timeout: Duration? = nil, assert update: ((_ state: inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async { fatalError("unavailable") }

  /// Receives an action of a case, whatever its values are: `receive(\.loaded)`, `receive(\.child.loaded)`.
  nonisolated(nonsending) public func receive<Value>(
    _ path: CaseKeyPath<Action, Value>, timeout: Duration? = nil,
    assert update: ((_ state: inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async where Action: CasePathable {
    await receive(
      ExpectedAction(path), timeout, update,
      TestLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Receives an action of a case with a value: `receive(\.loaded, 5)`.
  nonisolated(nonsending) public func receive<Value: Equatable>(
    _ path: CaseKeyPath<Action, Value>, _ value: Value, timeout: Duration? = nil,
    assert update: ((_ state: inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async where Action: CasePathable {
    await receive(
      ExpectedAction(path, value), timeout, update,
      TestLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Receives an action that satisfies a predicate.
  nonisolated(nonsending) public func receive(
    where isExpected: @escaping (_ action: Action) -> Bool, timeout: Duration? = nil,
    assert update: ((_ state: inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async {
    await receive(
      ExpectedAction(shown: "  An action that satisfies the predicate", matches: isExpected), timeout, update,
      TestLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  enum Reception {
    case expected(Action, Transition<State>)
    case unexpected(Action)
    /// Nothing runs that could send anything.
    case nothing
  }

  /// Waits for an action and reduces it. Nil if the time is over.
  nonisolated(nonsending) func reception(
    _ timeout: Duration?, at location: TestLocation, of isExpected: (Action) -> Bool
  ) async -> Reception? {
    let isExhaustive = exhaustivity == .on
    return await wait(timeout) { () async -> Reception? in
      // In this order: what is idle sends nothing any more.
      let isIdle = inbox.isEmpty && isIdle
      guard let next = inbox.next() else { return isIdle ? .nothing : nil }
      inbox.noteChange()  // there may be more: `wait` looks again
      guard let transition = await reduce(next) else { return nil }
      if isExpected(next.action) { return .expected(next.action, transition) }
      if isExhaustive { return .unexpected(next.action) }
      showSkipped(next.action, at: location)
      await settle()
      return nil
    }
  }

  nonisolated(nonsending) private func receive(
    _ expected: ExpectedAction<Action>, _ timeout: Duration?, _ update: ((inout State) throws -> Void)?,
    _ location: TestLocation
  ) async {
    switch await reception(timeout, at: location, of: expected.matches) {
    case .expected(_, let transition): check(transition, update, at: location)
    case .unexpected(let action): failUnexpected(action, instead: expected, at: location)
    case .nothing: failMissing(expected, "No effect is running that could send it.", at: location)
    case nil:
      failMissing(
        expected,
        """
        These effects are running, and none has sent it within \(timeout ?? self.timeout):

        \(runningEffectsList)

        \(sendingAdvice)
        """, at: location)
    }
    await settle()
    reportProblems(at: location)
  }

  private func failUnexpected(_ action: Action, instead expected: ExpectedAction<Action>, at location: TestLocation) {
    let isLater = inbox.actions.contains { expected.matches($0.action) }
    fail(
      """
      Received unexpected action\(isLater ? " before the expected one" : ""):

      \(expected.difference(action))
      """, at: location)
  }

  private func failMissing(_ expected: ExpectedAction<Action>, _ reason: String, at location: TestLocation) {
    fail(
      """
      Expected to receive the following action, but didn't:

      \(expected.shown)

      \(reason)
      """, at: location)
  }
}
