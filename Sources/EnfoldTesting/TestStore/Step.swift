// Step, assert(initialValue:reducer:steps:): tests of reducer functions, step by step.

/// One step of `assert(initialValue:reducer:steps:)`.
public struct Step<Value: Equatable & Sendable, Action: Sendable> {
  /// The sender of the action.
  public enum Kind: Sendable {
    /// The test.
    case send
    /// An effect.
    case receive
  }

  let kind: Kind
  let action: Action
  let update: (inout Value) -> Void
  let location: TestLocation

  /// - Parameter update: makes the value after the action from the one before.
  public init(
    _ kind: Kind, _ action: Action,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    _ update: @escaping (_ value: inout Value) -> Void = { _ in }
  ) {
    self.kind = kind
    self.action = action
    self.update = update
    location = TestLocation(fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// The test sends an action.
  public static func send(
    _ action: Action,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    _ update: @escaping (_ value: inout Value) -> Void = { _ in }
  ) -> Self {
    Self(.send, action, fileID: fileID, filePath: filePath, line: line, column: column, update)
  }

  /// An effect sends an action.
  public static func receive(
    _ action: Action,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    _ update: @escaping (_ value: inout Value) -> Void = { _ in }
  ) -> Self {
    Self(.receive, action, fileID: fileID, filePath: filePath, line: line, column: column, update)
  }
}

/// Tests a reducer function step by step: each action with the value that it leaves.
///
/// ```swift
/// await assert(
///   initialValue: CounterState(), reducer: counterReducer,
///   steps: .send(.increment) { $0.count = 1 }, .send(.load), .receive(.loaded(7)) { $0.count = 7 })
/// ```
///
/// The test fails, at the line of the step,
///
/// - if an action is sent while effects are pending, that is, while they run or their actions wait;
/// - if an action is to be received but no effect is pending, or none sends an action in time;
/// - if another action is received, or the value is another one.
///
/// It also fails if effects are pending at the end.
///
/// - Parameters:
///   - reducer: changes the value and returns the effects.
///   - dependencies: changes the dependencies of tests, which the reducer and its effects see.
///   - timeout: how long to wait for effects, in real time.
nonisolated(nonsending) public func assert<Value: Equatable & Sendable, Action: Equatable & Sendable>(
  initialValue: Value, reducer: @escaping (inout Value, Action) -> Effect<Action>, steps: Step<Value, Action>...,
  dependencies override: (inout DependencyValues) -> Void = { _ in }, timeout: Duration = .seconds(1),
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) async {
  let location = TestLocation(fileID: fileID, filePath: filePath, line: line, column: column)
  let store = TestStore<Value, Action>(location, override, { initialValue }, { _ in reducer })
  store.timeout = timeout
  await store.run(steps, at: location)
}

/// Tests a reducer function without effects step by step.
nonisolated(nonsending) public func assert<Value: Equatable & Sendable, Action: Equatable & Sendable>(
  initialValue: Value, reducer: @escaping (inout Value, Action) -> Void, steps: Step<Value, Action>...,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) async {
  let location = TestLocation(fileID: fileID, filePath: filePath, line: line, column: column)
  let store = TestStore<Value, Action>(location, { _ in }, { initialValue }) { _ in
    { value, action in
      reducer(&value, action)
      return .none
    }
  }
  await store.run(steps, at: location)
}

extension TestStore where Action: Equatable {
  nonisolated(nonsending) fileprivate func run(_ steps: [Step<State, Action>], at end: TestLocation) async {
    for step in steps {
      switch step.kind {
      case .send:
        await failIfPending("Action sent before handling", at: step.location)
        check(await reduce(step.action).0, step)
      case .receive:
        await receive(step)
      }
      reportProblems(at: step.location)
    }
    await failIfPending("Assertion failed to handle", at: end)
    exhaustivity = .off  // the steps have said everything
  }

  nonisolated(nonsending) private func receive(_ step: Step<State, Action>) async {
    switch await reception(nil, at: step.location, of: { _ in true }) {
    case .expected(let action, let commit):
      let expected = ExpectedAction<Action>(step.action)
      guard expected.matches(action) else {
        return fail("Received unexpected action:\n\n\(expected.difference(action))", at: step.location)
      }
      check(commit, step)
    case .unexpected, .nothing:
      fail("No pending effects to receive from.\n\n\(Difference.shown(step.action))", at: step.location)
    case nil:
      fail("Timed out waiting for an effect to complete.\n\n\(runningEffectsList)", at: step.location)
    }
  }

  private func check(_ commit: TestCommit<State, Action>, _ step: Step<State, Action>) {
    var expected = commit.before
    defer { log.noteAsserted(commit) }
    SharedAssertion.state { step.update(&expected) }
    if expected != commit.after { failMismatch(expected: expected, actual: commit.after, at: step.location) }
  }

  /// Fails if actions wait to be received, or effects do not end in time.
  nonisolated(nonsending) private func failIfPending(_ sentence: String, at location: TestLocation) async {
    let hasEnded: Void? = await wait(nil) { isIdle ? () : nil }
    let running = hasEnded == nil ? engine.runningEffects.count : 0
    let waiting = log.received
    if waiting.count + running == 0 { return }
    let shown = [list(waiting), running == 0 ? "" : runningEffectsList].filter { !$0.isEmpty }
    fail(
      """
      \(sentence) \(counted(waiting.count + running, "pending effect")).

      \(shown.joined(separator: "\n"))
      """, at: location)
  }
}
