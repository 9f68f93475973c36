// IdentifiedArray: selecting elements by the tokens of a path. By id this is O(1).
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
    // "+7" is the integer 7, but 7 is not written so. And an element may write anything as its "id".
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

  /// Whether the property "id" of an element is the id by which the list knows it.
  @inlinable
  func isIDProperty(at position: Int) -> Bool {
    guard let id = ids[position] as? any JSONEncodable else { return false }
    return JSON.string(self[position], at: pathOfID) == JSON.string(id)
  }
}

@usableFromInline let pathOfID = JSONPath(tokens: ["id"])
