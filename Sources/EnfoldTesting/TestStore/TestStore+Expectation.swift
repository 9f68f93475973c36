// TestStore: comparing states.

/// What an action did.
struct Transition<State: Sendable>: Sendable {
  let before: State
  let after: State
}

extension TestStore {
  /// Compares what an action did with what the test expects of it.
  func check(_ transition: Transition<State>, _ update: ((inout State) throws -> Void)?, at location: TestLocation) {
    let (before, after) = (transition.before, transition.after)
    switch exhaustivity {
    case .on:
      guard let update else {
        if before != after { failUnexpectedChange(transition, at: location) }
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
      if showsSkipped { showSkippedChanges(transition, update, at: location) }
    }
  }

  /// The state that a closure makes of another; nil if it throws, which fails the test.
  func updated(_ state: State, _ update: (inout State) throws -> Void, at location: TestLocation) -> State? {
    var state = state
    do {
      try withDependencies(dependencies) { try update(&state) }
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

  private func failUnexpectedChange(_ transition: Transition<State>, at location: TestLocation) {
    fail(
      """
      State was not expected to change, but a change occurred.

      \(Difference.between(("Before", transition.before), ("After", transition.after)))

      If the action is to change this, say so in a closure.
      """, at: location)
  }

  /// What an exhaustive store would have insisted on.
  private func showSkippedChanges(
    _ transition: Transition<State>, _ update: ((inout State) throws -> Void)?, at location: TestLocation
  ) {
    var expected = transition.before
    if let update {
      guard let state = updated(expected, update, at: location) else { return }
      expected = state
    }
    if expected == transition.after { return }
    let difference = Difference.between(("Expected", expected), ("Actual", transition.after))
    TestFailure.warn("Changes that were not asserted:\n\n\(difference)", at: location)
  }
}
