// ReducerMaker: the reducer of all children of an operator, or the function that makes one for each child.

/// The reducer that a builder gave for the children of an operator. A reactor is an object with a state of its own, so
/// each child gets one. A reducer without reactors serves all children.
@usableFromInline enum ReducerMaker<Child: Reducer> {
  case one(Child)
  case each(() -> Child)

  @inlinable
  init(_ make: @escaping () -> Child) { self = ReactorSearch.finds(in: Child.self) ? .each(make) : .one(make()) }

  @usableFromInline
  func callAsFunction() -> Child {
    switch self {
    case .one(let child): child
    case .each(let make): make()
    }
  }
}
