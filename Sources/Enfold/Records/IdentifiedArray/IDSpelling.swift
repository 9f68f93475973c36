// IDSpelling: ids that are equal in Swift and are written in different ways, such as two spellings of a text.
import EnfoldJSON

/// Tells apart equal ids whose JSON differs.
///
/// A list holds one of several equal ids, and finds it by any of them. In JSON they are different, so an element that gets
/// another one of them counts as replaced. The key of an element is always written as the element's own id.
@usableFromInline enum IDSpelling<ID: Hashable> {
  /// Whether equal ids may have different JSON. The compiler knows it where it knows the type, so that it costs nothing
  /// where they cannot.
  @inlinable static var mayDiffer: Bool { ID.self != Int.self }

  /// Whether two ids are equal and have the same JSON.
  @inlinable
  static func isSame(_ id: ID, _ other: ID) -> Bool { id == other && isSame(equal: id, other) }

  /// Whether two equal ids have the same JSON. Those without a JSON form have.
  @inlinable
  static func isSame(equal id: ID, _ other: ID) -> Bool {
    if !mayDiffer || JSON.haveSameBits(id, other) { return true }
    if let text = id as? String, let other = other as? String { return text.hasSameJSON(as: other) }
    return hasSameJSON(id, other)
  }

  @usableFromInline @inline(never)
  static func hasSameJSON(_ id: ID, _ other: ID) -> Bool {
    func compare<T: JSONEncodable>(_ id: T) -> Bool { (other as? T).map { id.hasSameJSON(as: $0) } ?? true }
    return (id as? any JSONEncodable).map { compare($0) } ?? true
  }
}

extension IdentifiedArray {
  /// The position of the element whose id has the same JSON.
  @inlinable
  func exactIndex(id: ID) -> Int? {
    guard let position = index(id: id) else { return nil }
    return !IDSpelling<ID>.mayDiffer || IDSpelling<ID>.isSame(equal: _$id(at: position), id) ? position : nil
  }
}
