// EffectIndex: what runs, by keys that are user code to compare.

/// Scopes by their keys. To hash and to compare keys may be user code, which must not run with a lock held: so a lookup
/// takes the candidates out with the lock and compares them without. Only the drainer looks up; any thread removes.
@usableFromInline final class EffectIndex: @unchecked Sendable {
  // Unchecked: guarded by the registry's lock.
  /// Those that have scopes, by their hash values. Their arrays are read without the lock, so they are replaced and never
  /// changed.
  private var entries: [Int: [EffectEntry]] = [:]
  private(set) var count = 0

  var all: [EffectEntry] {
    // Often there is but one, and its array is at hand.
    entries.count == 1 ? entries.first?.value ?? [] : entries.values.flatMap { $0 }
  }

  /// The entry of a key, a new one if nothing has it. On the draining thread, without the lock.
  func entry(of key: EffectKey, _ lock: Lock) -> EffectEntry {
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

/// The scopes of one key. It is in the index as long as there are any.
final class EffectEntry: @unchecked Sendable {
  // Unchecked: `scopes` is guarded by the registry's lock.
  let key: EffectKey
  fileprivate let hash: Int
  private let index: EffectIndex
  private(set) var scopes: [ObjectIdentifier: EffectScope] = [:]

  fileprivate init(_ key: EffectKey, _ hash: Int, _ index: EffectIndex) {
    self.key = key
    self.hash = hash
    self.index = index
  }

  // With the lock held.
  func insert(_ scope: EffectScope) {
    if scopes.isEmpty { index.insert(self) }
    scopes[ObjectIdentifier(scope)] = scope
  }

  // With the lock held.
  func remove(_ scope: EffectScope) {
    if scopes.removeValue(forKey: ObjectIdentifier(scope)) != nil, scopes.isEmpty { index.remove(self) }
  }
}

/// What a scope is known by: the id of an effect at a path, or a child, whose path it is.
@usableFromInline struct EffectKey: Hashable {
  let id: EffectID?
  let path: EffectPath?

  /// An id at a path is known there and at every path above.
  static func all(of id: EffectID, at path: EffectPath?) -> [EffectKey] {
    EffectPath.all(from: path, to: nil).map { EffectKey(id: id, path: $0) } + [EffectKey(id: id, path: nil)]
  }
}
