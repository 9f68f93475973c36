// The JSON form of dictionaries: objects whose keys are sorted.

extension Dictionary: JSONEncodable where Key: JSONKeyConvertible, Value: JSONEncodable {
  /// Writes the members, sorted by the UTF-8 bytes of their keys.
  @inlinable public func writeJSON(to writer: inout JSONWriter) {
    writer.writeMembers(indices.lazy.map { (key: keys[$0].jsonKey, place: $0) }) { index, writer in
      values[index].writeJSON(to: &writer)
    }
  }

  public func writeJSON(at path: JSONPath, to writer: inout JSONWriter) -> Bool {
    writeJSON(at: path, to: &writer) { token -> Value? in
      // A pointer means the bytes of a key. `Key` may call others equal.
      guard let key = Key(jsonKey: token.text), let place = index(forKey: key),
        keys[place].jsonKey.hasSameBytes(as: token.text)
      else { return nil }
      return values[place]
    }
  }
}

extension Dictionary: JSONDecodable where Key: JSONKeyConvertible, Value: JSONDecodable {
  /// Reads an object. If a key occurs more than once, or `Key` calls two keys equal, the last one wins.
  @inlinable public init(json reader: inout JSONReader) throws(JSONError) {
    self.init()
    try reader.beginObject()
    while let name = try reader.nextKey() {
      guard let key = Key(jsonKey: name.string) else { throw name.mismatch(Key.self) }
      self[key] = try Value(json: &reader)
    }
  }

  @inlinable public static var jsonAcceptsAnyKey: Bool { true }
}

extension Dictionary: JSONDescribable where Key: JSONKeyConvertible, Value: JSONDescribable {
  public static func jsonSchema(in builder: inout JSONSchemaBuilder) -> JSONSchema {
    .dictionary(of: Value.jsonSchema(in: &builder))
  }

  public static func jsonAllows(_ path: JSONPath) -> Bool {
    guard let token = path.first else { return true }
    return Key(jsonKey: token.text) != nil && Value.jsonAllows(path.dropFirst())
  }
}

extension JSONWriter {
  /// Writes an object whose members are sorted by the UTF-8 bytes of their keys.
  ///
  /// - Parameter write: writes the value of a member.
  @inlinable package mutating func writeMembers<Place>(
    _ members: some Collection<(key: String, place: Place)>, _ write: (Place, inout JSONWriter) -> Void
  ) {
    guard enter() else { return }
    raw(UInt8(ascii: "{"))
    var isFirst = true
    for (key, place) in members.count > 1 ? members.sorted(by: { $0.key.precedesInUTF8($1.key) }) : Array(members) {
      if !isFirst { raw(UInt8(ascii: ",")) }
      isFirst = false
      writeKey(key)
      write(place, &self)
    }
    raw(UInt8(ascii: "}"))
    leave()
  }
}

extension JSONKey {
  @usableFromInline @inline(never) package func mismatch(_ type: Any.Type) -> JSONError {
    JSONError(code: .mismatch, offset: offset, message: "the key \"\(shortened)\" is no \(type)")
  }
}
