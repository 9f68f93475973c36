// ChildPlace: the single place of a child in its parent's state (a property, an optional, a case). Lists: ChildFinder.

/// Whether a child is there, and its id, which shows whether it is still the same child.
@usableFromInline enum ChildIdentity: Equatable, @unchecked Sendable {
  // Unchecked: the id is that of a Sendable state, made of values.
  case absent
  /// With its id, if it has one.
  case present(AnyHashable?)

  @usableFromInline var id: AnyHashable? { if case .present(let id) = self { id } else { nil } }

  /// How to tell one child from the next one in its place: by its id, or by its case.
  @usableFromInline static func id<Child>(of type: Child.Type) -> (Child) -> AnyHashable? {
    func id<I: Identifiable>(_ type: I.Type) -> (Child) -> AnyHashable? { { ($0 as? I).map { AnyHashable($0.id) } } }
    if let type = type as? any Identifiable.Type { return id(type) }
    if type is any CasePathable.Type { return { ($0 as? any CasePathable).map { AnyHashable($0.caseName) } } }
    return { _ in nil }
  }
}

/// The one place that a child can have in its parent. A class, because a plugin contains what copies a generic struct, also if nobody
/// does.
@usableFromInline final class ChildPlace<State, Child> {
  /// Changes the child where it is. False if it is absent.
  @usableFromInline let modify: (inout State, (inout Child) -> Void) -> Bool
  /// Takes the child away; nil if that is not possible.
  @usableFromInline let remove: ((inout State) -> Void)?
  /// Which child is there; nil if the place is never empty.
  @usableFromInline let identity: ((State) -> ChildIdentity)?
  /// Finds the child for the store, which does not know its type.
  @usableFromInline let finder: ChildFinder
  /// For messages: the name of the place, and what is there instead of the child.
  @usableFromInline let absence: (State) -> String
  /// The path of the place, by which it is known.
  @usableFromInline let path: AnyKeyPath

  @usableFromInline init(
    path: AnyKeyPath, modify: @escaping (inout State, (inout Child) -> Void) -> Bool,
    remove: ((inout State) -> Void)? = nil, identity: ((State) -> ChildIdentity)?, finder: ChildFinder,
    absence: @escaping (State) -> String
  ) {
    self.path = path
    self.modify = modify
    self.remove = remove
    self.identity = identity
    self.finder = finder
    self.absence = absence
  }

  /// A property, which is always there.
  @inlinable convenience init(_ property: WritableKeyPath<State, Child>) {
    let access = InPlace(property).access
    self.init(
      path: property,
      modify: { state, body in
        access(&state, body)
        return true
      },
      identity: nil,
      finder: ChildFinder(property: property),
      absence: { _ in "" })
  }

  /// An optional property.
  @inlinable convenience init(optional property: WritableKeyPath<State, Child?>) {
    let access = InPlace(property).access
    let id = ChildIdentity.id(of: Child.self)
    let modify = { (state: inout State, body: (inout Child) -> Void) in
      var isPresent = false
      access(&state) { isPresent = $0.modify(body) }
      return isPresent
    }
    self.init(
      path: property, modify: modify,
      remove: { $0[keyPath: property] = nil },
      identity: { $0[keyPath: property].map { .present(id($0)) } ?? .absent },
      finder: ChildFinder(
        in: State.self, mayBeAbsent: true,
        child: { state, own in
          // If another child is in its place, this one has gone.
          state.pointee[keyPath: property].flatMap { id($0) == own ? $0 : nil }
        },
        modify: modify),
      absence: { "\(name(of: property, in: $0)), which is nil" })
  }

  /// The values of a case.
  @inlinable convenience init(_ path: CaseKeyPath<State, Child>) where State: CasePathable {
    let casePath = State.allCasePaths[keyPath: path]
    let id = ChildIdentity.id(of: Child.self)
    let modify = { (state: inout State, body: (inout Child) -> Void) in casePath.modify(&state, body) }
    self.init(
      path: path, modify: modify,
      identity: { casePath.extract($0).map { .present(id($0)) } ?? .absent },
      finder: ChildFinder(
        in: State.self, mayBeAbsent: true,
        child: { state, own in casePath.extract(state.pointee).flatMap { id($0) == own ? $0 : nil } },
        modify: modify),
      absence: { "\(typeName(State.self)).\(casePath.caseName), while the state is \(label(of: $0))" })
  }
}

extension Optional {
  /// Changes the value, if there is one, without a copy.
  @inlinable mutating func modify(_ body: (inout Wrapped) -> Void) -> Bool {
    guard var value = take() else { return false }
    body(&value)
    self = value
    return true
  }
}
