// The JSON form of URL: its text.
import Enfold
import Foundation

extension URL: JSONEncodable, JSONDecodable, JSONDescribable {
  /// Writes the absolute text. A base URL becomes a part of it, which reading does not separate again.
  public func writeJSON(to writer: inout JSONWriter) { writer.write(absoluteString) }
  public func hasSameJSON(as other: Self) -> Bool { absoluteString.hasSameJSON(as: other.absoluteString) }
  public var jsonIsNull: Bool { false }

  /// Reads a URL or a relative reference. A space, which a URL must write as `%20`, is not accepted.
  public init(json reader: inout JSONReader) throws(JSONError) {
    self = try reader.readText("a URL") { URL(string: $0, encodingInvalidCharacters: false) }
  }

  public static func jsonSchema(in builder: inout JSONSchemaBuilder) -> JSONSchema {
    .string.with("format", "uri-reference")
  }
}
