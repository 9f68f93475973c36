// IdentifiedArray: its JSON form, an array.

extension IdentifiedArray: JSONEncodable where Element: JSONEncodable {
  @inlinable public func writeJSON(to writer: inout JSONWriter) { elements.writeJSON(to: &writer) }

  /// Writes the value at a path. The first token is an index, or selects an element by a property: `/0/title`,
  /// `/id=7/title`.
  @inlinable public func writeJSON(at path: JSONPath, to writer: inout JSONWriter) -> Bool {
    writeJSON(at: path, to: &writer) { token in position(of: token).map { self[$0] } }
  }

  @inlinable public func hasSameJSON(as other: Self) -> Bool { elements.hasSameJSON(as: other.elements) }
  @inlinable public var jsonIsNull: Bool { false }
}

extension IdentifiedArray: JSONDecodable where Element: JSONDecodable & Identifiable, ID == Element.ID {
  /// Reads an array. If two elements have the same id, this throws a mismatch at the second one.
  @inlinable public init(json reader: inout JSONReader) throws(JSONError) {
    self.init()
    try reader.beginArray()
    while try reader.nextElement() {
      _ = reader.peek()
      let offset = reader.offset
      let (inserted, position) = append(try Element(json: &reader))
      if !inserted { throw sharedIDError(at: offset, position) }
    }
  }
}

extension IdentifiedArray: JSONDescribable where Element: JSONDescribable {
  public static func jsonSchema(in builder: inout JSONSchemaBuilder) -> JSONSchema {
    [Element].jsonSchema(in: &builder)
  }

  public static func jsonAllows(_ path: JSONPath) -> Bool { [Element].jsonAllows(path) }
}

/// An element whose JSON has its id as the member "id".
protocol WithIDInJSON {}

extension IdentifiedArray {
  @usableFromInline func sharedIDError(at offset: Int, _ first: Int) -> JSONError {
    JSONError(code: .mismatch, offset: offset, message: sharedID(count, first))
  }
}
