// TestStore: the end of a test, and skipping what the test does not look at.

extension TestStore {
  /// Waits until no effect runs. Exhaustive, no received action may be left then; otherwise these are reduced.
  ///
  /// Fails if effects still run when the time is over; they are cancelled then.
  ///
  /// - Parameter timeout: how long to wait, in real time; nil is ``timeout``.
  nonisolated(nonsending) public func finish(
    timeout: Duration? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async {
    let location = TestLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    let isExhaustive = exhaustivity == .on
    _ = await wait(timeout) { () async -> Void? in
      if !isExhaustive { await reduceNextAction(at: location) }
      // In this order: what is idle sends nothing any more.
      return isIdle && (isExhaustive || inbox.isEmpty) ? () : nil
    }
    reportProblems(at: location)
    if isExhaustive { reportUnreceivedActions(at: location) }
    reportRunningEffects(at: location)
    cancelTasks()
    inbox.clear()
    await settle()
  }

  /// Reduces all received actions, without looking at what they do.
  ///
  /// - Parameter isStrict: whether the test fails if there are none.
  nonisolated(nonsending) public func skipReceivedActions(
    strict isStrict: Bool = true,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async {
    let location = TestLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    let count = await reduceReceivedActions(at: location)
    if count == 0, isStrict {
      fail("There were no received actions to skip. Leave this out, or say `strict: false`.", at: location)
    }
    reportProblems(at: location)
  }

  /// Cancels all running effects. What they have sent before can still be received.
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
    inbox.detachFromEffects()
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

  /// Waits until a task has ended, or until what remains of it are received actions.
  nonisolated(nonsending) func finish(_ task: StoreTask, _ timeout: Duration?, at location: TestLocation) async {
    task.whenEnded { [inbox] _ in inbox.noteChange() }
    let hasEnded: Void? = await wait(timeout) { task.result != nil || isIdle ? () : nil }
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
