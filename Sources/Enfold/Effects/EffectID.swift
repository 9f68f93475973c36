// EffectID: the id of an effect. EffectKey: where it is known.

/// An id with its type: equal values of different types are different ids.
@usableFromInline struct EffectID: Hashable, @unchecked Sendable {
  // Unchecked: made from Sendable values only.
  @usableFromInline let value: AnyEffectID

  @inlinable init<ID: Hashable & Sendable>(_ id: ID) { value = TypedEffectID(id) }

  @usableFromInline static func == (one: Self, other: Self) -> Bool {
    one.value === other.value || one.value.isEqual(to: other.value)
  }
  @usableFromInline func hash(into hasher: inout Hasher) { hasher.combine(value.hash) }
}

/// An id without its type. Its hash value is computed once.
@usableFromInline class AnyEffectID {
  @usableFromInline final let hash: Int
  /// Whether nothing ends with it.
  @usableFromInline final let isPlain: Bool

  @inlinable init(hash: Int, isPlain: Bool) {
    self.hash = hash
    self.isPlain = isPlain
  }

  @usableFromInline func isEqual(to other: AnyEffectID) -> Bool { fatalError("abstract") }
}

@usableFromInline final class TypedEffectID<ID: Hashable>: AnyEffectID {
  @usableFromInline let id: ID

  @inlinable init(_ id: ID) {
    self.id = id
    super.init(hash: id.hashValue ^ ObjectIdentifier(ID.self).hashValue, isPlain: _isPOD(ID.self))
  }

  @usableFromInline override func isEqual(to other: AnyEffectID) -> Bool {
    if hash != other.hash || type(of: other) != Self.self { return false }
    return unsafeDowncast(other, to: Self.self).id == id
  }
}

/// The key of a part: the id of an effect at a path, or a child, whose path it is.
@usableFromInline struct EffectKey: Hashable {
  let id: EffectID?
  let path: ChildPath?

  /// The keys of an id at a path: the effect is found by its id at this path and at every path above.
  static func all(of id: EffectID, at path: ChildPath?) -> [EffectKey] {
    ChildPath.all(from: path, to: nil).map { EffectKey(id: id, path: $0) } + [EffectKey(id: id, path: nil)]
  }

  /// Whether nothing ends with it.
  var isPlain: Bool { path == nil && id?.value.isPlain ?? true }

  /// The same for equal keys.
  var hash: Int { path == nil ? id?.value.hash ?? 0 : hashValue }
}
