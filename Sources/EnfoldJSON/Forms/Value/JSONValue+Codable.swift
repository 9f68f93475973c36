// Reading, writing and describing JSONValue.

extension JSONValue: JSONDecodable {
  public init(json reader: inout JSONReader) throws(JSONError) {
    switch reader.peek() {
    case .null where reader.readNull(): self = .null
    case .bool: self = .bool(try reader.readBool())
    case .string: self = .string(try reader.readString())
    case .number: self = try reader.readNumber()
    case .array: self = .array(try [JSONValue](json: &reader))
    case .object:
      var object = JSONObject()
      try reader.beginObject()
      while let key = try reader.nextKey() { object[key.string] = try JSONValue(json: &reader) }
      self = .object(object)
    default:
      try reader.skipValue()
      self = .null
    }
  }

  public static var jsonAcceptsAnyKey: Bool { true }
}

extension JSONReader {
  /// Reads a number. If it is written as an integer, it must fit into 64 bits, because a double would lose digits.
  fileprivate mutating func readNumber() throws(JSONError) -> JSONValue {
    if let small = readSmallInteger() { return .integer(small) }
    let saved = self
    let number = try scanNumber()
    self = saved
    guard number.isInteger else { return .double(try readDouble()) }
    let (isNegative, magnitude) = try readLargeInteger()
    if let magnitude {
      if !isNegative { return magnitude <= Int64.max ? .integer(Int64(magnitude)) : .unsigned(magnitude) }
      if magnitude <= 1 << 63 { return .integer(Int64(truncatingIfNeeded: 0 &- magnitude)) }
    }
    self = saved
    throw mismatch("the integer does not fit into 64 bits; written with an exponent it is a floating-point number")
  }
}

extension JSONValue: JSONEncodable {
  public func writeJSON(to writer: inout JSONWriter) {
    switch self {
    case .null: writer.writeNull()
    case .bool(let value): writer.write(value)
    case .integer(let value): writer.write(value)
    case .unsigned(let value): writer.write(value)
    case .double(let value): writer.write(value)
    case .string(let value): writer.write(value)
    case .array(let elements): elements.writeJSON(to: &writer)
    case .object(let object):
      guard writer.enter() else { return }
      writer.raw(UInt8(ascii: "{"))
      var isFirst = true
      for (key, value) in object.members {
        if !isFirst { writer.raw(UInt8(ascii: ",")) }
        isFirst = false
        writer.writeKey(key)
        value.writeJSON(to: &writer)
      }
      writer.raw(UInt8(ascii: "}"))
      writer.leave()
    }
  }

  public func writeJSON(at path: JSONPath, to writer: inout JSONWriter) -> Bool {
    guard let value = self[path] else { return false }
    value.writeJSON(to: &writer)
    return true
  }
}

extension JSONValue: JSONDescribable {
  public static func jsonSchema(in builder: inout JSONSchemaBuilder) -> JSONSchema { .any }
  public static func jsonAllows(_ path: JSONPath) -> Bool { true }
}
