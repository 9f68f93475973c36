// KeyChanges: what happened to the members of a dictionary since the last commit.
import OrderedCollections

/// The record of a dictionary in an observed store. Copies of a dictionary share their record; one that writes to it first
/// makes sure that no other has it.
@usableFromInline
final class KeyChanges<Key: Hashable & Sendable, Value>: ElementRecord<Key, Value>, @unchecked Sendable {
  // Not checked for overlapping accesses; see `ElementRecord`.
  /// Each key whose value was written, came or went: whether it was there at the last commit, in this spelling.
  @exclusivity(unchecked) @usableFromInline var touched: OrderedDictionary<Key, Bool> = [:]

  @inlinable override init(_ kind: ElementKind<Value>, stamp: UInt64) { super.init(kind, stamp: stamp) }

  @inlinable override func copy() -> KeyChanges {
    let copy = KeyChanges(kind, stamp: stamp)
    copy.touched = touched
    return copy
  }

  /// Begins again with the dictionary as it is now, because it was committed. The memory of the record is kept.
  @inlinable func reset(stamp: UInt64) {
    self.stamp = stamp
    if !touched.isEmpty { touched.removeAll(keepingCapacity: touched.count <= Sizes.of(512, tiny: 0)) }
  }

  @inlinable var hasEdits: Bool { !touched.isEmpty }

  /// Records that a value was written, or came.
  ///
  /// - Parameter wasThere: whether it was there before.
  @inlinable func touch(_ key: Key, wasThere: Bool) {
    if touched.index(forKey: key) == nil { touched[key] = wasThere }
  }

  /// Records that a value is removed. Nothing remains to be told of one that came after the last commit.
  @inlinable func remove(_ key: Key) {
    before = nil
    guard let index = touched.index(forKey: key) else { return touched[key] = true }
    if !touched.values[index] { touched.removeBySwapping(at: index) }
  }
}

extension OrderedDictionary {
  /// Removes the member at an index in O(1): the last one takes its place.
  @inlinable @discardableResult mutating func removeBySwapping(at index: Int) -> Value {
    if index < count - 1 { swapAt(index, count - 1) }
    return removeLast().value
  }
}
