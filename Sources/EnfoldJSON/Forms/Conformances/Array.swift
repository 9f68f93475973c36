// The JSON form of arrays, and the selection of elements by index or property.

extension Array: JSONEncodable where Element: JSONEncodable {
  @inlinable public func writeJSON(to writer: inout JSONWriter) {
    guard writer.enter() else { return }
    writer.raw(UInt8(ascii: "["))
    var isFirst = true
    for element in self {
      if !isFirst { writer.raw(UInt8(ascii: ",")) }
      isFirst = false
      element.writeJSON(to: &writer)
    }
    writer.raw(UInt8(ascii: "]"))
    writer.leave()
  }

  public func writeJSON(at path: JSONPath, to writer: inout JSONWriter) -> Bool {
    writeJSON(at: path, to: &writer) { token in position(of: token).map { self[$0] } }
  }
}

extension Array: JSONDecodable where Element: JSONDecodable {
  @inlinable public init(json reader: inout JSONReader) throws(JSONError) {
    self.init()
    try reader.beginArray()
    let start = reader.offset
    var isEstimated = false
    while try reader.nextElement() {
      if count == capacity, count >= 1024 {
        reserveCapacity(reader.expectedCount(behind: count, since: start))
        isEstimated = true
      }
      append(try Element(json: &reader))
    }
    // The rest of the text was something else.
    if isEstimated, capacity / 2 > count { self = withUnsafeBufferPointer { Array($0) } }
  }
}

extension Array: JSONDescribable where Element: JSONDescribable {
  public static func jsonSchema(in builder: inout JSONSchemaBuilder) -> JSONSchema {
    .array(of: Element.jsonSchema(in: &builder))
  }

  public static func jsonAllows(_ path: JSONPath) -> Bool {
    guard let token = path.first else { return true }
    return token.jsonSelectsElement(of: Element.self) && Element.jsonAllows(path.dropFirst())
  }
}

extension JSONPath.Token {
  /// Whether the token is an index, or a selector of a property that `type` has.
  public func jsonSelectsElement<Element: JSONDescribable>(of type: Element.Type) -> Bool {
    if index != nil { return true }
    guard let selector else { return false }
    return Element.jsonAllows(JSONPath(tokens: [selector.name]))
  }
}

extension RandomAccessCollection where Element: JSONEncodable {
  /// The position of the element that a token selects. An index selects the element at that offset. A selector
  /// `name=value` selects the first element whose property `name` is the string `value`, or a number, boolean or null
  /// that is written `value`: this is O(n).
  public func position(of token: JSONPath.Token) -> Index? {
    if let offset = token.index { return offset < count ? index(startIndex, offsetBy: offset) : nil }
    guard let selector = token.selector else { return nil }
    let path = JSONPath(tokens: [selector.name])
    var text = JSONWriter(capacity: 64)
    text.write(selector.value)
    let quotedCount = text.count
    return indices.first { index in
      text.truncate(to: quotedCount)
      guard self[index].writeJSON(at: path, to: &text) else { return false }
      return text.withBytes { bytes in
        let quoted = bytes[..<quotedCount]
        let property = bytes[quotedCount...]
        return property.elementsEqual(quoted) || property.elementsEqual(selector.value.utf8)
      }
    }
  }
}
