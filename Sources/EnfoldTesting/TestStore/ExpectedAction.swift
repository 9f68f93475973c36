// ExpectedAction: the action that `receive` waits for.

/// An action that an effect sends, or a mutation of a reactor.
struct ExpectedAction<Action: Sendable> {
  /// Whether a received action is the expected one.
  let matches: (any Sendable) -> Bool
  /// How failures show it, indented.
  let shown: String
  /// How something that was received instead differs from the expected action.
  let difference: (any Sendable) -> String

  /// An action or a mutation that satisfies a predicate.
  init<Received>(shown: String, matches: @escaping (Received) -> Bool) {
    self.matches = { ($0 as? Received).map(matches) ?? false }
    self.shown = shown
    difference = { "Expected:\n\(shown)\nReceived:\n\(Difference.shown($0))" }
  }

  /// Exactly this action or mutation.
  init<Received: Equatable>(_ expected: Received) {
    let other = Self(shown: Difference.shown(expected)) { (received: Received) in received == expected }
    (matches, shown) = (other.matches, other.shown)
    difference = { received in
      guard let received = received as? Received else { return other.difference(received) }
      return Difference.between(("Expected", expected), ("Received", received))
    }
  }

  /// A case, whatever its values are.
  init<Value>(_ path: CaseKeyPath<Action, Value>) where Action: CasePathable {
    let casePath = Action.allCasePaths[keyPath: path]
    // Shown as actions are: without the module, and without the function in which a local type is declared.
    let type = String(reflecting: Action.self).split(separator: ".").dropFirst().filter { !$0.hasPrefix("(") }
    let values = Value.self == Void.self ? "" : "(…)"
    self.init(shown: "  \(type.joined(separator: ".")).\(casePath.caseName)\(values)") { (action: Action) in
      casePath.extract(action) != nil
    }
  }

  /// A case with this value.
  init<Value: Equatable>(_ path: CaseKeyPath<Action, Value>, _ value: Value) where Action: CasePathable {
    let casePath = Action.allCasePaths[keyPath: path]
    let expected = casePath.embed(value)
    let other = Self(shown: Difference.shown(expected)) { (action: Action) in casePath.extract(action) == value }
    (matches, shown) = (other.matches, other.shown)
    difference = { received in
      guard let action = received as? Action else { return other.difference(received) }
      return Difference.between(("Expected", expected), ("Received", action))
    }
  }
}
