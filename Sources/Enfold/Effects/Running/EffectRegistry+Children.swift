// The effects of children, which end when the child goes.

extension EffectRegistry {
  /// Whether something runs for any child, or ran until lately. On the draining thread.
  @inlinable var hasChildren: Bool { !families.isEmpty }

  /// After a commit, on the draining thread: cancels what runs for children that are not in the state any more, whoever
  /// took them away.
  @usableFromInline
  func cancelAbsentChildren(in root: UnsafeRawPointer) {
    var isPast = false
    for family in families.values {
      let count = lock.withLock { family.members.count }
      isPast = isPast || count == 0
      guard family.key.scope.isInStore else { continue }
      let absent = children(absentIn: root, of: family, count: count)
      if !absent.isEmpty { cancel(absent) }
    }
    if isPast { families = families.filter { family in lock.withLock { family.value.members.count } > 0 } }
  }

  /// Of few children each is looked for. Of many the ids of their list are compared with those at the last look, which is
  /// one comparison of addresses as long as the list has not changed.
  ///
  /// Without the lock: it is user code that tells what is there.
  private func children(absentIn root: UnsafeRawPointer, of family: Family, count: Int) -> [EffectEntry] {
    let (scope, last) = (family.key.scope, family.ids)
    let look = scope.ids(at: family.key.parent, in: root, count: count, last: last)
    family.ids = look?.now
    // What has begun since the last look was there then.
    if let look, last != nil { return look.absent.map { family.members.entry(of: family.key(ofChild: $0), lock) } }
    return lock.withLock { family.members.all }.filter { child in
      child.key.path.map { !scope.isPresent(at: $0, in: root) } ?? false
    }
  }

  /// Cancels the effects of the children of an operator that have gone, seen by the operator itself.
  @usableFromInline
  func cancel(absentIn child: ChildScope, seenFrom account: EffectAccount, _ isPresent: (AnyHashable?) -> Bool) {
    guard let family = families[Family.Key(scope: child, parent: account.path)] else { return }
    let absent = lock.withLock { family.members.all }.filter { !isPresent($0.key.path?.child.id) }
    if !absent.isEmpty { cancel(absent, seenFrom: account) }
  }

  /// Where a child is known. On the draining thread.
  func entry(of child: EffectPath) -> EffectEntry {
    let key = Family.Key(scope: child.child.scope, parent: child.parent)
    let family = families[key] ?? Family(key)
    families[key] = family
    return family.members.entry(of: EffectKey(id: nil, path: child), lock)
  }
}
