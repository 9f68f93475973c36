// The JSON form of sets: arrays in a fixed order.

extension Set: JSONEncodable where Element: JSONEncodable {
  /// Writes the elements in sorted order if they are `Comparable`, otherwise in the order of their JSON texts.
  public func writeJSON(to writer: inout JSONWriter) {
    if let comparable = self as? any SortableElements, let sorted = comparable.sortedElements as? [Element] {
      return sorted.writeJSON(to: &writer)
    }
    let texts = map { JSON.string($0) }.sorted { $0.precedesInUTF8($1) }
    writer.raw(UInt8(ascii: "["))
    for (index, text) in texts.enumerated() {
      if index > 0 { writer.raw(UInt8(ascii: ",")) }
      writer.writeASCII(text)
    }
    writer.raw(UInt8(ascii: "]"))
  }
}

extension Set: JSONDecodable where Element: JSONDecodable {
  @inlinable
  public init(json reader: inout JSONReader) throws(JSONError) {
    self.init()
    try reader.beginArray()
    while try reader.nextElement() { update(with: try Element(json: &reader)) }
  }
}

extension Set: JSONDescribable where Element: JSONDescribable {
  public static func jsonSchema(in builder: inout JSONSchemaBuilder) -> JSONSchema {
    .array(of: Element.jsonSchema(in: &builder))
  }
}

/// Lets a set find out at run time whether its elements are `Comparable`. A type cannot conform to `JSONEncodable`
/// twice, once for such elements and once for others.
private protocol SortableElements {
  var sortedElements: Any { get }
}

extension Set: SortableElements where Element: Comparable {
  fileprivate var sortedElements: Any { sorted() as [Element] }
}
