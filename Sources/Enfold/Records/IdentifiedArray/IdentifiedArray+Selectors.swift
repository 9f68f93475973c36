// IdentifiedArray: the elements that tokens of a path select, such as 0 and id=7.
import OrderedCollections

extension IdentifiedArray where Element: JSONEncodable {
  /// The position of the element that a token selects: by index, or, for `name=value`, the first one whose property
  /// `name` is the string `value` or is a number, boolean or null that is written `value`.
  ///
  /// `id=value` is O(1) if the elements are `Identifiable` and their ids have a JSON form; other selectors are O(n).
  @inlinable public func position(of token: JSONPath.Token) -> Int? {
    if let offset = token.index { return offset < count ? offset : nil }
    guard isByProperty, !isEmpty, let selector = token.selector, selector.name == "id" else {
      return elements.position(of: token)
    }
    var text = JSONWriter(capacity: 64)
    text.write(selector.value)
    // "+7" is read as 7, but 7 is never written like that. And an element may write anything as its "id".
    if ID.self == Int.self || ID.self == String.self {
      if let id = selector.value as? ID ?? Int(selector.value) as? ID, let position = index(id: id),
        writesID(at: position, asTextOf: selector.value, quotedIn: &text)
      {
        return position
      }
    } else {
      for id in ElementSelector<ID>.candidates(selector.value) {
        guard let position = index(id: id) else { continue }
        if writesID(at: position, asTextOf: selector.value, quotedIn: &text) { return position }
      }
    }
    // No element has this id, if the property "id" is the list's id. Otherwise all elements are looked at.
    return isIDProperty(at: 0) ? nil : elements.position(of: token)
  }

  /// Whether the property "id" of an element is the string `text`, or other JSON that is written as `text`.
  @inlinable func writesID(at position: Int, asTextOf text: String, quotedIn writer: inout JSONWriter) -> Bool {
    let quotedCount = writer.count
    defer { writer.truncate(to: quotedCount) }
    guard self[position].writeJSON(at: pathOfID, to: &writer) else { return false }
    return writer.withBytes { bytes in
      let property = bytes[quotedCount...]
      if property.first == UInt8(ascii: "\"") { return property.elementsEqual(bytes[..<quotedCount]) }
      return property.elementsEqual(text.utf8)
    }
  }

  /// Whether the property "id" of an element is the id by which the list knows it.
  @inlinable func isIDProperty(at position: Int) -> Bool {
    guard let id = ids[position] as? any JSONEncodable else { return false }
    return JSON.string(self[position], at: pathOfID) == JSON.string(id)
  }
}

@usableFromInline let pathOfID = JSONPath(tokens: ["id"])

/// Reads ids from the token `id=…` of a path.
@usableFromInline enum ElementSelector<ID: Hashable> {
  /// The id that is written as `text`; nil if no id is written like that.
  @inlinable static func id(writtenAs text: String) -> ID? {
    if ID.self == String.self { return text as? ID }
    if ID.self == Int.self {
      guard let number = Int(text), String(number) == text else { return nil }
      return number as? ID
    }
    return candidates(text).first { id in
      guard let id = id as? any JSONEncodable else { return false }
      let json = JSON.string(id)
      return json == (json.first == "\"" ? JSON.string(text) : text)
    }
  }

  /// The ids that the text gives: read as a JSON string, and read as JSON.
  @inlinable static func candidates(_ text: String) -> [ID] {
    guard let type = ID.self as? any JSONDecodable.Type else { return [] }
    return [JSON.string(text), text].compactMap { try? decode(type, from: $0) }
  }

  @inlinable static func decode(_ type: any JSONDecodable.Type, from text: String) throws(JSONError) -> ID? {
    try JSON.decode(type, from: text) as? ID
  }
}

/// Tells apart equal ids whose JSON differs.
///
/// A list or dictionary holds one of several equal ids or keys, and finds it by any of them. In JSON they are different, so an
/// element that gets another one of them counts as replaced. In a list the key of an element is always written as its own id; a
/// dictionary keeps the first of its equal keys.
@usableFromInline enum IDSpelling<ID: Hashable> {
  /// Whether equal ids may have different JSON. Where the compiler knows the type it knows the answer, so this costs
  /// nothing for ids that cannot differ.
  @inlinable static var mayDiffer: Bool { ID.self != Int.self }

  /// Whether two ids are equal and have the same JSON.
  @inlinable static func isSame(_ id: ID, _ other: ID) -> Bool { id == other && isSame(equal: id, other) }

  /// Whether two equal ids have the same JSON. Those without a JSON form have.
  @inlinable static func isSame(equal id: ID, _ other: ID) -> Bool {
    if !mayDiffer || JSON.haveSameBits(id, other) { return true }
    if let text = id as? String, let other = other as? String { return text.hasSameJSON(as: other) }
    return hasSameJSON(id, other)
  }

  @usableFromInline @inline(never) static func hasSameJSON(_ id: ID, _ other: ID) -> Bool {
    if let id = id as? any JSONKeyConvertible, let other = other as? any JSONKeyConvertible,
      !id.jsonKey.hasSameBytes(as: other.jsonKey)
    {
      return false
    }
    func compare<T: JSONEncodable>(_ id: T) -> Bool { (other as? T).map { id.hasSameJSON(as: $0) } ?? true }
    return (id as? any JSONEncodable).map { compare($0) } ?? true
  }
}
