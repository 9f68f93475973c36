// ReactorRows: the reducers of one operator's children, one for each child, if there are reactors in the children.

/// Keeps a reducer, and so reactors, for each child that is there.
final class ReactorRows<State: Sendable, Action: Sendable, Child: Reducer>: ReactorChildren {
  typealias Function = ReduceFunction<Child.State, Child.Action>

  private final class Row {
    let desk: MutationDesk
    let function: Function

    init(_ desk: MutationDesk, _ function: @escaping Function) {
      self.desk = desk
      self.function = function
    }
  }

  let types = DeskTypes(State.self, Action.self)
  /// The parent's desk, which keeps this object.
  private unowned let desk: MutationDesk
  private let child: ChildOperator
  private let place: ReactorPlace<State, Action, Child.State, Child.Action>
  private let make: () -> Child
  private let dependencies = DependencyValues.current
  private var rows: [AnyHashable?: Row] = [:]
  /// The children that were there, in their order.
  private var present: [AnyHashable?] = []
  /// The children that are looked at after each commit, because they have children with reactors, or reactors that have
  /// not begun.
  private var restless: [AnyHashable?] = []
  /// The place's memory of the children at the last look.
  private var last: Any?

  init(
    of make: @escaping () -> Child, _ child: ChildOperator,
    _ place: ReactorPlace<State, Action, Child.State, Child.Action>, at desk: MutationDesk
  ) {
    self.make = make
    self.child = child
    self.place = place
    self.desk = desk
  }

  /// The function of a child. It may have come with the action that is being reduced.
  func function(of id: AnyHashable?) -> Function { row(of: id).function }

  private func row(of id: AnyHashable?) -> Row {
    if let row = rows[id] { return row }
    // If the desk is for other types, an operator that Enfold does not know lies between. These reactors do not know
    // their state.
    guard desk.accepts(types) else {
      return Row(MutationDesk(), make()._$function(in: ReducerSite.store(desk).withoutDesk))
    }
    let step = ChildToken(owner: child, id: id)
    let sender = place.make.flatMap { desk.sender(of: step, $0) }
    let own = MutationDesk(of: step, in: desk, DeskTypes(Child.State.self, Child.Action.self), sender)
    let function = DependencyValues.bind(dependencies) { make()._$function(in: .store(own)) }
    let row = Row(own, function)
    rows[id] = row
    return row
  }

  func settle(in state: UnsafeRawPointer) {
    if let now = place.present(state.assumingMemoryBound(to: State.self), &last) {
      keep(now)
      present = now
      for id in now where rows[id] == nil { _ = row(of: id) }
      restless = now
    }
    if rows.count != present.count { keep(present) }  // some came and went within one action
    if desk.root.hasNewSeats { restless = present }
    restless.removeAll { id in
      guard let row = rows[id], row.desk.hasChildren else { return true }
      child.finder.child(state, id) { row.desk.settle(in: $0) }
      return !row.desk.hasChildren
    }
  }

  /// Ends the rows of all other ids.
  private func keep(_ ids: [AnyHashable?]) {
    let kept = Set(ids)
    for (id, row) in rows where !kept.contains(id) {
      rows[id] = nil
      row.desk.end()
    }
  }

  func prepare(_ action: UnsafeRawPointer) {
    guard let (id, action) = place.extract(action.assumingMemoryBound(to: Action.self).pointee) else { return }
    // An action for a child that has no id is for the one that is there.
    guard let id = child.finder.isList ? id : present.first, let row = rows[id] else { return }
    withUnsafePointer(to: action) { row.desk.prepare(UnsafeRawPointer($0)) }
  }

  func end() {
    let past = exchange(&rows, with: [:])
    present = []
    restless = []
    for row in past.values { row.desk.end() }
  }
}
