// EffectIndex: finds the running parts of effects by their id or child. Keys are compared without the lock.

/// Parts by their keys. To hash and to compare keys may be user code, which must not run with a lock held: so a lookup
/// takes the candidates out with the lock and compares them without. Only the drainer looks up; any thread removes.
@usableFromInline final class EffectIndex: @unchecked Sendable {
  // Unchecked: guarded by the registry's lock.
  /// The entries that have parts, by their hash values. The arrays are read without the lock, so they are replaced and
  /// never changed.
  private var entries: [Int: [EffectEntry]] = [:]
  private(set) var count = 0

  var all: [EffectEntry] {
    // If there is one array, return it and do not build a new one.
    entries.count == 1 ? entries.first?.value ?? [] : entries.values.flatMap { $0 }
  }

  /// The entry of a key, a new one if nothing has it. On the draining thread, without the lock.
  func entry(of key: EffectKey, _ lock: borrowing Lock) -> EffectEntry {
    let hash = key.hashValue
    let candidates = lock.withLock { entries[hash] ?? [] }
    return candidates.first { $0.key == key } ?? EffectEntry(key, hash, self)
  }

  fileprivate func insert(_ entry: EffectEntry) {
    entries[entry.hash] = (entries[entry.hash] ?? []) + [entry]
    count += 1
  }

  fileprivate func remove(_ entry: EffectEntry) {
    let left = entries[entry.hash]?.filter { $0 !== entry } ?? []
    entries[entry.hash] = left.isEmpty ? nil : left
    count -= 1
  }
}

/// The parts of one key. It is in the index as long as there are any.
final class EffectEntry: @unchecked Sendable {
  // Unchecked: `parts` is guarded by the registry's lock.
  let key: EffectKey
  fileprivate let hash: Int
  private let index: EffectIndex
  private(set) var parts: [ObjectIdentifier: PartAccount] = [:]

  fileprivate init(_ key: EffectKey, _ hash: Int, _ index: EffectIndex) {
    self.key = key
    self.hash = hash
    self.index = index
  }

  // With the lock held.
  func insert(_ part: PartAccount) {
    if parts.isEmpty { index.insert(self) }
    parts[ObjectIdentifier(part)] = part
  }

  // With the lock held.
  func remove(_ part: PartAccount) {
    if parts.removeValue(forKey: ObjectIdentifier(part)) != nil, parts.isEmpty { index.remove(self) }
  }
}

/// The key of a part: the id of an effect at a path, or a child, whose path it is.
@usableFromInline struct EffectKey: Hashable {
  let id: EffectID?
  let path: ChildPath?

  /// The keys of an id at a path: the effect is found by its id at this path and at every path above.
  static func all(of id: EffectID, at path: ChildPath?) -> [EffectKey] {
    ChildPath.all(from: path, to: nil).map { EffectKey(id: id, path: $0) } + [EffectKey(id: id, path: nil)]
  }
}
