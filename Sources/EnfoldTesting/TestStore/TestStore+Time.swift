// TestStore: letting time pass.

extension TestStore {
  /// Lets time pass on ``clock``, and lets the effects that wake go as far as they can: an effect that sleeps again within
  /// this time is woken again. So a timer ticks as often as it would in that time.
  ///
  /// What effects send meanwhile waits to be received. If an effect has made a task by itself, as `Task { … }`, a sleep
  /// in it is woken only once: the store does not see when this task sleeps again.
  nonisolated(nonsending) public func advance(
    by duration: Duration,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async {
    await clock.advance(by: duration)
    reportProblems(at: TestLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }
}
