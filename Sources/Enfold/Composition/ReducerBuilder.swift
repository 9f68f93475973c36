// stub
@resultBuilder public enum ReducerBuilder<State: Sendable, Action: Sendable> {
  public static func buildExpression<R: Reducer>(_ r: R) -> R where R.State == State, R.Action == Action { r }
  public static func buildBlock<R: Reducer>(_ r: R) -> R where R.State == State, R.Action == Action { r }
}
