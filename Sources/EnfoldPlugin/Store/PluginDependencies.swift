// PluginDependencies: the dependencies of one store of a plugin.
import Enfold
import Synchronization

/// The dependencies of the store's runtime. Mistakes in their use are logged by the host.
@usableFromInline final class PluginDependencies: @unchecked Sendable {
  // Unchecked: nothing changes when the store has been opened.
  @usableFromInline private(set) var values: DependencyValues
  /// The same, for the code that makes the store.
  private var making: DependencyValues
  private let environment: DependencyEnvironment
  private let common: RuntimeDependencies
  /// Only in tests.
  private let issues: Issues?

  /// - Parameter environment: as in `enfold_store_options`.
  init(_ environment: Int32, runtime: UInt64, host: PluginHost) {
    let known: DependencyEnvironment =
      switch environment {
      case 1: .preview
      case 2: .test
      default: .live
      }
    self.environment = known
    common = .of(runtime: runtime, known, host)
    issues = known == .test ? Issues(host) : nil
    (values, making) = (common.values, common.making)
    if issues != nil || isBoundAlways { use(common.values) }
  }

  /// The store has shared values. Called while the store is opened, first.
  @usableFromInline
  func share(through host: PluginHost) { use(common.sharing(host)) }

  /// The store asks its host in its own name, because its feature declares requests. Called while the store is opened,
  /// after ``share(through:)``.
  @usableFromInline
  func ask(through host: PluginHost) {
    var asking = values
    if let desk = PluginRequestDesk(host, runtime: common.runtime, store: host.context) { asking.host = Host(desk) }
    use(asking)
  }

  /// Where the effects of the store run; nil is the global executor.
  @usableFromInline var effectExecutor: (any TaskExecutor)? { common.effectExecutor }

  /// Whether the dependencies are bound whenever the store reduces, so that code finds them then: an operator of
  /// effects that needs the clock, for example. If not, they are bound while the reducer is made: its `@Dependency`
  /// properties remember them, so they cost an action nothing. That is enough in the live environment, where the
  /// defaults are as good, unless the host moves the clock.
  private var isBoundAlways: Bool { environment != .live || effectExecutor != nil }

  private func use(_ given: DependencyValues) {
    values = given
    if let issues { values.report = { issues.log($0) } }
    making = isBoundAlways ? values : values.forMaking
  }

  @usableFromInline
  func bind<R, E: Error>(_ body: () throws(E) -> R) throws(E) -> R {
    try withDependencies(making) { Result(catching: body) }.get()
  }

  /// - Parameter always: whether the dependencies are needed whenever the store reduces.
  @usableFromInline
  func function<R: Reducer>(
    of reducer: () -> R, _ desk: MutationDesk, always: Bool
  ) -> ReduceFunction<R.State, R.Action> {
    if isBoundAlways || always { return bind(reducer).dependencies(values)._$function(in: .store(desk)) }
    return bind { reducer()._$function(in: .store(desk)) }
  }

  /// From now on mistakes are logged through the store's engine, which stops calling the host when it is closed.
  @usableFromInline
  func report<State, Action>(through engine: StoreEngine<State, Action>) {
    issues?.perform = { [weak engine] work in
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
      let record = { @Sendable [host] in
        host.log(Diagnostic(level: .error, .dependencyWithoutValue, message: issue.message))
      }
      // While the store is being opened, the host can be called directly.
      guard isOpen.load(ordering: .acquiring) else { return record() }
      perform { isOpen in if isOpen { record() } }
    }
  }
}
