// .dependency: a reducer with dependencies of its own.

/// The dependencies inside the operator. They are made again only when those around it are other ones.
private struct DependencyScope {
  private let update: @Sendable (inout DependencyValues) -> Void
  private var last: (outer: DependencyValues, inner: DependencyValues)?

  init(_ update: @escaping @Sendable (inout DependencyValues) -> Void) { self.update = update }

  mutating func values() -> DependencyValues {
    let outer = DependencyValues.here
    if let last, last.outer === outer { return last.inner }
    var inner = outer
    update(&inner)
    last = (outer, inner)
    return inner
  }
}

extension Reducer {
  /// Replaces a dependency for this reducer, the ones inside it and their effects.
  public func dependency<Value: Sendable>(
    _ keyPath: WritableKeyPath<DependencyValues, Value> & Sendable, _ value: Value
  ) -> some Reducer<State, Action> { dependencies { $0.override(keyPath, with: value) } }

  /// Replaces a dependency whose property cannot be set; see ``DependencyValues/override(_:with:)``.
  public func dependency<Value: Sendable>(
    _ keyPath: KeyPath<DependencyValues, Value> & Sendable, _ value: Value
  ) -> some Reducer<State, Action> { dependencies { $0.override(keyPath, with: value) } }

  /// Changes the dependencies of this reducer, the ones inside it and their effects.
  ///
  /// - Parameter update: changes a copy of the dependencies around it. Called again when those are other ones, but not
  ///   for every action.
  public func dependencies(_ update: @escaping @Sendable (inout DependencyValues) -> Void) -> some Reducer<
    State, Action
  > {
    Composed(self) { base, site in
      var scope = DependencyScope(update)
      let reduce = withDependencies(scope.values()) { base._$function(in: site) }
      return { state, action in withDependencies(scope.values()) { reduce(&state, action) } }
    }
  }

  /// Gives these dependencies to this reducer, the ones inside it and their effects, instead of those around it.
  public func dependencies(_ values: DependencyValues) -> some Reducer<State, Action> { dependencies { $0 = values } }
}
