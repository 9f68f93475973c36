// Derived stores: parts of a store that look like stores of their own.

/// What a derived store does through the one it was derived from.
@usableFromInline struct Derivation<State: Sendable, Action: Sendable>: Sendable {
  @usableFromInline typealias ObserveActions =
    @Sendable (ActionPhase, @escaping @Sendable (Action, UInt64, State) -> Void) -> Subscription

  /// What observers observe.
  @usableFromInline let source: StateSource<State>
  @usableFromInline let send: @Sendable (Action) -> StoreTask
  let read: @Sendable () -> State
  @usableFromInline let root: any RootStore
  /// Observes those of the root's actions that are this store's; nil if they cannot be told.
  let observeActions: ObserveActions?

  @usableFromInline
  init(
    source: StateSource<State>, send: @escaping @Sendable (Action) -> StoreTask,
    read: @escaping @Sendable () -> State, root: any RootStore, observeActions: ObserveActions?
  ) {
    self.source = source
    self.send = send
    self.read = read
    self.root = root
    self.observeActions = observeActions
  }
}

/// The store at the root, whatever it holds.
@usableFromInline protocol RootStore: AnyObject, Sendable {
  var revision: UInt64 { get }
  var diagnostics: AsyncStream<Diagnostic> { get }
  func drain(limit: Int?) -> DrainResult
  func waitUntilIdle() async
}

extension Store: RootStore {}

extension Store {
  /// A part of this store as a store of its own: its state is a property of this one's, its actions are wrapped into a
  /// case of this one's.
  ///
  /// ```swift
  /// let child = store.scope(state: \.child, action: \.child)
  /// child.send(.increment)   // store.send(.child(.increment))
  /// ```
  ///
  /// It copies nothing and owns nothing: it reads through the root, which it keeps alive. Its observers are observers of
  /// the root, at this place: all of them are called in the order in which they subscribed. The same scope is the same
  /// object as long as somebody has it. When the root is closed, what is sent is refused and observers end. Closing a
  /// derived store does nothing.
  @inlinable
  public func scope<Child: Sendable, ChildAction: Sendable>(
    state: WritableKeyPath<State, Child> & Sendable, action: CaseKeyPath<Action, ChildAction> & Sendable
  ) -> Store<Child, ChildAction> where Action: CasePathable {
    scopes.find(ScopeKey(state: state, action: action)) {
      let path = Action.allCasePaths[keyPath: action]
      return derive(
        state, { $0[keyPath: state] }, write: { $1(&$0[keyPath: state]) }, embed: path.embed, extract: path.extract)
    }
  }

  /// A part of this store, its state computed by a closure and its actions wrapped by one: a new store each time, which
  /// cannot be written with `set`. The state is computed once for each commit that changed something, if it is observed.
  @inlinable
  public func view<Value: Sendable, LocalAction: Sendable>(
    value: @escaping @Sendable (State) -> Value, action: @escaping @Sendable (LocalAction) -> Action
  ) -> Store<Value, LocalAction> {
    derive(nil, value, write: nil, embed: action, extract: nil)
  }

  @inlinable
  func derive<Child: Sendable, ChildAction: Sendable>(
    _ path: AnyKeyPath?, _ project: @escaping @Sendable (State) -> Child, write: ScopedSource<State, Child>.Write?,
    embed: @escaping @Sendable (ChildAction) -> Action, extract: (@Sendable (Action) -> ChildAction?)?
  ) -> Store<Child, ChildAction> {
    var observe: Derivation<Child, ChildAction>.ObserveActions?
    if let extract {
      observe = { [self] phase, body in
        observeActions(phase) { action, revision, state in
          if let action = extract(action) { body(action, revision, project(state)) }
        }
      }
    }
    let root: any RootStore
    switch origin {
    case .root: root = self
    case .derived(let derivation): root = derivation.root
    }
    return Store<Child, ChildAction>(
      Derivation(
        source: ScopedSource(source, at: path, project: project, write: write), send: { [self] in send(embed($0)) },
        read: { [self] in project(state) }, root: root, observeActions: observe))
  }
}

/// What makes two scopes the same.
@usableFromInline struct ScopeKey: Hashable, @unchecked Sendable {
  // Unchecked: key paths are immutable, and these were given as Sendable.
  let state: AnyKeyPath
  let action: AnyKeyPath

  @usableFromInline init(state: AnyKeyPath, action: AnyKeyPath) {
    self.state = state
    self.action = action
  }
}

/// The scopes of a store that somebody has.
@usableFromInline final class ScopeCache: @unchecked Sendable {
  // Unchecked: everything is touched under `lock` only.
  private let lock = Lock()
  private var scopes: [ScopeKey: WeakObject] = [:]

  private struct WeakObject { weak var object: AnyObject? }

  deinit { lock.deallocate() }

  @usableFromInline
  func find<S: AnyObject>(_ key: ScopeKey, or make: () -> S) -> S {
    if let known = lock.withLock({ scopes[key]?.object as? S }) { return known }
    let made = make()
    return lock.withLock {
      // Another thread may have been faster.
      if let known = scopes[key]?.object as? S { return known }
      scopes = scopes.filter { $0.value.object != nil }
      scopes[key] = WeakObject(object: made)
      return made
    }
  }
}
