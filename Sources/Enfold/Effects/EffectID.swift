// EffectID: the names by which effects are cancelled.

/// An id with its type: equal values of different types are different ids.
@usableFromInline struct EffectID: Hashable, @unchecked Sendable {
  // Unchecked: made from Sendable values only.
  private let type: ObjectIdentifier
  private let value: AnyHashable

  @usableFromInline init<ID: Hashable & Sendable>(_ id: ID) {
    type = ObjectIdentifier(ID.self)
    value = AnyHashable(id)
  }
}
