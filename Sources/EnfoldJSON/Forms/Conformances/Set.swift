// The JSON form of sets: arrays in a fixed order.

extension Set: JSONEncodable where Element: JSONEncodable {
  /// Writes the elements in sorted order if they are `Comparable`, otherwise in the order of their JSON texts. Elements that
  /// `<` does not order, such as several NaN, come in the order of their texts, too.
  public func writeJSON(to writer: inout JSONWriter) {
    if JSON.differsIfUnequal(Element.self), let sorted = (self as? any SortableElements)?.sortedElements as? [Element] {
      return sorted.writeJSON(to: &writer)
    }
    var members = map { (element: $0, text: JSON.string($0)) }
    members.sort { $0.text.precedesInUTF8($1.text) }
    (self as? any SortableElements)?.sort(&members) { $0.element }
    writer.raw(UInt8(ascii: "["))
    for (index, member) in members.enumerated() {
      if index > 0 { writer.raw(UInt8(ascii: ",")) }
      member.element.writeJSON(to: &writer)
    }
    writer.raw(UInt8(ascii: "]"))
  }
}

extension Set: JSONDecodable where Element: JSONDecodable {
  @inlinable public init(json reader: inout JSONReader) throws(JSONError) {
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

  /// Sorts by the elements. Those that do not equal themselves, such as NaN, come last. Members that the elements do not order
  /// keep their order, so the result does not depend on where they lie in memory, whatever `<` says.
  func sort<Member, AnyElement>(_ members: inout [Member], by element: (Member) -> AnyElement)
}

extension Set: SortableElements where Element: Comparable {
  fileprivate var sortedElements: Any { sorted() as [Element] }

  fileprivate func sort<Member, AnyElement>(_ members: inout [Member], by element: (Member) -> AnyElement) {
    members.sort { first, second in
      guard let first = element(first) as? Element, let second = element(second) as? Element else { return false }
      return first == first && (second != second || first < second)
    }
  }
}
