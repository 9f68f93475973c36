// SharedHome: the registry in which code finds shared values that are not bound to a store.

/// The registry of a store, for what runs in its gate: reducers, and computed properties while the state is read. What
/// `withDependencies` binds inside comes first. See ``GateHome``.
@usableFromInline final class SharedHome: GateValues, @unchecked Sendable {
  // Unchecked: as its superclass.
  let registry: SharedRegistry
  /// Where a test hears that a declaration is refused.
  let report: DependencyValues.Report?

  override init(_ dependencies: DependencyValues) {
    (registry, report) = (dependencies.shared, dependencies.report)
    super.init(dependencies)
  }

  /// That of the gate that this thread is in, or else that of the dependencies that are bound here.
  static var here: SharedHome {
    if let home = GateHome.here { return unsafeDowncast(home, to: SharedHome.self) }
    return SharedHome(.here)
  }
}
