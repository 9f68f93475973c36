// JSONCollection: plain lists, dictionaries and sets, which have no record of their changes.
import EnfoldJSON

/// A plain collection, whose copy and comparison take the longer the more is in it.
public protocol JSONCollection: JSONEncodable {
  associatedtype Part: JSONEncodable

  /// The parts that are not the same as those of an older value, with their tokens. Nil if a patch is to replace the whole: if
  /// parts came, left or moved, or if so many differ that replacing the whole is shorter.
  func _$parts(differingFrom old: Self) -> [(token: String, part: Part)]?
}

/// Whether replacing a whole collection is shorter than that many operations on its parts.
@inlinable func isLongPatch(_ operations: Int, for count: Int) -> Bool { operations > max(16, count / 2) }

extension Array: JSONCollection where Element: JSONEncodable {
  @inlinable public func _$parts(differingFrom old: [Element]) -> [(token: String, part: Element)]? {
    guard count == old.count else { return nil }
    var parts: [(token: String, part: Element)] = []
    for index in indices where !self[index].hasSameJSON(as: old[index]) {
      parts.append((String(index), self[index]))
      if isLongPatch(parts.count, for: count) { return nil }
    }
    return parts
  }
}

extension Dictionary: JSONCollection where Key: JSONKeyConvertible, Value: JSONEncodable {
  @inlinable public func _$parts(differingFrom old: [Key: Value]) -> [(token: String, part: Value)]? {
    guard count == old.count else { return nil }
    var parts: [(token: String, part: Value)] = []
    for (key, value) in self {
      let name = key.jsonKey
      guard let place = old.index(forKey: key), old.keys[place].jsonKey.hasSameBytes(as: name) else { return nil }
      guard !value.hasSameJSON(as: old.values[place]) else { continue }
      parts.append((name, value))
      if isLongPatch(parts.count, for: count) { return nil }
    }
    return parts.sorted { $0.token.precedesInUTF8($1.token) }
  }
}

/// A set is one value: in its JSON, which is sorted, the elements behind one that came or left have other positions.
extension Set: JSONCollection where Element: JSONEncodable {
  @inlinable public func _$parts(differingFrom old: Set<Element>) -> [(token: String, part: Element)]? { nil }
}
