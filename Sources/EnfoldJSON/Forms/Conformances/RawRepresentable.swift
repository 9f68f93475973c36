// The JSON form of enums with raw values, and of every other RawRepresentable: the form of the raw value.

extension JSONEncodable where Self: RawRepresentable, RawValue: JSONEncodable {
  @inlinable public func writeJSON(to writer: inout JSONWriter) { rawValue.writeJSON(to: &writer) }
}

extension JSONDecodable where Self: RawRepresentable, RawValue: JSONDecodable & JSONEncodable {
  public init(json reader: inout JSONReader) throws(JSONError) {
    self = try readRawValue(&reader) { "\($0) is no \(Self.self)" }
  }
}

extension JSONDecodable where Self: RawRepresentable & CaseIterable, RawValue: JSONDecodable & JSONEncodable {
  public init(json reader: inout JSONReader) throws(JSONError) {
    self = try readRawValue(&reader) { text in
      let known = Self.allCases.map { shortText(of: $0.rawValue) }.joined(separator: ", ")
      return "\(text) is no \(Self.self); it is one of \(known)"
    }
  }
}

extension JSONDescribable where Self: RawRepresentable, RawValue: JSONDescribable {
  public static func jsonSchema(in builder: inout JSONSchemaBuilder) -> JSONSchema { RawValue.jsonSchema(in: &builder) }
}

extension JSONDescribable where Self: RawRepresentable & CaseIterable, RawValue: JSONDescribable & JSONEncodable {
  public static func jsonSchema(in builder: inout JSONSchemaBuilder) -> JSONSchema {
    .enumeration(Self.allCases.map { JSONValue(encoding: $0.rawValue) })
  }
}

private func readRawValue<T: RawRepresentable>(
  _ reader: inout JSONReader, message: (String) -> String
) throws(JSONError) -> T where T.RawValue: JSONDecodable & JSONEncodable {
  _ = reader.peek()
  let offset = reader.offset
  let rawValue = try T.RawValue(json: &reader)
  guard let value = T(rawValue: rawValue) else {
    throw JSONError(code: .mismatch, offset: offset, message: message(shortText(of: rawValue)))
  }
  return value
}

private func shortText(of value: some JSONEncodable) -> String {
  let text = JSON.string(value)
  return text.utf8.count <= 80 ? text : text.prefix(60) + "…"
}
