// ReactorSearch: which reducers contain reactors.

/// Looks whether there are reactors in the type of a reducer. A type that contains itself is looked at once.
public struct ReactorSearch {
  private var seen: Set<ObjectIdentifier> = []

  /// Whether there are any in a reducer of this type.
  @usableFromInline
  static func finds<R: Reducer>(in _: R.Type) -> Bool {
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
  @inlinable
  public static func _$hasReactors(_ search: inout ReactorSearch) -> Bool {
    search.isFirst(Self.self) && Body._$hasReactors(&search)
  }
}
