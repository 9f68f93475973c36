// PluginDependencies: the dependencies of one store of a plugin.
import Enfold
import Synchronization

/// The dependencies of the store's runtime. The host logs mistakes in their use.
@usableFromInline struct PluginDependencies: Sendable {
  @usableFromInline private(set) var values: DependencyValues
  /// `values` for the code that makes the store.
  private var making: DependencyValues
  private let common: RuntimeDependencies
  /// Only in tests.
  private let issues: Issues?
  /// Whether the store has shared values. Its gate knows their registry, so only its effects and its reactors need to be told.
  @usableFromInline private(set) var isSharing = false
  /// Whether the store asks its host in its own name.
  @usableFromInline private(set) var isAsking = false

  /// - Parameter environment: as in `enfold_store_options`.
  init(_ environment: Int32, runtime: UInt64, host: PluginHost) {
    let known: DependencyEnvironment =
      switch environment {
      case 1: .preview
      case 2: .test
      default: .live
      }
    common = .of(runtime: runtime, known, host)
    issues = known == .test ? Issues(host) : nil
    (values, making) = (common.values, common.making)
    if issues != nil || isBoundAlways { use(common.values) }
  }

  /// The store has shared values. Called while the store is opened, first.
  @usableFromInline mutating func share(through host: PluginHost) {
    isSharing = true
    use(common.sharing(host))
  }

  /// As above, but the store has its values for itself: it repeats what was recorded.
  @usableFromInline mutating func shareNothing() {
    isSharing = true
    var own = values
    own.shared = SharedRegistry(directory: .none)
    own.shared.takesGiven = true
    use(own)
  }

  /// The store asks its host in its own name, because its feature declares requests. Called while the store is opened,
  /// after ``share(through:)``.
  @usableFromInline mutating func ask(through host: PluginHost) {
    isAsking = true
    var asking = values
    if let desk = PluginRequestDesk(host, runtime: common.runtime, store: host.context) { asking.host = Host(desk) }
    use(asking)
  }

  /// Where the effects of the store run; nil is the global executor.
  @usableFromInline var effectExecutor: (any TaskExecutor)? { common.effectExecutor }

  /// Whether the dependencies are bound whenever the store reduces. Then code inside an action finds them, such as an operator
  /// of effects that needs the clock. If not, they are bound only while the reducer is made: its `@Dependency` properties
  /// remember them, and an action pays nothing. In the live environment that is enough, because the defaults are as good,
  /// unless the host moves the clock.
  @usableFromInline var isBoundAlways: Bool { common.environment != .live || effectExecutor != nil }

  private mutating func use(_ given: DependencyValues) {
    values = given
    if let issues { values.report = { issues.log($0) } }
    making = isBoundAlways || isSharing ? values : values.forMaking
  }

  /// Runs the code that makes a part of the store.
  @inlinable func bind<R, E: Error>(_ body: () throws(E) -> R) throws(E) -> R {
    var result: Result<R, E>?
    bound { result = Result(catching: body) }
    guard let result else { preconditionFailure("the body was run") }
    return try result.get()
  }

  @usableFromInline func bound(_ body: () -> Void) { withDependencies(making, operation: body) }

  /// The function of a reducer. Called while the dependencies are bound.
  @inlinable
  func function<R: Reducer>(of reducer: R, _ desk: MutationDesk) -> ReduceFunction<R.State, R.Action> {
    if isBoundAlways { return reducer.dependencies(values)._$function(in: .store(desk)) }
    let reduce = reducer._$function(in: .store(desk))
    if isSharing { return { [values] state, action in reduce(&state, action).dependencies(values) } }
    return reduce
  }

  /// From now on mistakes are logged through the store's engine, which stops calling the host when it is closed.
  @usableFromInline func report<State, Action>(through engine: StoreEngine<State, Action>) {
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
        host.log(Diagnostic(level: .error, issue.topic, message: issue.message))
      }
      // While the store is being opened, the host can be called directly.
      guard isOpen.load(ordering: .acquiring) else { return record() }
      perform { isOpen in if isOpen { record() } }
    }
  }
}
