// PluginDependencies: the dependencies of a store whose host chose an environment.
import Enfold
import Synchronization

/// The dependencies of a store that is opened in the preview or the test environment. Mistakes in their use are logged
/// by the host.
@usableFromInline final class PluginDependencies: Sendable {
  private let values: DependencyValues
  private let issues: Issues

  /// Nil if the environment is the live one.
  ///
  /// - Parameter environment: as in `enfold_store_options`.
  init?(_ environment: Int32, host: PluginHost) {
    let issues = Issues(host)
    switch environment {
    case 1: values = DependencyValues(.preview)
    case 2: values = DependencyValues(.test) { $0.report = { issues.log($0) } }
    default: return nil
    }
    self.issues = issues
  }

  @usableFromInline
  func bind<R, E: Error>(_ body: () throws(E) -> R) throws(E) -> R {
    try withDependencies(values) { Result(catching: body) }.get()
  }

  @usableFromInline
  func function<R: Reducer>(of reducer: () -> R, _ desk: MutationDesk) -> ReduceFunction<R.State, R.Action> {
    bind(reducer).dependencies(values)._$function(in: .store(desk))
  }

  /// From now on mistakes are logged through the store's engine, which stops calling the host when it is closed.
  @usableFromInline
  func report<State, Action>(through engine: StoreEngine<State, Action>) {
    issues.perform = { [weak engine] work in
      _ = engine?.perform(mayDrain: engine?.drainsOnCaller ?? false, work)
    }
  }

  private final class Issues: @unchecked Sendable {
    // Unchecked: `perform` is written once, before `isOpen` is set, and read only after that.
    private let host: PluginHost
    private let isOpen = Atomic<Bool>(false)

    init(_ host: PluginHost) { self.host = host }

    var perform: (@escaping @Sendable (_ isOpen: Bool) -> Void) -> Void = { _ in } {
      didSet { isOpen.store(true, ordering: .releasing) }
    }

    func log(_ issue: DependencyIssue) {
      let record = { @Sendable [host] in host.log(Diagnostic(level: .error, message: issue.message)) }
      // While the store is being opened, the host can be called directly.
      guard isOpen.load(ordering: .acquiring) else { return record() }
      perform { isOpen in if isOpen { record() } }
    }
  }
}

extension PluginStoreOptions {
  /// Runs code that makes a part of the store, with the dependencies of the environment.
  @inlinable
  func bind<R, E: Error>(_ body: () throws(E) -> R) throws(E) -> R {
    guard let dependencies else { return try body() }
    return try dependencies.bind(body)
  }

  /// The reduce function that the store's engine calls, with the dependencies of the environment.
  @inlinable
  func function<R: Reducer>(of reducer: () -> R, _ desk: MutationDesk) -> ReduceFunction<R.State, R.Action> {
    guard let dependencies else { return reducer()._$function(in: .store(desk)) }
    return dependencies.function(of: reducer, desk)
  }
}
