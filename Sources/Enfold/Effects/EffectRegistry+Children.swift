// EffectRegistry: after each commit, cancels the effects of children that are gone.

extension EffectRegistry {
  /// Whether something runs for any child, or ran until lately. On the draining thread.
  @inlinable var hasChildren: Bool { !siblingEffects.isEmpty }

  /// After a commit, on the draining thread: cancels the effects of children that are not in the state any more,
  /// whoever took them away.
  ///
  /// - Parameter reached: the watched siblings whose place the commit has reached.
  /// - Returns: the siblings among `reached` that need not be watched any more, because nothing runs for them.
  func cancelAbsentChildren(in root: UnsafeRawPointer, reached: [SiblingEffects]) -> [SiblingEffects] {
    var isPast = false
    for siblings in unwatched { isPast = !cancelAbsent(siblings, in: root) || isPast }
    if isPast {
      unwatched.removeAll { siblings in
        if runs(for: siblings) { return false }
        siblingEffects[siblings.key] = nil
        return true
      }
    }
    if reached.isEmpty { return [] }
    let past = reached.filter { !cancelAbsent($0, in: root) }
    for siblings in past { siblingEffects[siblings.key] = nil }
    return past
  }

  private func runs(for siblings: SiblingEffects) -> Bool { lock.withLock { siblings.members.count } > 0 }

  /// Cancels the effects of the siblings that have gone. Returns whether anything still runs for any sibling.
  private func cancelAbsent(_ siblings: SiblingEffects, in root: UnsafeRawPointer) -> Bool {
    let count = lock.withLock { siblings.members.count }
    guard count > 0, siblings.key.owner.isInStore else { return count > 0 }
    let absent = children(absentIn: root, of: siblings, count: count)
    if absent.isEmpty { return true }
    cancel(absent)
    return runs(for: siblings)
  }

  /// The children that have gone. Few children are looked for one by one. If there are many, the ids of their list are
  /// compared with the ids at the last look. That is one comparison of addresses as long as the list has not changed.
  ///
  /// Called without the lock, because user code says which children are there.
  private func children(absentIn root: UnsafeRawPointer, of siblings: SiblingEffects, count: Int) -> [EffectEntry] {
    let (owner, last) = (siblings.key.owner, siblings.ids)
    let look = owner.ids(at: siblings.key.parent, in: root, count: count, last: last)
    siblings.ids = look?.now
    // Children whose effects began since the last look were in the list then, so `absent` covers them.
    if let look, last != nil { return look.absent.map { siblings.members.entry(of: siblings.key(ofChild: $0), lock) } }
    let absent = lock.withLock { siblings.members.all }.filter { child in
      child.key.path.map { !owner.isPresent(at: $0, in: root) } ?? false
    }
    return owner.isStack ? topFirst(absent) : absent
  }

  /// The screens of a stack, those that came last first.
  private func topFirst(_ screens: [EffectEntry]) -> [EffectEntry] {
    func id(_ screen: EffectEntry) -> StackElementID { screen.key.path?.child.id?.base as? StackElementID ?? .next }
    var (rest, sorted) = (screens, [EffectEntry]())
    while let last = rest.indices.max(by: { id(rest[$0]) < id(rest[$1]) }) { sorted.append(rest.remove(at: last)) }
    return sorted
  }

  /// Cancels the effects of the children of an operator that have gone, seen by the operator itself.
  @usableFromInline
  func cancel(absentIn child: ChildOperator, seenFrom account: EffectAccount, _ isPresent: (AnyHashable?) -> Bool) {
    guard let siblings = siblingEffects[SiblingEffects.Key(owner: child, parent: account.path)] else { return }
    let absent = lock.withLock { siblings.members.all }.filter { !isPresent($0.key.path?.child.id) }
    if !absent.isEmpty { cancel(child.isStack ? topFirst(absent) : absent, seenFrom: account) }
  }

  /// The entry of a child, a new one if nothing runs for it. On the draining thread.
  func entry(of child: ChildPath) -> EffectEntry {
    let key = SiblingEffects.Key(owner: child.child.owner, parent: child.parent)
    let siblings = siblingEffects[key] ?? begin(key)
    // Until now an operator outside of the store has looked for these children.
    if key.owner.isInStore, !siblings.key.owner.isInStore { siblings.key = key }
    return siblings.members.entry(of: EffectKey(id: nil, path: child), lock)
  }

  private func begin(_ key: SiblingEffects.Key) -> SiblingEffects {
    let siblings = SiblingEffects(key)
    siblingEffects[key] = siblings
    // Outside of all lists there are as many as a feature has operators, in lists as many as there are elements. An operator
    // outside of a store looks for its children itself: its siblings need no watch, but are forgotten when nothing runs for them.
    if key.isInList, key.owner.isInStore { unsettled.append(siblings) } else { unwatched.append(siblings) }
    return siblings
  }

  // MARK: Watching

  /// Begins to watch the siblings that are not watched yet.
  ///
  /// - Parameter watch: begins to watch; false if that is not possible. Then they are looked for after every commit.
  func settle(_ watch: (SiblingEffects) -> Bool) {
    for siblings in unsettled where !watch(siblings) { unwatched.append(siblings) }
    unsettled = []
  }

  /// Forgets the watched siblings for which nothing runs, and returns them. Looks for them only when there are twice as
  /// many siblings as were left the last time.
  func takePast() -> [SiblingEffects] {
    guard siblingEffects.count > siblingLimit else { return [] }
    let kept = Set(unwatched.map(ObjectIdentifier.init))
    let past = siblingEffects.values.filter { !kept.contains(ObjectIdentifier($0)) && !runs(for: $0) }
    for siblings in past { siblingEffects[siblings.key] = nil }
    siblingLimit = max(siblingEffects.count * 2, Sizes.of(64, tiny: 2))
    return past
  }
}

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

  fileprivate(set) var key: Key
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
    EffectKey(id: nil, path: ChildPath(key.parent, ChildToken(owner: key.owner, id: id)))
  }
}
