// forEach: a child reducer for the elements of a list; an action for one that is gone is reported, not reduced.
import OrderedCollections

/// What `forEach` does with a list.
@usableFromInline enum ForEach<State: Sendable, Action: Sendable, ID: Hashable & Sendable, Row: Reducer> {
  @usableFromInline typealias List = IdentifiedArray<ID, Row.State>

  /// Returns a function that runs the row, then the parent, and then cancels the effects of rows that have gone.
  ///
  /// In a store the function does not check which rows have gone: the store itself does, while something runs for any.
  ///
  /// - Parameter origin: where the operator was written.
  @inlinable static func function(
    _ list: WritableKeyPath<State, List>, _ route: ActionRoute<Action, (id: ID, action: Row.Action)>,
    _ row: ReducerMaker<Row>, _ origin: EffectOrigin, before parent: @escaping ReduceFunction<State, Action>,
    in site: ReducerSite
  ) -> ReduceFunction<State, Action> {
    let childOperator = ChildOperator(list, in: site, ChildFinder(list))
    let reduce = ChildFunction(of: row, in: site, childOperator, ReactorPlace(list, route))
    let access = InPlace(list).access
    let isInStore = childOperator.isInStore
    return { state, action in
      // Shares the storage of the ids until these change. So comparing ids that have not changed is one step.
      let before = isInStore ? nil : state[keyPath: list].ids
      var effect = Effect<Action>.none
      var isMissing = false
      if let (id, rowAction) = route.extract(action) {
        isMissing = true
        var rowEffect = Effect<Row.Action>.none
        access(&state) { list in
          guard let position = list.index(id: id) else { return }
          isMissing = false
          rowEffect = reduce(&list[position], rowAction) { _ in AnyHashable(id) }
        }
        if isMissing {
          effect = Self.missing(action, id, list, in: state, origin)
        } else if !rowEffect.isNone {
          let embed = route.embed(action)
          effect = rowEffect.map { embed((id: id, action: $0)) }.of(childOperator, id: AnyHashable(id))
        }
      }
      effect = effect.merge(with: parent(&state, action))
      guard let before else { return effect }
      let ids = state[keyPath: list].ids
      if ids == before { return effect }
      return effect.merge(with: .cancelAbsent(of: childOperator) { ($0?.base as? ID).map(ids.contains) ?? false })
    }
  }

  @usableFromInline static func missing(
    _ action: Action, _ id: ID, _ list: KeyPath<State, List>, in state: State, _ origin: EffectOrigin
  ) -> Effect<Action> {
    let place = "the element with id \(id) of \(name(of: list, in: state)), which is not there"
    return .missing(MissingChild(action, for: place, origin, row: "\(id)"))
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
  /// An action names the id of its element, which is found in O(1). The element's reducer runs before this one. When
  /// both have run, everything is cancelled that still runs for elements that have left the list, or for their own
  /// children. An element that moves, or is replaced by one with the same id, counts as the same element.
  ///
  /// If the element is not there, an action for it changes nothing and causes a diagnostic, but this reducer still gets
  /// the action.
  ///
  /// - Parameters:
  ///   - list: the elements.
  ///   - action: a case of an `@Action` enum with an id and an action: `row(id: ID, action: Row.Action)`,
  ///     `row(ID, Row.Action)` or `row(IdentifiedAction<ID, Row.Action>)`; or an optional property with such values,
  ///     with getter and setter.
  @inlinable public func forEach<ID, RowState, RowAction, Row: Reducer<RowState, RowAction>>(
    _ list: WritableKeyPath<State, IdentifiedArray<ID, RowState>> & Sendable,
    action: CaseKeyPath<Action, (id: ID, action: RowAction)> & Sendable,
    fileID: StaticString = #fileID, line: UInt = #line,
    @ReducerBuilder<RowState, RowAction> element: @escaping () -> Row
  ) -> some Reducer<State, Action> where Action: CasePathable {
    withRows(list, ActionRoute(action), element, fileID, line)
  }

  /// Adds a child for each element of a list. The action is a case `row(ID, Row.Action)`.
  @inlinable public func forEach<ID, RowState, RowAction, Row: Reducer<RowState, RowAction>>(
    _ list: WritableKeyPath<State, IdentifiedArray<ID, RowState>> & Sendable,
    action: CaseKeyPath<Action, (ID, RowAction)> & Sendable,
    fileID: StaticString = #fileID, line: UInt = #line,
    @ReducerBuilder<RowState, RowAction> element: @escaping () -> Row
  ) -> some Reducer<State, Action> where Action: CasePathable {
    withRows(list, .unlabelled(ActionRoute(action)), element, fileID, line)
  }

  /// Adds a child for each element of a list. The action is a case `row(IdentifiedAction<ID, Row.Action>)`.
  @inlinable public func forEach<ID, RowState, RowAction, Row: Reducer<RowState, RowAction>>(
    _ list: WritableKeyPath<State, IdentifiedArray<ID, RowState>> & Sendable,
    action: CaseKeyPath<Action, IdentifiedAction<ID, RowAction>> & Sendable,
    fileID: StaticString = #fileID, line: UInt = #line,
    @ReducerBuilder<RowState, RowAction> element: @escaping () -> Row
  ) -> some Reducer<State, Action> where Action: CasePathable {
    withRows(list, .identified(ActionRoute(action)), element, fileID, line)
  }

  /// Adds a child for each element of a list. The action is a property of type `(id: ID, action: Row.Action)?`.
  @inlinable @_disfavoredOverload public func forEach<ID, RowState, RowAction, Row: Reducer<RowState, RowAction>>(
    _ list: WritableKeyPath<State, IdentifiedArray<ID, RowState>> & Sendable,
    action: WritableKeyPath<Action, (id: ID, action: RowAction)?> & Sendable,
    fileID: StaticString = #fileID, line: UInt = #line,
    @ReducerBuilder<RowState, RowAction> element: @escaping () -> Row
  ) -> some Reducer<State, Action> { withRows(list, ActionRoute(action), element, fileID, line) }

  /// Adds a child for each element of a list. The action is a property of type `(ID, Row.Action)?`.
  @inlinable @_disfavoredOverload public func forEach<ID, RowState, RowAction, Row: Reducer<RowState, RowAction>>(
    _ list: WritableKeyPath<State, IdentifiedArray<ID, RowState>> & Sendable,
    action: WritableKeyPath<Action, (ID, RowAction)?> & Sendable,
    fileID: StaticString = #fileID, line: UInt = #line,
    @ReducerBuilder<RowState, RowAction> element: @escaping () -> Row
  ) -> some Reducer<State, Action> { withRows(list, .unlabelled(ActionRoute(action)), element, fileID, line) }

  /// Adds a child for each element of a list. The action is a property of type `IdentifiedAction<ID, Row.Action>?`.
  @inlinable @_disfavoredOverload public func forEach<ID, RowState, RowAction, Row: Reducer<RowState, RowAction>>(
    _ list: WritableKeyPath<State, IdentifiedArray<ID, RowState>> & Sendable,
    action: WritableKeyPath<Action, IdentifiedAction<ID, RowAction>?> & Sendable,
    fileID: StaticString = #fileID, line: UInt = #line,
    @ReducerBuilder<RowState, RowAction> element: @escaping () -> Row
  ) -> some Reducer<State, Action> { withRows(list, .identified(ActionRoute(action)), element, fileID, line) }

  @inlinable func withRows<ID, Row: Reducer>(
    _ list: WritableKeyPath<State, IdentifiedArray<ID, Row.State>>,
    _ route: ActionRoute<Action, (id: ID, action: Row.Action)>, _ row: @escaping () -> Row, _ fileID: StaticString,
    _ line: UInt
  ) -> Composed<Self, Row> {
    let (row, origin) = (ReducerMaker(row), EffectOrigin(name: "forEach", fileID: fileID, line: line))
    return Composed(self, with: Row.self) { base, site in
      ForEach.function(list, route, row, origin, before: base._$function(in: site), in: site)
    }
  }
}

extension ActionRoute {
  @inlinable static func unlabelled<ID: Sendable, RowAction>(_ route: ActionRoute<Action, (ID, RowAction)>) -> Self
  where ChildAction == (id: ID, action: RowAction) {
    route.map({ (id: $0.0, action: $0.1) }, { ($0.id, $0.action) })
  }

  @inlinable
  static func identified<ID, RowAction>(_ route: ActionRoute<Action, IdentifiedAction<ID, RowAction>>) -> Self
  where ChildAction == (id: ID, action: RowAction) {
    route.map({ (id: $0.id, action: $0.action) }, { .element(id: $0.id, action: $0.action) })
  }
}

/// The actions for the elements of a list, given the reducer of one element: `case rows(IdentifiedActionOf<Row>)`.
public typealias IdentifiedActionOf<R: Reducer> = IdentifiedAction<R.State.ID, R.Action>
where R.State: Identifiable, R.State.ID: Sendable
