// Selecting elements by the tokens of a path, in O(1) where it is by id.
import EnfoldJSON
import OrderedCollections

extension IdentifiedArray where Element: JSONEncodable {
  /// The position of the element that a token selects: by index, or, for `name=value`, the first one whose property
  /// `name` is the string `value` or is a number, boolean or null that is written `value`.
  ///
  /// `id=value` is O(1) if the elements are `Identifiable` and their ids have a JSON form; other selectors are O(n).
  @inlinable
  public func position(of token: JSONPath.Token) -> Int? {
    if let offset = token.index { return offset < count ? offset : nil }
    guard isByProperty, !isEmpty, let selector = token.selector, selector.name == "id" else {
      return elements.position(of: token)
    }
    var text = JSONWriter(capacity: 64)
    text.write(selector.value)
    // "+7" is the integer 7, but not written so; and an element may write what it likes as its "id".
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
    // There is no such id, provided that the property is the id.
    return isIDProperty(at: 0) ? nil : elements.position(of: token)
  }

  /// Whether the property "id" of an element is written as `text`: as a string, or as anything else.
  @inlinable
  func writesID(at position: Int, asTextOf text: String, quotedIn writer: inout JSONWriter) -> Bool {
    let quotedCount = writer.count
    defer { writer.truncate(to: quotedCount) }
    guard self[position].writeJSON(at: pathOfID, to: &writer) else { return false }
    return writer.withBytes { bytes in
      let property = bytes[quotedCount...]
      if property.first == UInt8(ascii: "\"") { return property.elementsEqual(bytes[..<quotedCount]) }
      return property.elementsEqual(text.utf8)
    }
  }

  /// Whether the property "id" of an element is what the list knows as its id.
  @inlinable
  func isIDProperty(at position: Int) -> Bool {
    guard let id = ids[position] as? any JSONEncodable else { return false }
    return JSON.string(self[position], at: pathOfID) == JSON.string(id)
  }
}

@usableFromInline let pathOfID = JSONPath(tokens: ["id"])
