// TestStore: letting time pass.

extension TestStore {
  /// Lets time pass on ``clock``, and lets the effects that wake go as far as they can: an effect that sleeps again within
  /// this time is woken again. So a timer ticks as often as it would in that time.
  ///
  /// What effects send meanwhile waits to be received. What sleeps in a task that an effect made by itself, as
  /// `Task { … }`, is woken once: nobody sees when it sleeps again.
  nonisolated(nonsending) public func advance(
    by duration: Duration,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async {
    let deadline = clock.now.advanced(by: duration)
    repeat { await settle() } while clock.wakeNext(upTo: deadline)
    reportProblems(at: TestLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }
}
