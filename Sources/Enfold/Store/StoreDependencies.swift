// StoreDependencies: how dependencies reach the state, the reducer and the effects of a store.

/// What a store binds while it is made, and whenever it reduces.
@usableFromInline struct StoreDependencies {
  /// Nil if nothing is bound: then nothing costs anything.
  @usableFromInline let values: DependencyValues?
  @usableFromInline let diagnostics = DiagnosticsCenter()

  /// - Parameter given: nil are those that are bound here, if any.
  @usableFromInline init(_ given: DependencyValues?) {
    values = (given ?? DependencyValues.current)?.reporting(to: diagnostics)
  }

  /// Makes a part of the store.
  @inlinable
  func make<R>(_ body: () throws -> R) rethrows -> R {
    guard let values else { return try body() }
    return try withDependencies(values, operation: body)
  }

  /// The function that the store's engine calls.
  @inlinable
  func function<R: Reducer>(of reducer: R) -> ReduceFunction<R.State, R.Action> {
    guard let values else { return reducer._$function(in: .store) }
    return values.bind(withDependencies(values) { reducer._$function(in: .store) })
  }
}

extension DependencyValues {
  /// A function that reduces, and whose effects run, with these values.
  @usableFromInline
  func bind<State, Action>(_ reduce: @escaping ReduceFunction<State, Action>) -> ReduceFunction<State, Action> {
    { state, action in withDependencies(self) { reduce(&state, action) }.dependencies(self) }
  }

  /// The same values, whose issues are diagnostics of a store, besides what is done with them already. Where nobody
  /// would hear of them, the standard error stream does.
  fileprivate func reporting(to diagnostics: DiagnosticsCenter) -> DependencyValues {
    var values = self
    values.report = { [report] issue in
      let diagnostic = Diagnostic(level: .error, message: issue.message)
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
