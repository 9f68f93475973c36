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
      let members = lock.withLock { family.members }
      isPast = isPast || members.isEmpty
      guard family.key.scope.isInStore else { continue }
      let ids = ids(of: members, absentIn: root, family)
      if !ids.isEmpty { cancel(ids, of: family) }
    }
    if isPast { lock.withLock { families = families.filter { !$0.value.members.isEmpty } } }
  }

  /// Of few children each is looked for. Of many the ids of their list are compared with those at the last look, which is
  /// one comparison of addresses as long as the list has not changed.
  ///
  /// Without the lock: it is user code that tells what is there.
  private func ids(
    of members: [AnyHashable?: Family.Member], absentIn root: UnsafeRawPointer, _ family: Family
  ) -> [AnyHashable?] {
    let (scope, last) = (family.key.scope, family.ids)
    let look = scope.ids(at: family.key.parent, in: root, count: members.count, last: last)
    family.ids = look?.now
    // What has begun since the last look was there then.
    if let look, last != nil { return look.absent }
    var absent: [AnyHashable?] = []
    for (id, member) in members where !scope.isPresent(at: member.path, in: root) { absent.append(id) }
    return absent
  }

  /// Cancels the effects of the children of an operator that have gone, seen by the operator itself.
  @usableFromInline
  func cancel(absentIn child: ChildScope, seenFrom account: EffectAccount, _ isPresent: (AnyHashable?) -> Bool) {
    guard let family = families[Family.Key(scope: child, parent: account.path)] else { return }
    let ids = lock.withLock { family.members }.keys.filter { !isPresent($0) }
    if !ids.isEmpty { cancel(ids, of: family, seenFrom: account) }
  }

  private func cancel(_ ids: [AnyHashable?], of family: Family, seenFrom account: EffectAccount? = nil) {
    cancel(seenFrom: account) { ids.flatMap { id in family.members[id].map { Array($0.scopes.values) } ?? [] } }
  }

  /// Where a child is known. On the draining thread, with the lock held.
  func family(of child: EffectPath) -> Family {
    let key = Family.Key(scope: child.child.scope, parent: child.parent)
    if let family = families[key] { return family }
    let family = Family(key)
    families[key] = family
    return family
  }
}
