// EffectIndex: finds the running parts of effects by their id or child. Keys are compared without the lock.

/// Parts by their keys. To hash and to compare keys may be user code, which must not run with a lock held: so a lookup
/// takes the candidates out with the lock and compares them without. Only the drainer looks up; any thread removes.
@usableFromInline final class EffectIndex: @unchecked Sendable {
  // Unchecked: guarded by the registry's lock.
  /// The entries by their hash values: those that have parts, and some that had. The arrays are read without the lock, so they
  /// are replaced and never changed.
  @exclusivity(unchecked) private var entries: [Int: [EffectEntry]] = [:]
  /// How many entries have parts, and how many have none.
  @exclusivity(unchecked) private(set) var count = 0
  @exclusivity(unchecked) private var idle = 0

  /// The entries that have parts.
  var all: [EffectEntry] { entries.values.flatMap { $0 }.filter { !$0.parts.isEmpty } }

  /// The entry of a key, a new one if nothing has it. On the draining thread, without the lock.
  func entry(of key: EffectKey, _ lock: borrowing Lock) -> EffectEntry {
    let hash = key.hash
    let (candidates, forgotten) = lock.withLock { (entries[hash], takeIdle()) }
    withExtendedLifetime(forgotten) {}  // without the lock: the end of an id may run any code
    return candidates?.first { $0.key == key } ?? EffectEntry(key, hash, self)
  }

  fileprivate func noteBusy(_ entry: EffectEntry) {
    count += 1
    if entry.isListed { return idle -= 1 }
    entry.isListed = true
    entries[entry.hash] = (entries[entry.hash] ?? []) + [entry]
  }

  /// The caller keeps the entry until it has given the lock back: the end of an id may run any code.
  fileprivate func noteIdle(_ entry: EffectEntry) {
    count -= 1
    // An id that comes back is found again, as those of debounced effects are. It must not keep anything else alive.
    if entry.key.isPlain { return idle += 1 }
    entry.isListed = false
    let left = entries[entry.hash]?.filter { $0 !== entry } ?? []
    entries[entry.hash] = left.isEmpty ? nil : left
  }

  /// Takes out the entries without parts, if they are many. Ids come back, as those of debounced effects do; but those that do
  /// not must not stay in memory. With the lock held.
  private func takeIdle() -> [Int: [EffectEntry]]? {
    guard idle > max(count, Sizes.of(16, tiny: 1)) else { return nil }
    idle = 0
    return exchange(
      &entries,
      with: entries.compactMapValues { listed in
        let left = listed.filter { entry in
          entry.isListed = !entry.parts.isEmpty
          return entry.isListed
        }
        return left.isEmpty ? nil : left
      })
  }
}

/// The parts of one key.
@usableFromInline final class EffectEntry: @unchecked Sendable {
  // Unchecked: what changes is guarded by the registry's lock.
  let key: EffectKey
  fileprivate let hash: Int
  /// Its owner, which has it while it has parts.
  private unowned let index: EffectIndex
  /// Whether the index has it. If it has parts, it has.
  @exclusivity(unchecked) fileprivate var isListed = false
  @exclusivity(unchecked) private(set) var parts = EffectBag<Member>()

  /// A part, and which of the part's memberships this is.
  struct Member {
    let part: PartAccount
    let number: Int
  }

  fileprivate init(_ key: EffectKey, _ hash: Int, _ index: EffectIndex) {
    self.key = key
    self.hash = hash
    self.index = index
  }

  // With the lock held.
  func insert(_ part: PartAccount) {
    if parts.isEmpty { index.noteBusy(self) }
    let number = part.memberships.count
    part.memberships.add(Membership(entry: self, place: parts.add(Member(part: part, number: number))))
  }

  // With the lock held.
  fileprivate func remove(at place: Int) {
    if let moved = parts.remove(at: place) { moved.part.memberships[moved.number]?.place = place }
    if parts.isEmpty { index.noteIdle(self) }
  }

  /// A part in an entry.
  struct Membership {
    let entry: EffectEntry
    var place: Int

    func end() { entry.remove(at: place) }
  }
}
