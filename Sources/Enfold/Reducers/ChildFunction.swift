// ChildFunction: the function of a child's reducer, made when the child gets its first action.

/// Makes the function of a child's reducer when the child gets its first action. So a feature may contain itself:
/// functions are made only for those levels of children that have got an action.
///
/// In a store the function is made once, on the thread that reduces. The child's `body` then sees the dependencies that
/// were bound when its parent's function was made, no matter when the child's first action comes. Elsewhere the
/// function is made again for each action, and nothing is kept, because several threads may call it.
///
/// If there are reactors in the child's reducer, each child has a function of its own, from the time when the child
/// appears.
@usableFromInline final class ChildFunction<Child: Reducer> {
  @usableFromInline typealias Function = ReduceFunction<Child.State, Child.Action>

  private let maker: ReducerMaker<Child>
  private let site: ReducerSite
  private let dependencies = DependencyValues.current
  /// In a store, touched by the reducing thread only. Unmanaged, so that an action does not retain it.
  @exclusivity(unchecked) @usableFromInline var made: Unmanaged<Made>?
  /// The function of the child with an id; nil if one function serves all children.
  private let row: ((AnyHashable?) -> Function)?
  /// Whether the children are presented; nil if that is as it is for their parent.
  private let isPresented: Bool?

  /// A function that stays as it is.
  @usableFromInline final class Made {
    @usableFromInline let function: Function

    init(_ function: @escaping Function) { self.function = function }
  }

  @usableFromInline init<State: Sendable, Action: Sendable>(
    of maker: ReducerMaker<Child>, in site: ReducerSite, _ child: ChildOperator,
    _ place: @autoclosure () -> ReactorPlace<State, Action, Child.State, Child.Action>
  ) {
    self.maker = maker
    let isPlain = child.mayBeAbsent && !child.isCase
    isPresented = child.isPresented ? true : site.isPresented && isPlain ? false : nil
    if child.isPresented { Presentation.noteUse() }
    self.site = child.isPresented ? site.withoutDesk.presented : site.withoutDesk
    guard maker.isForEach, let desk = site.desk else {
      row = nil
      return
    }
    let rows = ReactorRows(of: { maker() }, child, place(), at: desk)
    desk.add(rows)
    row = { rows.function(of: $0) }
  }

  deinit { made?.release() }

  /// - Parameter id: tells the child from the others of the operator.
  @inlinable func callAsFunction(
    _ state: inout Child.State, _ action: Child.Action, id: (Child.State) -> AnyHashable?
  ) -> Effect<Child.Action> {
    // The caller keeps this object, and with it the function that it has made.
    if let made { return made._withUnsafeGuaranteedRef { $0.function(&state, action) } }
    return function(of: state, id)(&state, action)
  }

  @usableFromInline func function(of state: Child.State, _ id: (Child.State) -> AnyHashable?) -> Function {
    if let row { return presented { row(id(state)) } }
    func make() -> Function { presented { maker().wholeFunction(in: site) } }
    guard site.isStore else { return make() }
    let function = DependencyValues.bind(dependencies, operation: make)
    made = .passRetained(Made(function))
    return function
  }
  /// The same function, which knows whether its child is presented.
  private func presented(_ make: () -> Function) -> Function {
    guard let isPresented else { return make() }
    let reduce = Presentation.bind(isPresented: isPresented, make)
    return { state, action in Presentation.bind(isPresented: isPresented) { reduce(&state, action) } }
  }
}
