// Store: derived stores, which are parts of a store that look like stores of their own.

/// The functions of a derived store, each of which uses the store that it was derived from.
@usableFromInline struct Derivation<State: Sendable, Action: Sendable>: Sendable {
  @usableFromInline typealias ObserveActions =
    @Sendable (
      ActionPhase, Store<State, Action>.MutationBody?, @escaping @Sendable (Action, UInt64, State) -> Void
    ) -> Subscription

  @usableFromInline typealias Bind =
    @Sendable (BindingTurn, _ decide: @escaping @Sendable (State) -> Action?) -> StoreTask

  /// The source that observers observe.
  @usableFromInline let source: StateSource<State>
  @usableFromInline let send: @Sendable (Action, _ tag: String?) -> StoreTask
  /// Decides in its turn whether an action is reduced for a write.
  @usableFromInline let bind: Bind
  /// Writes a property in the store of which this one is a part; nil unless both have the same actions.
  let setInWhole: (@Sendable (PropertyWrite<State>) -> StoreTask)?
  let read: @Sendable () -> State
  @usableFromInline let root: any RootStore
  /// Observes the actions of the root that are this store's; nil if they cannot be distinguished from others.
  let observeActions: ObserveActions?

  @usableFromInline init(
    source: StateSource<State>, send: @escaping @Sendable (Action, _ tag: String?) -> StoreTask,
    bind: @escaping Bind, setInWhole: (@Sendable (PropertyWrite<State>) -> StoreTask)?,
    read: @escaping @Sendable () -> State, root: any RootStore,
    observeActions: ObserveActions?
  ) {
    self.source = source
    self.send = send
    self.bind = bind
    self.setInWhole = setInWhole
    self.read = read
    self.root = root
    self.observeActions = observeActions
  }
}

/// The store at the root, whatever the types of its state and actions are.
@usableFromInline protocol RootStore: AnyObject, Sendable {
  var revision: UInt64 { get }
  var dependencies: DependencyValues? { get }
  var diagnostics: AsyncStream<Diagnostic> { get }
  func drain(limit: Int?) -> DrainResult
  func waitUntilIdle() async
  func flush()
  func hold(_ isOn: Bool)
  var isHeld: Bool { get }
  func step() -> Bool
  func stop(at breakpoint: String, behindChangeOf property: String)
}

extension Store: RootStore {}

extension Store {
  /// Decides in its turn whether an action is reduced for a write.
  @usableFromInline func bind(_ turn: BindingTurn, _ decide: @escaping @Sendable (State) -> Action?) -> StoreTask {
    switch origin {
    case .root(let engine, _): engine.bind(turn, decide)
    case .derived(let derivation): derivation.bind(turn, decide)
    }
  }
}

extension Store {
  /// A part of this store as a store of its own. Its state is a property of this store's state, and its actions are
  /// wrapped into a case of this store's actions.
  ///
  /// ```swift
  /// let child = store.scope(state: \.child, action: \.child)
  /// child.send(.increment)   // store.send(.child(.increment))
  /// ```
  ///
  /// It has no state of its own: it reads the state of the root, and keeps the root alive. Its observers are observers
  /// of the root, at this place; so all observers are called in the order in which they subscribed. The same two key
  /// paths give the same object as long as somebody has it. When the root is closed, actions are refused and observers
  /// end. Closing a derived store does nothing.
  @inlinable public func scope<Child: Sendable, ChildAction: Sendable>(
    state: WritableKeyPath<State, Child> & Sendable, action: CaseKeyPath<Action, ChildAction> & Sendable
  ) -> Store<Child, ChildAction> where Action: CasePathable {
    scopes.find(ScopeKey(state: state, action: action)) {
      let path = Action.allCasePaths[keyPath: action]
      return derive(
        state, { $0[keyPath: state] }, write: { $1(&$0[keyPath: state]) }, embed: path.embed, extract: path.extract)
    }
  }

  /// A part of this store as a store of its own, with the same actions: `store.scope(state: \.count, action: \.self)`.
  @inlinable @_disfavoredOverload public func scope<Child: Sendable>(
    state: WritableKeyPath<State, Child> & Sendable, action: WritableKeyPath<Action, Action> & Sendable
  ) -> Store<Child, Action> {
    scopes.find(ScopeKey(state: state, action: action)) {
      derive(
        state, { $0[keyPath: state] }, write: { $1(&$0[keyPath: state]) }, embed: { $0 },
        extract: { $0[keyPath: action] }, setInWhole: { [self] in set($0.lifted(to: state)) })
    }
  }

  /// A part of this store, with a state that one closure computes, and with actions that the other closure wraps. Every
  /// call makes a new store. It cannot be written with `set`. If its state is observed, it is computed once for each
  /// commit that changed something.
  @inlinable public func view<Value: Sendable, LocalAction: Sendable>(
    value: @escaping @Sendable (State) -> Value, action: @escaping @Sendable (LocalAction) -> Action
  ) -> Store<Value, LocalAction> { derive(nil, value, write: nil, embed: action, extract: nil) }

  @inlinable func derive<Child: Sendable, ChildAction: Sendable>(
    _ path: AnyKeyPath?, _ project: @escaping @Sendable (State) -> Child, write: ScopedSource<State, Child>.Write?,
    embed: @escaping @Sendable (ChildAction) -> Action, extract: (@Sendable (Action) -> ChildAction?)?,
    setInWhole: (@Sendable (PropertyWrite<Child>) -> StoreTask)? = nil
  ) -> Store<Child, ChildAction> {
    derive(path, part: project, read: project, write: write, embed: embed, extract: extract, setInWhole: setInWhole)
  }

  /// A part that may be absent; `read` gives a value also then.
  @usableFromInline func derive<Child: Sendable, ChildAction: Sendable>(
    _ path: AnyKeyPath?, part: @escaping @Sendable (State) -> Child?, read: @escaping @Sendable (State) -> Child,
    write: ScopedSource<State, Child>.Write?, embed: @escaping @Sendable (ChildAction) -> Action,
    extract: (@Sendable (Action) -> ChildAction?)?, setInWhole: (@Sendable (PropertyWrite<Child>) -> StoreTask)? = nil
  ) -> Store<Child, ChildAction> {
    var observe: Derivation<Child, ChildAction>.ObserveActions?
    if let extract {
      observe = { [self] phase, mutations, body in
        var tellMutation: MutationBody?
        if let mutations {
          tellMutation = { mutation, action, revision, state in
            if let action = extract(action) { mutations(mutation, action, revision, read(state)) }
          }
        }
        return observeActions(phase, tellMutation) { action, revision, state in
          if let action = extract(action) { body(action, revision, read(state)) }
        }
      }
    }
    let root: any RootStore
    switch origin {
    case .root: root = self
    case .derived(let derivation): root = derivation.root
    }
    let scoped = ScopedSource(source, at: path, project: part, write: write)
    return Store<Child, ChildAction>(
      Derivation(
        source: scoped, send: { [self] in send(embed($0), tag: $1) },
        bind: { [self] turn, decide in
          // A part that is computed cannot be written.
          guard write != nil else { return StoreTask(refusal: .readOnly) }
          return bind(turn) {
            if let child = part($0) { return decide(child).map(embed) }
            turn.absentPlace = scoped.absentPart
            return nil
          }
        },
        setInWhole: setInWhole, read: { [self] in read(state) }, root: root, observeActions: observe))
  }
}

/// The key of a scope: scopes with equal keys are the same object.
@usableFromInline struct ScopeKey: Hashable, @unchecked Sendable {
  // Unchecked: key paths are immutable, and these two are Sendable.
  let state: AnyKeyPath
  let action: AnyKeyPath

  @usableFromInline init(state: AnyKeyPath, action: AnyKeyPath) {
    self.state = state
    self.action = action
  }
}

/// The scopes of a store, as long as somebody has them.
@usableFromInline final class ScopeCache: @unchecked Sendable {
  // Unchecked: everything is touched under `lock` only.
  private let lock = Lock()
  private var scopes: [ScopeKey: WeakObject] = [:]

  private struct WeakObject { weak var object: AnyObject? }

  @usableFromInline func find<S: AnyObject>(_ key: ScopeKey, or make: () -> S) -> S {
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

extension Store {
  /// ``scope(state:action:)`` without a label.
  @inlinable public func scope<Child: Sendable, ChildAction: Sendable>(
    _ state: WritableKeyPath<State, Child> & Sendable, action: CaseKeyPath<Action, ChildAction> & Sendable
  ) -> Store<Child, ChildAction> where Action: CasePathable { scope(state: state, action: action) }

  /// A part of this store with the same actions: `store.scope(\.count, action: \.self)`.
  @inlinable @_disfavoredOverload public func scope<Child: Sendable>(
    _ state: WritableKeyPath<State, Child> & Sendable, action: WritableKeyPath<Action, Action> & Sendable
  ) -> Store<Child, Action> { scope(state: state, action: action) }

  /// The child in an optional property; nil while there is no child.
  @inlinable public func scope<Child: Sendable, ChildAction: Sendable>(
    _ state: WritableKeyPath<State, Child?> & Sendable, action: CaseKeyPath<Action, ChildAction> & Sendable
  ) -> Store<Child, ChildAction>? where Action: CasePathable { scope(state: state, action: action) }

  /// The elements of a list as stores of their own.
  @inlinable public func scope<ID, Child: Sendable, ChildAction: Sendable>(
    _ state: WritableKeyPath<State, IdentifiedArray<ID, Child>> & Sendable,
    action: CaseKeyPath<Action, IdentifiedAction<ID, ChildAction>> & Sendable
  ) -> StoreCollection<ID, Child, ChildAction> where Action: CasePathable { scope(state: state, action: action) }

  /// The elements of a list as stores of their own. The action is a case `row(id: ID, action: Row.Action)`.
  @inlinable public func scope<ID, Child: Sendable, ChildAction: Sendable>(
    _ state: WritableKeyPath<State, IdentifiedArray<ID, Child>> & Sendable,
    action: CaseKeyPath<Action, (id: ID, action: ChildAction)> & Sendable
  ) -> StoreCollection<ID, Child, ChildAction> where Action: CasePathable { scope(state: state, action: action) }

  /// The elements of a list as stores of their own. The action is a case `row(ID, Row.Action)`.
  @inlinable public func scope<ID, Child: Sendable, ChildAction: Sendable>(
    _ state: WritableKeyPath<State, IdentifiedArray<ID, Child>> & Sendable,
    action: CaseKeyPath<Action, (ID, ChildAction)> & Sendable
  ) -> StoreCollection<ID, Child, ChildAction> where Action: CasePathable { scope(state: state, action: action) }
}
