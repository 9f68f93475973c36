// printChanges: what every action does, in words.

/// What is told of every action: its name, and the state before and after.
///
/// It is called once for each action, in order, while the action is being reduced: it must not use the store.
public struct ReducerPrinter<State> {
  let body: (_ action: String, _ old: State, _ new: State) -> Void

  public init(_ body: @escaping (_ action: String, _ old: State, _ new: State) -> Void) { self.body = body }

  /// Prints the name of the action and what has changed, property by property:
  ///
  ///     Action.row(id:, action: .tapped)
  ///       rows[id: 7].isDone: false → true
  public static var changes: Self { .changes { print($0) } }

  /// The same, given to a function instead of printed.
  public static func changes(to output: @escaping (String) -> Void) -> Self {
    Self { action, old, new in
      let changes = describeChanges(from: old, to: new)
      output(([action] + (changes.isEmpty ? ["(no change)"] : changes).map { "  \($0)" }).joined(separator: "\n"))
    }
  }

  /// Prints the name of the action.
  public static var labels: Self { .labels { print($0) } }

  /// The same, given to a function instead of printed.
  public static func labels(to output: @escaping (String) -> Void) -> Self { Self { action, _, _ in output(action) } }
}

@usableFromInline struct PrintChanges<Base: Reducer>: ReducerOperator {
  let base: Base
  let printer: ReducerPrinter<Base.State>?

  @usableFromInline
  init(_ base: Base, _ printer: ReducerPrinter<Base.State>?) {
    self.base = base
    self.printer = printer
  }

  @usableFromInline
  func _$function(in site: ReducerSite) -> ReduceFunction<Base.State, Base.Action> {
    let reduce = base._$function(in: site)
    guard let printer else { return reduce }
    return { state, action in
      let old = state
      let effect = reduce(&state, action)
      printer.body(actionNameWithType(action), old, state)
      return effect
    }
  }
}

extension Reducer {
  /// Tells a printer what each action does to the state. For debugging only: it keeps the state
  /// from before every action, so that lists that change are copied.
  ///
  /// - Parameter printer: which one; nil prints nothing and costs nothing.
  @inlinable
  public func printChanges(_ printer: ReducerPrinter<State>? = .changes) -> some Reducer<State, Action> {
    PrintChanges(self, printer)
  }
}
