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
    // As actions are shown: without the module, and without the function that a local type is in.
    let type = String(reflecting: Action.self).split(separator: ".").dropFirst().filter { !$0.hasPrefix("(") }
    let values = Value.self == Void.self ? "" : "(…)"
    self.init(shown: "  \(type.joined(separator: ".")).\(casePath.name)\(values)") {
      casePath.extract($0) != nil
    }
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
