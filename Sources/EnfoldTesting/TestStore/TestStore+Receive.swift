// TestStore: receiving the actions that effects send.

extension TestStore {
  /// Receives the action that an effect has sent next, and says what it did to the state.
  ///
  /// Returns as soon as the action is there. Fails as soon as no effect runs any more that could send it. If the store
  /// is exhaustive, the action must be the next one. Otherwise the actions before it are skipped. If the action does not
  /// come, nothing is skipped.
  ///
  /// - Parameters:
  ///   - action: the expected action.
  ///   - timeout: how long to wait for it, in real time; nil means ``timeout``.
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

  /// Receives a mutation of a reactor that has made a commit of its own. The first mutation of an action, if it is at hand at
  /// once, has none: it is a part of the action's commit.
  nonisolated(nonsending) public func receive<Mutation: Equatable & Sendable>(
    mutation: Mutation, timeout: Duration? = nil, assert update: ((_ state: inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async {
    await receive(
      ExpectedAction(mutation), timeout, update,
      TestLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Receives the change of shared values that were changed elsewhere: by an effect, by another store, or outside of stores.
  /// (What the store's own reducer writes is a part of its action's commit.) Several changes may come as one.
  nonisolated(nonsending) public func receiveShared(
    timeout: Duration? = nil, assert update: ((_ state: inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async {
    await receive(
      ExpectedAction(SharedChange()), timeout, update,
      TestLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  enum Reception {
    case expected(any Sendable, TestCommit<State, Action>)
    case unexpected(any Sendable)
    /// No effect runs that could send anything.
    case nothing
  }

  /// Waits for an action, and takes its commit out of the log. Nil if the time is over.
  nonisolated(nonsending) func reception(
    _ timeout: Duration?, at location: TestLocation, of isExpected: (any Sendable) -> Bool
  ) async -> Reception? {
    let isExhaustive = exhaustivity == .on
    return await wait(timeout) { () async -> Reception? in
      // Asked first: after that, a store that is idle commits nothing any more.
      let isIdle = isIdle
      if isExhaustive {
        guard let next = log.next() else { return isIdle ? .nothing : nil }
        guard let action = next.received else { return nil }
        if isExpected(action) { return .expected(action, next) }
        log.noteAsserted(next)
        return .unexpected(action)
      }
      guard let (skipped, next) = log.take(through: { $0.received.map(isExpected) ?? false }),
        let action = next.received
      else { return isIdle ? .nothing : nil }
      for commit in skipped { noteSkipped(commit, at: location) }
      return .expected(action, next)
    }
  }

  nonisolated(nonsending) private func receive(
    _ expected: ExpectedAction<Action>, _ timeout: Duration?, _ update: ((inout State) throws -> Void)?,
    _ location: TestLocation
  ) async {
    switch await reception(timeout, at: location, of: expected.matches) {
    case .expected(_, let commit): check(commit, update, at: location)
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

  private func failUnexpected(
    _ action: any Sendable, instead expected: ExpectedAction<Action>, at location: TestLocation
  ) {
    let isLater = log.received.contains(where: expected.matches)
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
