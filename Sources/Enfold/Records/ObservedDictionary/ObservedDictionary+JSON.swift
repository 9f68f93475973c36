// ObservedDictionary: its JSON form, an object whose members are sorted by key; that of a `Dictionary`.
import OrderedCollections

extension ObservedDictionary where Key: JSONKeyConvertible, Value: JSONEncodable {
  @inlinable public func writeJSON(to writer: inout JSONWriter) {
    writer.writeMembers(dictionary.keys.indices.lazy.map { (key: dictionary.keys[$0].jsonKey, place: $0) }) {
      position, writer in
      dictionary.values[position].writeJSON(to: &writer)
    }
  }

  /// Writes the value at a path. The first token is a key.
  @inlinable public func writeJSON(at path: JSONPath, to writer: inout JSONWriter) -> Bool {
    writeJSON(at: path, to: &writer) { token in _$position(of: token).map { dictionary.values[$0] } }
  }

  @inlinable public func hasSameJSON(as other: Self) -> Bool {
    if sharesStorage(with: other) { return true }
    guard count == other.count else { return false }
    for (key, value) in dictionary {
      // Keys may be equal and written differently, and the other way round.
      guard let place = other.dictionary.index(forKey: key), IDSpelling.isSame(equal: key, other.id(at: place)) else {
        return !JSON.differsIfUnequal(Key.self) && JSON.areWrittenAlike(self, other)
      }
      guard value.hasSameJSON(as: other.dictionary.values[place]) else { return false }
    }
    return true
  }

  @inlinable public var jsonIsNull: Bool { false }
}

extension ObservedDictionary where Key: JSONKeyConvertible, Value: JSONDecodable {
  /// Reads an object. If a key occurs more than once, or `Key` calls two keys equal, the last one wins.
  @inlinable public init(json reader: inout JSONReader) throws(JSONError) {
    self.init()
    try reader.beginObject()
    while let name = try reader.nextKey() {
      guard let key = Key(jsonKey: name.string) else { throw name.mismatch(Key.self) }
      dictionary[key] = try Value(json: &reader)
    }
  }

  @inlinable public static var jsonAcceptsAnyKey: Bool { true }
}

extension ObservedDictionary where Key: JSONKeyConvertible, Value: JSONDescribable {
  public static func jsonSchema(in builder: inout JSONSchemaBuilder) -> JSONSchema {
    [Key: Value].jsonSchema(in: &builder)
  }

  public static func jsonAllows(_ path: JSONPath) -> Bool { [Key: Value].jsonAllows(path) }
}
