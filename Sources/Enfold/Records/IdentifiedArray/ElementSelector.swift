// ElementSelector: finds the id that a token of a path means, such as `id=7`.
import EnfoldJSON

/// Reads ids from the token `id=…` of a path.
@usableFromInline enum ElementSelector<ID: Hashable> {
  /// The id that is written as `text`; nil if no id is written like that.
  @inlinable
  static func id(writtenAs text: String) -> ID? {
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
  @inlinable
  static func candidates(_ text: String) -> [ID] {
    guard let type = ID.self as? any JSONDecodable.Type else { return [] }
    return [JSON.string(text), text].compactMap { try? decode(type, from: $0) }
  }

  @inlinable
  static func decode(_ type: any JSONDecodable.Type, from text: String) throws(JSONError) -> ID? {
    try JSON.decode(type, from: text) as? ID
  }
}
