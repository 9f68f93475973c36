// logging: a reducer that tells what it did.

/// A reducer that runs another one and then prints the action, a dump of the state, and a line of dashes.
@inlinable public func logging<Value, Action>(
  _ reducer: @escaping (inout Value, Action) -> Void
) -> (inout Value, Action) -> Void { logging(reducer) { print($0) } }

/// A reducer that runs another one and then tells `output` the action, a dump of the state, and a line of dashes: one
/// text of several lines.
@inlinable public func logging<Value, Action>(
  _ reducer: @escaping (inout Value, Action) -> Void, to output: @escaping (String) -> Void
) -> (inout Value, Action) -> Void {
  { value, action in
    reducer(&value, action)
    output(logEntry(value, action))
  }
}

/// A reducer that runs another one. Its first effect prints the action, a dump of the state after the action, and a
/// line of dashes.
@inlinable public func logging<Value: Sendable, Action>(
  _ reducer: @escaping (inout Value, Action) -> Effect<Action>
) -> (inout Value, Action) -> Effect<Action> { logging(reducer) { print($0) } }

/// A reducer that runs another one. Its first effect tells `output` the action, a dump of the state after the action,
/// and a line of dashes: one text of several lines.
///
/// The effect keeps a copy of the state until it has run, which is before the next action.
@inlinable public func logging<Value: Sendable, Action>(
  _ reducer: @escaping (inout Value, Action) -> Effect<Action>, to output: @escaping @Sendable (String) -> Void
) -> (inout Value, Action) -> Effect<Action> {
  { value, action in
    let effect = reducer(&value, action)
    return Effect.fireAndForget(name: "logging") { [value] in output(logEntry(value, action)) }.merge(with: effect)
  }
}

@usableFromInline func logEntry<Value, Action>(_ value: Value, _ action: Action) -> String {
  var text = "Logging - Action: \(action)\nState:\n"
  dump(value, to: &text)
  return text + "---"
}
