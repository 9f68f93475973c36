// TestStore: the end of a test, and skipping actions and effects that the test does not look at.

extension TestStore {
  /// Waits until no effect runs. If the store is exhaustive, no received action may be left then. Otherwise these are
  /// skipped.
  ///
  /// Fails if effects still run when the time is over; they are cancelled then.
  ///
  /// - Parameter timeout: how long to wait, in real time; nil means ``timeout``.
  nonisolated(nonsending) public func finish(
    timeout: Duration? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async {
    let location = TestLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    let isExhaustive = exhaustivity == .on
    _ = await wait(timeout) { () async -> Void? in
      // The actions of an endless effect must not fill the log.
      if !isExhaustive { await skipReceived(at: location) }
      return isIdle ? () : nil
    }
    if !isExhaustive { await skipReceived(at: location) }
    reportProblems(at: location)
    if isExhaustive {
      reportUnreceivedActions(at: location)
      reportUnexpectedRequests(at: location)
    }
    reportRunningEffects(at: location)
    cancelTasks()
    log.clear()
    await settle()
  }

  /// Skips all received actions, without looking at their changes.
  ///
  /// - Parameter isStrict: whether the test fails if there are none.
  nonisolated(nonsending) public func skipReceivedActions(
    strict isStrict: Bool = true,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async {
    let location = TestLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    let count = await skipReceived(at: location)
    if count == 0, isStrict {
      fail("There were no received actions to skip. Leave this out, or say `strict: false`.", at: location)
    }
    reportProblems(at: location)
  }

  /// Cancels all running effects. Actions that they have sent before can still be received.
  ///
  /// - Parameter isStrict: whether the test fails if there are none.
  nonisolated(nonsending) public func skipInFlightEffects(
    strict isStrict: Bool = true,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async {
    let location = TestLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    let running = runningEffects
    if running.isEmpty, isStrict {
      fail("There were no effects in flight to skip. Leave this out, or say `strict: false`.", at: location)
    }
    if exhaustivity == .off(showSkippedAssertions: true), !running.isEmpty {
      TestFailure.warn("Effects were skipped:\n\n\(runningEffectsList)", at: location)
    }
    cancelTasks()
    await settle()
    reportProblems(at: location)
  }

  private func cancelTasks() {
    let tasks = settings.withLock { settings in
      defer { settings.tasks = [] }
      return settings.tasks
    }
    for task in tasks { task.cancel() }
  }

  /// Waits until a task has ended.
  nonisolated(nonsending) func finish(_ task: StoreTask, _ timeout: Duration?, at location: TestLocation) async {
    task.whenEnded { [log] _ in log.noteChange() }
    let hasEnded: Void? = await wait(timeout) { task.result != nil ? () : nil }
    reportProblems(at: location)
    if hasEnded != nil { return }
    fail(
      """
      Expected the task to finish, but it is still running after \(timeout ?? self.timeout).

      \(runningEffectsList)

      \(endingAdvice)
      """, at: location)
  }
}
