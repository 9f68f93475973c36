// The effects of children, which end when the child goes.

extension EffectRegistry {
  /// After a commit, on the draining thread: cancels what runs for children that are not in the state any more, whoever
  /// took them away.
  ///
  /// Of few children each is looked for. Of many the ids of their list are compared with those at the last look, which is
  /// one comparison of addresses as long as the list has not changed.
  @usableFromInline
  func cancelAbsentChildren(in root: UnsafeRawPointer) {
    let keys = lock.withLock { Array(families.keys) }
    for key in keys where key.scope.isInStore {
      cancelMembers(of: key, absentIDs(of: key, in: root))
    }
  }

  /// What is there is asked without the lock: it is user code that tells.
  private func absentIDs(of key: Family.Key, in root: UnsafeRawPointer) -> [AnyHashable?] {
    let (count, last) = lock.withLock { (families[key]?.members.count ?? 0, families[key]?.mark) }
    // A mark holds the ids of the list, so that the next change copies them.
    let mark = count > 16 ? key.scope.mark(at: key.parent, in: root) : nil
    if mark != nil || last != nil { lock.withLock { families[key]?.mark = mark } }
    // What has begun since the last look was there then.
    if let mark, let last { return last.ids(absentIn: mark) }
    let members = lock.withLock { families[key].map { Array($0.members) } ?? [] }
    return members.filter { !key.scope.isPresent(at: $0.value.path, in: root) }.map(\.key)
  }

  /// Cancels the effects of the children of an operator that have gone, seen by the operator itself.
  @usableFromInline
  func cancel(absentIn child: ChildScope, seenFrom account: EffectAccount, _ isPresent: (AnyHashable?) -> Bool) {
    let key = Family.Key(scope: child, parent: account.path)
    let ids = lock.withLock { families[key].map { Array($0.members.keys) } ?? [] }
    cancelMembers(of: key, ids.filter { !isPresent($0) }, seenFrom: account)
  }

  private func cancelMembers(of key: Family.Key, _ ids: [AnyHashable?], seenFrom account: EffectAccount? = nil) {
    if ids.isEmpty { return }
    cancel(seenFrom: account) {
      ids.flatMap { id in families[key]?.members[id].map { Array($0.scopes.values) } ?? [] }
    }
  }
}
