// StoreDependencies: how dependencies reach the state, the reducer and the effects of a store.

/// The dependencies that a store binds while it is made, and whenever it reduces.
@usableFromInline struct StoreDependencies {
  /// Nil if nothing is bound. Then dependencies cost the store nothing.
  @usableFromInline let values: DependencyValues?
  @usableFromInline let diagnostics = DiagnosticsCenter()

  /// - Parameter given: nil means the values that are bound here, if there are any.
  @usableFromInline init(_ given: DependencyValues?) {
    values = (given ?? DependencyValues.current)?.reporting(to: diagnostics)
  }

  /// Makes a part of the store while the values are bound.
  @inlinable func make<R>(_ body: () throws -> R) rethrows -> R {
    guard let values else { return try body() }
    return try withDependencies(values, operation: body)
  }

  /// What the store's engine calls to reduce: the reducer's function, with the values bound.
  @inlinable func function<R: Reducer>(of reducer: R, _ desk: MutationDesk) -> ReduceFunction<R.State, R.Action> {
    guard let values else { return reducer.wholeFunction(in: .store(desk)) }
    return values.bind(withDependencies(values) { reducer.wholeFunction(in: .store(desk)) })
  }
}

extension DependencyValues {
  /// Returns the same function, but it and its effects see these values.
  @usableFromInline
  func bind<State, Action>(_ reduce: @escaping ReduceFunction<State, Action>) -> ReduceFunction<State, Action> {
    { state, action in withDependencies(self) { reduce(&state, action) } }
  }

  /// Values that are changed: the given ones, or else those that are bound here, or else those of the process.
  @usableFromInline static func overriding(
    _ given: DependencyValues?, _ override: (inout DependencyValues) -> Void
  ) -> DependencyValues {
    var values = given ?? .here
    values.update(override)
    return values
  }

  /// These values, whose issues become diagnostics of a store, too. If these values have no reporter of their own and nobody
  /// listens to the diagnostics, issues are written to the standard error stream.
  fileprivate func reporting(to diagnostics: DiagnosticsCenter) -> DependencyValues {
    var values = self
    values.report = { [report] issue in
      let diagnostic = Diagnostic(level: .error, issue.topic, message: issue.message)
      if let report {
        report(issue)
        diagnostics.yield(diagnostic)
      } else {
        diagnostics.diagnose(diagnostic)
      }
    }
    return values
  }
}
