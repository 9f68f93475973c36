// ReactorPlace: where in a tree of reducers the reactors are; and what makes reducers and their first states.
import OrderedCollections

/// Where the children of an operator are, and which actions are theirs.
@usableFromInline struct ReactorPlace<State, Action: Sendable, ChildState, ChildAction: Sendable> {
  /// The ids of the children that are there, in order. Nil if they are the same as last time. A single child may have the id
  /// nil. The second parameter keeps the ids of last time.
  let present: (UnsafePointer<State>, inout Any?) -> [AnyHashable?]?
  let extract: (Action) -> (id: AnyHashable?, action: ChildAction)?
  /// Makes an action of the parent from one that a child sends by itself; nil if that is not possible.
  let make: (@Sendable (ChildToken, ChildAction) -> Action)?
}

extension ReactorPlace {
  /// The one place of a child, which may be empty.
  @usableFromInline init(_ identity: ((State) -> ChildIdentity)?, _ route: ActionRoute<Action, ChildAction>) {
    var make: (@Sendable (ChildToken, ChildAction) -> Action)?
    if let inner = route.make { make = { inner($1) } }
    self.init(
      present: { state, last in
        let now = identity?(state.pointee) ?? .present(nil)
        defer { last = now }
        if let last = last as? ChildIdentity, last == now { return nil }
        return if case .present(let id) = now { [id] } else { [] }
      },
      extract: { route.extract($0).map { (nil, $0) } },
      make: make)
  }

  /// The elements of a list.
  @usableFromInline init<ID: Hashable & Sendable>(
    _ list: KeyPath<State, IdentifiedArray<ID, ChildState>>,
    _ route: ActionRoute<Action, (id: ID, action: ChildAction)>
  ) {
    var make: (@Sendable (ID, ChildAction) -> Action)?
    if let inner = route.make { make = { inner((id: $0, action: $1)) } }
    self.init(ids: { $0.pointee[keyPath: list].ids }, route.extract, make)
  }

  /// Children with ids of one type.
  init<ID: Hashable & Sendable>(
    ids: @escaping (UnsafePointer<State>) -> OrderedSet<ID>,
    _ extract: @escaping (Action) -> (id: ID, action: ChildAction)?,
    _ makeAction: (@Sendable (ID, ChildAction) -> Action)?
  ) {
    var make: (@Sendable (ChildToken, ChildAction) -> Action)?
    if let makeAction {
      make = { step, action in
        guard let id = step.id?.base as? ID else { preconditionFailure("an id of another type") }
        return makeAction(id, action)
      }
    }
    self.init(
      present: { state, last in
        // Shares the storage of the ids. So comparing ids that have not changed is one step.
        let ids = ids(state)
        if let last = last as? OrderedSet<ID>, last == ids { return nil }
        last = ids
        return ids.map { AnyHashable($0) }
      },
      extract: { extract($0).map { (AnyHashable($0.id), $0.action) } },
      make: make)
  }
}

/// Looks whether there are reactors in the type of a reducer. A type that contains itself is looked at once.
public struct ReactorSearch {
  private var seen: Set<ObjectIdentifier> = []

  /// Whether there are any reactors in a reducer of this type.
  @usableFromInline static func finds<R: Reducer>(in _: R.Type) -> Bool {
    var search = ReactorSearch()
    return R._$hasReactors(&search)
  }

  /// Whether a type is looked at for the first time.
  @usableFromInline
  mutating func isFirst<R: Reducer>(_: R.Type) -> Bool { seen.insert(ObjectIdentifier(R.self)).inserted }
}

extension Reducer {
  @inlinable public static func _$hasReactors(_ search: inout ReactorSearch) -> Bool { false }
}

extension Reducer where Body: Reducer, Body.State == State, Body.Action == Action {
  @inlinable public static func _$hasReactors(_ search: inout ReactorSearch) -> Bool {
    search.isFirst(Self.self) && Body._$hasReactors(&search)
  }
}

/// A reducer whose instances say with which state a store begins. Reactors do.
public protocol StartingReducer<State, Action>: Reducer {
  /// The state of a store that is opened with this reducer.
  var initialState: State { get }
}

/// The reducer that a builder gave for the children of an operator. A reactor is an object with a state of its own, so
/// each child gets one. A reducer without reactors serves all children.
@usableFromInline final class ReducerMaker<Child: Reducer> {
  /// Whether each child gets a reducer of its own.
  @usableFromInline let isForEach: Bool
  private let make: () -> Child

  @usableFromInline init(isForEach: Bool, _ make: @escaping () -> Child) {
    self.isForEach = isForEach
    self.make = make
  }

  @inlinable convenience init(_ make: @escaping () -> Child) {
    if ReactorSearch.finds(in: Child.self) {
      self.init(isForEach: true, make)
    } else {
      let child = make()
      self.init(isForEach: false) { child }
    }
  }

  @usableFromInline func callAsFunction() -> Child { make() }
}
