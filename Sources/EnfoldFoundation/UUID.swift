// The JSON form of UUID: its text in lower case, as UniqueID has it.
import Enfold
import Foundation

extension UUID: JSONEncodable, JSONDecodable, JSONDescribable {
  public func writeJSON(to writer: inout JSONWriter) { UniqueID(self).writeJSON(to: &writer) }
  public func hasSameJSON(as other: Self) -> Bool { self == other }
  public var jsonIsNull: Bool { false }

  /// Reads a text with digits in lower or upper case.
  public init(json reader: inout JSONReader) throws(JSONError) { self.init(try UniqueID(json: &reader)) }

  public static func jsonSchema(in builder: inout JSONSchemaBuilder) -> JSONSchema { UniqueID.jsonSchema(in: &builder) }
}

extension UUID: JSONKeyConvertible {
  public var jsonKey: String { UniqueID(self).jsonKey }

  public init?(jsonKey: String) {
    guard let id = UniqueID(jsonKey: jsonKey) else { return nil }
    self.init(id)
  }
}

extension UUID {
  /// The UUID with the bytes of an id, such as one from the dependency `uuid`.
  public init(_ id: UniqueID) {
    self = withUnsafeBytes(of: (id.high.bigEndian, id.low.bigEndian)) { bytes in
      UUID(uuid: bytes.loadUnaligned(as: uuid_t.self))
    }
  }
}

extension UniqueID {
  /// The id with the bytes of a UUID.
  public init(_ uuid: UUID) {
    let (high, low) = withUnsafeBytes(of: uuid.uuid) { bytes in
      (bytes.loadUnaligned(as: UInt64.self), bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
    }
    self.init(high: UInt64(bigEndian: high), low: UInt64(bigEndian: low))
  }
}
