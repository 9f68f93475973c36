// SiblingEffects: the effects that run for the children of one operator and one parent.

/// Everything that runs for the children of one operator and one parent. Only the drainer deals with siblings.
///
/// It may be an interest in the place of the children. Then they are looked for when a commit has reached this place.
@usableFromInline final class SiblingEffects: AnyObserver, @unchecked Sendable {
  // Unchecked: as `AnyObserver`.
  @usableFromInline struct Key: Hashable {
    let owner: ChildOperator
    let parent: ChildPath?

    /// Whether the parent is, or is in, an element of a list.
    var isInList: Bool { ChildPath.all(from: parent, to: nil).contains { $0.child.owner.finder.isList } }
  }

  let key: Key
  /// The children, by their paths.
  let members = EffectIndex()
  /// The ids of the list when the children were looked for last.
  var ids: ChildIDs?

  init(_ key: Key) {
    self.key = key
    super.init(.isWatch)
  }

  /// The key of a child.
  func key(ofChild id: AnyHashable?) -> EffectKey {
    EffectKey(id: nil, path: ChildPath(key.parent, ChildStep(owner: key.owner, id: id)))
  }
}
