// Family: the children of one operator for which something runs.

/// Everything that runs for the children of one operator and one parent. Only the drainer deals with families.
@usableFromInline final class Family {
  @usableFromInline struct Key: Hashable {
    let scope: ChildScope
    let parent: EffectPath?
  }

  let key: Key
  /// The children, by their paths.
  let members = EffectIndex()
  /// What was there when they were looked for last.
  var ids: ChildIDs?

  init(_ key: Key) { self.key = key }

  /// What a child is known by.
  func key(ofChild id: AnyHashable?) -> EffectKey {
    EffectKey(id: nil, path: EffectPath(key.parent, ChildKey(scope: key.scope, id: id)))
  }
}
