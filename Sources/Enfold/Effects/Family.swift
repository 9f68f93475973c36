// Family: the children of one operator for which something runs.

/// Everything that runs for the children of one operator and one parent.
@usableFromInline final class Family: @unchecked Sendable {
  // Unchecked: `members` is guarded by the registry's lock, and `ids` is touched by the drainer only.
  @usableFromInline struct Key: Hashable {
    let scope: ChildScope
    let parent: EffectPath?
  }

  struct Member {
    let path: EffectPath
    var scopes: [ObjectIdentifier: EffectScope] = [:]
  }

  let key: Key
  /// By their ids; nil if the operator has but one child.
  private(set) var members: [AnyHashable?: Member] = [:]
  /// What was there when they were looked for last.
  var ids: ChildIDs?

  init(_ key: Key) { self.key = key }

  func insert(_ scope: EffectScope, of child: EffectPath) {
    members[child.child.id, default: Member(path: child)].scopes[ObjectIdentifier(scope)] = scope
  }

  func remove(_ scope: EffectScope, of child: EffectPath) {
    members[child.child.id]?.scopes[ObjectIdentifier(scope)] = nil
    if members[child.child.id]?.scopes.isEmpty == true { members[child.child.id] = nil }
  }
}
