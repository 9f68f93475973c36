// ReactorRows: the children of one operator, if there are reactors in them.

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
  /// That of the parent, which keeps this object.
  private unowned let desk: MutationDesk
  private let child: ChildOperator
  private let place: ReactorPlace<State, Action, Child.State, Child.Action>
  private let make: () -> Child
  private let dependencies = DependencyValues.current
  private var rows: [AnyHashable?: Row] = [:]
  /// The children that were there, in their order.
  private var present: [AnyHashable?] = []
  /// What the place remembers of them.
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
    let step = ChildStep(owner: child, id: id)
    let sender = place.make.flatMap { desk.sender(of: step, $0) }
    let own = MutationDesk(of: step, in: desk, DeskTypes(Child.State.self, Child.Action.self), sender)
    let function = DependencyValues.$current.withValue(dependencies) { make()._$function(in: .store(own)) }
    let row = Row(own, function)
    rows[id] = row
    return row
  }

  func settle(in state: UnsafeRawPointer) {
    if let now = place.present(state.assumingMemoryBound(to: State.self), &last) {
      let ids = Set(now)
      for (id, row) in rows where !ids.contains(id) {
        rows[id] = nil
        row.desk.end()
      }
      present = now
      for id in now where rows[id] == nil { _ = row(of: id) }
    }
    for id in present {
      guard let row = rows[id], row.desk.hasChildren else { continue }
      child.finder.child(state, id) { row.desk.settle(in: $0) }
    }
  }

  func prepare(_ action: UnsafeRawPointer) {
    guard let (id, action) = place.extract(action.assumingMemoryBound(to: Action.self).pointee) else { return }
    // An action for a child that has no id is for the one that is there.
    guard let id = child.finder.isList ? id : present.first, let row = rows[id] else { return }
    withUnsafePointer(to: action) { row.desk.prepare(UnsafeRawPointer($0)) }
  }

  func end() {
    let past = rows
    rows = [:]
    present = []
    for row in past.values { row.desk.end() }
  }
}
