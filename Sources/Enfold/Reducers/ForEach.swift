// forEach: a child reducer for the elements of a list.
import OrderedCollections

/// A reducer and the children that it has in a list.
@usableFromInline struct ForEach<Base: Reducer, ID: Hashable & Sendable, Row: Reducer>: ReducerOperator {
  @usableFromInline typealias List = IdentifiedArray<ID, Row.State>

  @usableFromInline let base: Base
  @usableFromInline let list: WritableKeyPath<Base.State, List>
  @usableFromInline let route: ActionRoute<Base.Action, (id: ID, action: Row.Action)>
  @usableFromInline let row: Row
  /// Where the operator was written.
  @usableFromInline let origin: EffectOrigin

  @inlinable
  init(
    _ base: Base, _ list: WritableKeyPath<Base.State, List>,
    _ route: ActionRoute<Base.Action, (id: ID, action: Row.Action)>, _ row: Row, _ origin: EffectOrigin
  ) {
    self.base = base
    self.list = list
    self.route = route
    self.row = row
    self.origin = origin
  }

  /// Runs the row, then the parent, and cancels what runs for rows that have gone by then.
  ///
  /// In a store this does not look which ones have gone: the store itself looks, as long as something runs for any.
  @inlinable
  func _$function(in site: ReducerSite) -> ReduceFunction<Base.State, Base.Action> {
    let (list, route, origin) = (list, route, origin)
    let scope = ChildScope(list, in: site, ChildLook(list))
    let reduce = row._$function(in: scope.site)
    let parent = base._$function(in: site)
    let access = InPlace(list).access
    let isInStore = scope.isInStore
    return { state, action in
      // Shares the list's storage: a change of the ids copies them, so that comparing what has not changed is one look.
      let before = isInStore ? nil : state[keyPath: list].ids
      var effect = Effect<Base.Action>.none
      var isMissing = false
      if let (id, rowAction) = route.extract(action) {
        isMissing = true
        var rowEffect = Effect<Row.Action>.none
        access(&state) { list in
          guard let position = list.index(id: id) else { return }
          isMissing = false
          rowEffect = reduce(&list[position], rowAction)
        }
        if isMissing {
          effect = Self.missing(action, id, list, in: state, origin)
        } else if !rowEffect.isNone {
          let embed = route.embed(action)
          effect = rowEffect.map { embed((id: id, action: $0)) }.of(scope, id: AnyHashable(id))
        }
      }
      effect = effect.merge(with: parent(&state, action))
      guard let before else { return effect }
      let ids = state[keyPath: list].ids
      if ids == before { return effect }
      return effect.merge(with: .cancelAbsent(of: scope) { ($0?.base as? ID).map(ids.contains) ?? false })
    }
  }

  @usableFromInline
  static func missing(
    _ action: Base.Action, _ id: ID, _ list: KeyPath<Base.State, List>, in state: Base.State, _ origin: EffectOrigin
  ) -> Effect<Base.Action> {
    let place = "the element with id \(id) of \(name(of: list, in: state)), which is not there"
    return .missing(MissingChild(action, for: place, origin))
  }
}

extension Reducer {
  /// Adds a child for each element of a list.
  ///
  /// ```swift
  /// @Action enum Action { case row(id: Row.State.ID, action: Row.Action) }
  ///
  /// var body: some ReducerOf<Self> {
  ///   Reduce { state, action in … }
  ///     .forEach(\.rows, action: \.row) { Row() }
  /// }
  /// ```
  ///
  /// An action is that of the element with its id: finding it takes the same time however many there are. The element's
  /// reducer runs before this one. When both have run, everything that still runs for elements that are not in the list
  /// any more, or for their own children, is cancelled; an element that moves, or is replaced by one with its id, stays
  /// what it is.
  ///
  /// An action for an element that is not there changes nothing and is a diagnostic, but this reducer still gets it.
  ///
  /// - Parameters:
  ///   - list: the elements.
  ///   - action: a case of an `@Action` enum with an id and an action: `row(id: ID, action: Row.Action)`,
  ///     `row(ID, Row.Action)` or `row(IdentifiedAction<ID, Row.Action>)`; or a property of the type of such values,
  ///     optional, with getter and setter.
  @inlinable
  public func forEach<ID, RowState, RowAction, Row: Reducer<RowState, RowAction>>(
    _ list: WritableKeyPath<State, IdentifiedArray<ID, RowState>> & Sendable,
    action: CaseKeyPath<Action, (id: ID, action: RowAction)> & Sendable,
    fileID: StaticString = #fileID, line: UInt = #line, @ReducerBuilder<RowState, RowAction> row: () -> Row
  ) -> some Reducer<State, Action> where Action: CasePathable {
    withRows(list, ActionRoute(action), row(), fileID, line)
  }

  /// Adds a child for each element of a list: a case `row(ID, Row.Action)`.
  @inlinable
  public func forEach<ID, RowState, RowAction, Row: Reducer<RowState, RowAction>>(
    _ list: WritableKeyPath<State, IdentifiedArray<ID, RowState>> & Sendable,
    action: CaseKeyPath<Action, (ID, RowAction)> & Sendable,
    fileID: StaticString = #fileID, line: UInt = #line, @ReducerBuilder<RowState, RowAction> row: () -> Row
  ) -> some Reducer<State, Action> where Action: CasePathable {
    withRows(list, .unlabelled(ActionRoute(action)), row(), fileID, line)
  }

  /// Adds a child for each element of a list: a case `row(IdentifiedAction<ID, Row.Action>)`.
  @inlinable
  public func forEach<ID, RowState, RowAction, Row: Reducer<RowState, RowAction>>(
    _ list: WritableKeyPath<State, IdentifiedArray<ID, RowState>> & Sendable,
    action: CaseKeyPath<Action, IdentifiedAction<ID, RowAction>> & Sendable,
    fileID: StaticString = #fileID, line: UInt = #line, @ReducerBuilder<RowState, RowAction> row: () -> Row
  ) -> some Reducer<State, Action> where Action: CasePathable {
    withRows(list, .identified(ActionRoute(action)), row(), fileID, line)
  }

  /// Adds a child for each element of a list: a property of type `(id: ID, action: Row.Action)?`.
  @inlinable @_disfavoredOverload
  public func forEach<ID, RowState, RowAction, Row: Reducer<RowState, RowAction>>(
    _ list: WritableKeyPath<State, IdentifiedArray<ID, RowState>> & Sendable,
    action: WritableKeyPath<Action, (id: ID, action: RowAction)?> & Sendable,
    fileID: StaticString = #fileID, line: UInt = #line, @ReducerBuilder<RowState, RowAction> row: () -> Row
  ) -> some Reducer<State, Action> {
    withRows(list, ActionRoute(action), row(), fileID, line)
  }

  /// Adds a child for each element of a list: a property of type `(ID, Row.Action)?`.
  @inlinable @_disfavoredOverload
  public func forEach<ID, RowState, RowAction, Row: Reducer<RowState, RowAction>>(
    _ list: WritableKeyPath<State, IdentifiedArray<ID, RowState>> & Sendable,
    action: WritableKeyPath<Action, (ID, RowAction)?> & Sendable,
    fileID: StaticString = #fileID, line: UInt = #line, @ReducerBuilder<RowState, RowAction> row: () -> Row
  ) -> some Reducer<State, Action> {
    withRows(list, .unlabelled(ActionRoute(action)), row(), fileID, line)
  }

  /// Adds a child for each element of a list: a property of type `IdentifiedAction<ID, Row.Action>?`.
  @inlinable @_disfavoredOverload
  public func forEach<ID, RowState, RowAction, Row: Reducer<RowState, RowAction>>(
    _ list: WritableKeyPath<State, IdentifiedArray<ID, RowState>> & Sendable,
    action: WritableKeyPath<Action, IdentifiedAction<ID, RowAction>?> & Sendable,
    fileID: StaticString = #fileID, line: UInt = #line, @ReducerBuilder<RowState, RowAction> row: () -> Row
  ) -> some Reducer<State, Action> {
    withRows(list, .identified(ActionRoute(action)), row(), fileID, line)
  }

  @inlinable
  func withRows<ID, Row: Reducer>(
    _ list: WritableKeyPath<State, IdentifiedArray<ID, Row.State>>,
    _ route: ActionRoute<Action, (id: ID, action: Row.Action)>, _ row: Row, _ fileID: StaticString, _ line: UInt
  ) -> ForEach<Self, ID, Row> {
    ForEach(self, list, route, row, EffectOrigin(name: "forEach", fileID: fileID, line: line))
  }
}

extension ActionRoute {
  @inlinable
  static func unlabelled<ID: Sendable, RowAction>(_ route: ActionRoute<Action, (ID, RowAction)>) -> Self
  where ChildAction == (id: ID, action: RowAction) {
    route.map({ (id: $0.0, action: $0.1) }, { ($0.id, $0.action) })
  }

  @inlinable
  static func identified<ID, RowAction>(_ route: ActionRoute<Action, IdentifiedAction<ID, RowAction>>) -> Self
  where ChildAction == (id: ID, action: RowAction) {
    route.map({ (id: $0.id, action: $0.action) }, { .element(id: $0.id, action: $0.action) })
  }
}
