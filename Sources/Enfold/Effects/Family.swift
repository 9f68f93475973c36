// Family: the children of one operator for which something runs.

/// Everything that runs for the children of one operator and one parent.
struct Family {
  struct Key: Hashable {
    let scope: ChildScope
    let parent: EffectPath?
  }

  struct Member {
    let path: EffectPath
    var scopes: [ObjectIdentifier: EffectScope] = [:]
  }

  /// By their ids; nil if the operator has but one child.
  private(set) var members: [AnyHashable?: Member] = [:]
  /// What was there when they were looked for last.
  var mark: ChildMark?

  var isEmpty: Bool { members.isEmpty }

  var scopes: [EffectScope] { members.values.flatMap(\.scopes.values) }

  mutating func insert(_ scope: EffectScope, of child: EffectPath) {
    members[child.child.id, default: Member(path: child)].scopes[ObjectIdentifier(scope)] = scope
  }

  mutating func remove(_ scope: EffectScope, of child: EffectPath) {
    members[child.child.id]?.scopes[ObjectIdentifier(scope)] = nil
    if members[child.child.id]?.scopes.isEmpty == true { members[child.child.id] = nil }
  }
}

extension Family.Key {
  /// That to which a child belongs.
  init(_ child: EffectPath) { self.init(scope: child.child.scope, parent: child.parent) }
}
