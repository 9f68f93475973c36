// JSON: reads or writes a whole text in one call.

extension JSON {
  /// Decodes a whole text. If the text is not JSON, the error says that, whatever else is wrong.
  @inlinable public static func decode<T: JSONDecodable>(
    _ type: T.Type = T.self, from bytes: UnsafeRawBufferPointer, limits: JSONLimits = .default,
    ignoresUnknownKeys: Bool = false
  ) throws(JSONError) -> T {
    var reader = JSONReader(bytes, limits: limits, ignoresUnknownKeys: ignoresUnknownKeys)
    do {
      let value = try T(json: &reader)
      try reader.finish()
      return value
    } catch {
      throw reader.checkRest(after: error)
    }
  }

  /// Decodes a whole text. If the text is not JSON, the error says that, whatever else is wrong.
  @inlinable public static func decode<T: JSONDecodable>(
    _ type: T.Type = T.self, from text: String, limits: JSONLimits = .default, ignoresUnknownKeys: Bool = false
  ) throws(JSONError) -> T {
    var copy = text
    // The standard library's closure cannot throw a typed error, so it returns a Result.
    let result = copy.withUTF8 { bytes in
      Result { () throws(JSONError) in
        try decode(T.self, from: UnsafeRawBufferPointer(bytes), limits: limits, ignoresUnknownKeys: ignoresUnknownKeys)
      }
    }
    return try result.get()
  }

  /// The text of a value.
  @inlinable public static func string(_ value: some JSONEncodable) -> String {
    var writer = JSONWriter()
    value.writeJSON(to: &writer)
    return writer.string
  }

  /// The text of the value at a path inside another value; nil if nothing is there.
  @inlinable public static func string(_ value: some JSONEncodable, at path: JSONPath) -> String? {
    var writer = JSONWriter()
    return value.writeJSON(at: path, to: &writer) ? writer.string : nil
  }
}
