// printChanges: what every action does, in words.

/// Tells what every action does. It gets the action, and the state before and after.
///
/// It is called once for each action, in order, while the action is being reduced. So it must not use the store.
public struct ReducerPrinter<State, Action> {
  let body: (_ action: Action, _ old: State, _ new: State) -> Void

  public init(_ body: @escaping (_ action: Action, _ old: State, _ new: State) -> Void) { self.body = body }

  /// Prints the name of the action and what has changed, property by property:
  ///
  ///     Action.row(id:, action: .tapped)
  ///       rows[id: 7].isDone: false → true
  public static var changes: Self { .changes { print($0) } }

  /// ``changes``, with a function that gets the text instead of printing it.
  public static func changes(to output: @escaping (String) -> Void) -> Self {
    Self { action, old, new in
      let changes = describeChanges(from: old, to: new)
      let lines = (changes.isEmpty ? ["(no change)"] : changes).map { "  \($0)" }
      output(([actionNameWithType(action)] + lines).joined(separator: "\n"))
    }
  }

  /// Prints the name of the action.
  public static var labels: Self { .labels { print($0) } }

  /// ``labels``, with a function that gets the text instead of printing it.
  public static func labels(to output: @escaping (String) -> Void) -> Self {
    Self { action, _, _ in output(actionNameWithType(action)) }
  }
}

extension Reducer {
  /// Tells a printer what each action does to the state. For debugging only: it keeps the state from before every
  /// action, so lists that change are copied.
  ///
  /// - Parameter printer: prints the text; nil prints nothing and costs nothing.
  public func printChanges(_ printer: ReducerPrinter<State, Action>? = .changes) -> some Reducer<State, Action> {
    Composed(self) { base, site in
      let reduce = base._$function(in: site)
      guard let printer else { return reduce }
      return { state, action in
        let old = state
        let effect = reduce(&state, action)
        printer.body(action, old, state)
        return effect
      }
    }
  }
}
