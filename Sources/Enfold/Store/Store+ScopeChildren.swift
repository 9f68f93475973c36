// Store: derived stores of children that may be absent: optionals, and the elements of lists.
import OrderedCollections

extension Store {
  /// The child in an optional property as a store of its own; nil while there is no child.
  ///
  /// ```swift
  /// if let editor = store.scope(state: \.editor, action: \.editor) { editor.send(.save) }
  /// ```
  ///
  /// It is like the store of a property that is always there. When the child has gone, its state is what it was when
  /// this store was made, its observers are not called, `set` fails with ``StoreError/absent``, and an action is one for a child
  /// that is not there. All of it goes on when a child is there again, also if it is another one. Making the store reads the state: see
  /// ``state``.
  @inlinable public func scope<Child: Sendable, ChildAction: Sendable>(
    state: WritableKeyPath<State, Child?> & Sendable, action: CaseKeyPath<Action, ChildAction> & Sendable
  ) -> Store<Child, ChildAction>? where Action: CasePathable {
    guard let child = self.state[keyPath: state] else { return nil }
    let path = Action.allCasePaths[keyPath: action]
    let part: @Sendable (State) -> Child? = { $0[keyPath: state] }
    return scopes.find(ScopeKey(state: state, action: action)) {
      derive(
        state, part: part, read: { part($0) ?? child },
        write: { $0[keyPath: state].modify($1) }, embed: path.embed, extract: path.extract)
    }
  }

  /// The elements of a list as stores of their own, in their present order.
  ///
  /// ```swift
  /// for row in store.scope(state: \.rows, action: \.rows) { row.send(.reload) }
  /// ```
  ///
  /// The collection is that of the list as it is now, and keeps a copy of it. Its stores are made when they are asked
  /// for; each follows its element by its id, as the store of an optional property follows its child.
  @inlinable public func scope<ID, Child: Sendable, ChildAction: Sendable>(
    state: WritableKeyPath<State, IdentifiedArray<ID, Child>> & Sendable,
    action: CaseKeyPath<Action, IdentifiedAction<ID, ChildAction>> & Sendable
  ) -> StoreCollection<ID, Child, ChildAction> where Action: CasePathable {
    let path = Action.allCasePaths[keyPath: action]
    return elements(state, action) { id in
      { path.embed(.element(id: id, action: $0)) }
    } extract: {
      path.extract($0).map { ($0.id, $0.action) }
    }
  }

  /// The elements of a list as stores of their own. The action is a case `row(id: ID, action: Row.Action)`.
  @inlinable public func scope<ID, Child: Sendable, ChildAction: Sendable>(
    state: WritableKeyPath<State, IdentifiedArray<ID, Child>> & Sendable,
    action: CaseKeyPath<Action, (id: ID, action: ChildAction)> & Sendable
  ) -> StoreCollection<ID, Child, ChildAction> where Action: CasePathable {
    let path = Action.allCasePaths[keyPath: action]
    return elements(state, action) { id in
      { path.embed((id: id, action: $0)) }
    } extract: {
      path.extract($0).map { ($0.id, $0.action) }
    }
  }

  /// The elements of a list as stores of their own. The action is a case `row(ID, Row.Action)`.
  @inlinable public func scope<ID, Child: Sendable, ChildAction: Sendable>(
    state: WritableKeyPath<State, IdentifiedArray<ID, Child>> & Sendable,
    action: CaseKeyPath<Action, (ID, ChildAction)> & Sendable
  ) -> StoreCollection<ID, Child, ChildAction> where Action: CasePathable {
    let path = Action.allCasePaths[keyPath: action]
    return elements(state, action) { id in
      { path.embed((id, $0)) }
    } extract: {
      path.extract($0)
    }
  }

  @usableFromInline func elements<ID, Child: Sendable, ChildAction: Sendable>(
    _ list: WritableKeyPath<State, IdentifiedArray<ID, Child>> & Sendable, _ action: AnyKeyPath,
    embed: @escaping @Sendable (ID) -> @Sendable (ChildAction) -> Action,
    extract: @escaping @Sendable (Action) -> (ID, ChildAction)?
  ) -> StoreCollection<ID, Child, ChildAction> {
    let elements = state[keyPath: list]
    nonisolated(unsafe) let action = action  // key paths are immutable
    return StoreCollection(ids: elements.ids) { [self] position in
      let (id, element) = (elements.ids[position], elements[position])
      let place = list.appending(path: \IdentifiedArray<ID, Child>.[id: id])
      let part: @Sendable (State) -> Child? = { $0[keyPath: list][id: id] }
      return scopes.find(ScopeKey(state: place, action: action)) {
        derive(
          place, part: part, read: { part($0) ?? element },
          write: { $0[keyPath: list][id: id].modify($1) }, embed: embed(id),
          extract: { extract($0).flatMap { $0.0 == id ? $0.1 : nil } })
      }
    }
  }
}

/// The stores of the elements of a list; see ``Store/scope(state:action:)``.
public struct StoreCollection<ID: Hashable & Sendable, Child: Sendable, ChildAction: Sendable>: RandomAccessCollection,
  Sendable
{
  fileprivate let ids: OrderedSet<ID>
  fileprivate let store: @Sendable (Int) -> Store<Child, ChildAction>

  public var startIndex: Int { 0 }
  public var endIndex: Int { ids.count }

  public subscript(position: Int) -> Store<Child, ChildAction> { store(position) }

  /// The store of the element with an id; nil if the list had none.
  public subscript(id id: ID) -> Store<Child, ChildAction>? { ids.firstIndex(of: id).map(store) }
}

extension Optional {
  /// Changes the value in place. False if there is none, or if `change` says that it changed nothing.
  @usableFromInline mutating func modify(_ change: (inout Wrapped) -> Bool) -> Bool {
    var hasChanged = false
    return modify { hasChanged = change(&$0) } && hasChanged
  }
}
