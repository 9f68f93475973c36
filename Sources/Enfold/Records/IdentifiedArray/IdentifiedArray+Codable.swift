// IdentifiedArray in Codable: an array.

extension IdentifiedArray: Encodable where Element: Encodable {
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    for element in self { try container.encode(element) }
  }
}

extension IdentifiedArray: Decodable where Element: Decodable & Identifiable, ID == Element.ID {
  /// Decodes an array. Throws `dataCorrupted` if two elements have the same id.
  public init(from decoder: any Decoder) throws {
    self.init()
    var container = try decoder.unkeyedContainer()
    if let count = container.count { reserveCapacity(Swift.min(count, 1024)) }
    while !container.isAtEnd {
      let element = try container.decode(Element.self)
      let (inserted, position) = append(element)
      if !inserted {
        throw DecodingError.dataCorruptedError(in: container, debugDescription: sharedID(count, position))
      }
    }
  }
}

extension IdentifiedArray {
  /// The message for an element whose id an earlier element has already.
  func sharedID(_ position: Int, _ first: Int) -> String {
    let id = ids[first]
    let text = (id as? String).map { String(reflecting: $0) } ?? "\(id)"
    let shortened = text.utf8.count <= 80 ? text : text.prefix(60) + "…"
    return "element \(position) has the id \(shortened) of element \(first)"
  }
}
