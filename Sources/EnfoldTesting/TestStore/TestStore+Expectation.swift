// TestStore: comparing states.

extension TestStore {
  /// Compares the changes of a commit with those that the test expects.
  func check(
    _ commit: TestCommit<State, Action>, _ update: ((inout State) throws -> Void)?, at location: TestLocation
  ) {
    defer { log.noteAsserted(commit) }
    // Shared values that are new in the expected state are found in the registry of this store.
    withDependencies(dependencies) { compare(commit, update, at: location) }
  }

  private func compare(
    _ commit: TestCommit<State, Action>, _ update: ((inout State) throws -> Void)?, at location: TestLocation
  ) {
    let (before, after) = (commit.before, commit.after)
    switch exhaustivity {
    case .on:
      guard let update else {
        if before != after { failUnexpectedChange(commit, at: location) }
        return
      }
      guard let expected = updated(before, update, at: location) else { return }
      if expected != after { return failMismatch(expected: expected, actual: after, at: location) }
      if before == after {
        fail(
          """
          Expected state to change, but no change occurred.

          The closure makes no change, either. If the action is to change nothing, leave the closure out.
          """, at: location)
      }

    case .off(let showsSkipped):
      if let update {
        guard let expected = updated(after, update, at: location) else { return }
        if expected != after { return failMismatch(expected: expected, actual: after, at: location) }
      }
      if showsSkipped { showSkippedChanges(commit, update, at: location) }
    }
  }

  /// The state that a closure makes from another one; nil if the closure throws, which fails the test.
  func updated(_ state: State, _ update: (inout State) throws -> Void, at location: TestLocation) -> State? {
    var state = state
    do {
      // The test's expectations of shared values are seen in this state alone.
      try SharedAssertion.state {
        try withDependencies(dependencies) { try update(&state) }
      }
      return state
    } catch {
      fail("The closure that describes the state threw an error: \(error)", at: location)
      return nil
    }
  }

  func failMismatch(expected: State, actual: State, at location: TestLocation) {
    let difference = Difference.between(("Expected", expected), ("Actual", actual))
    fail("A state change does not match expectation.\n\n\(difference)", at: location)
  }

  private func failUnexpectedChange(_ commit: TestCommit<State, Action>, at location: TestLocation) {
    fail(
      """
      State was not expected to change, but a change occurred.

      \(Difference.between(("Before", commit.before), ("After", commit.after)))

      If the action is to change this, say so in a closure.
      """, at: location)
  }

  /// Warns of the changes that an exhaustive store would not have accepted.
  private func showSkippedChanges(
    _ commit: TestCommit<State, Action>, _ update: ((inout State) throws -> Void)?, at location: TestLocation
  ) {
    var expected = commit.before
    if let update {
      guard let state = updated(expected, update, at: location) else { return }
      expected = state
    }
    if expected == commit.after { return }
    let difference = Difference.between(("Expected", expected), ("Actual", commit.after))
    TestFailure.warn("Changes that were not asserted:\n\n\(difference)", at: location)
  }
}
