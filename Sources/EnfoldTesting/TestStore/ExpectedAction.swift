// ExpectedAction: what `receive` waits for.

struct ExpectedAction<Action: Sendable> {
  let matches: (Action) -> Bool
  /// What it is, indented.
  let shown: String
  /// How another action differs from it.
  let difference: (Action) -> String

  /// An action, in words or as a value.
  init(shown: String, matches: @escaping (Action) -> Bool) {
    self.matches = matches
    self.shown = shown
    difference = { "Expected:\n\(shown)\nReceived:\n\(Difference.shown($0))" }
  }

  /// This very action.
  init(_ action: Action) where Action: Equatable {
    matches = { $0 == action }
    shown = Difference.shown(action)
    difference = { Difference.between(("Expected", action), ("Received", $0)) }
  }

  /// A case, whatever its values are.
  init<Value>(_ path: CaseKeyPath<Action, Value>) where Action: CasePathable {
    let casePath = Action.allCasePaths[keyPath: path]
    // A key path does not know its name; a case without values can be shown.
    let action = (() as? Value).map(casePath.embed)
    let shown = action.map { Difference.shown($0) } ?? "  An action of the case with \(Value.self)"
    self.init(shown: shown) { casePath.extract($0) != nil }
  }

  /// A case with this value.
  init<Value: Equatable>(_ path: CaseKeyPath<Action, Value>, _ value: Value) where Action: CasePathable {
    let casePath = Action.allCasePaths[keyPath: path]
    let action = casePath.embed(value)
    matches = { casePath.extract($0) == value }
    shown = Difference.shown(action)
    difference = { Difference.between(("Expected", action), ("Received", $0)) }
  }
}
