// ReducerMaker: the reducer of a child, or what makes one for each child.

/// What a builder gave for the children of an operator. A reactor is an object with a state of its own, so each child gets
/// one. Of other reducers one serves all children.
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
