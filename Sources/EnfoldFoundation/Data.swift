// The JSON form of Data: its bytes as Base64.
import Enfold
import Foundation

extension Data: JSONEncodable, JSONDecodable, JSONDescribable {
  public func writeJSON(to writer: inout JSONWriter) { writer.write(base64EncodedString()) }
  public func hasSameJSON(as other: Self) -> Bool { self == other }
  public var jsonIsNull: Bool { false }

  /// Reads Base64 with its padding (RFC 4648, section 4), and nothing else.
  public init(json reader: inout JSONReader) throws(JSONError) {
    self = try reader.readText("Base64 with padding") { text in
      // Foundation also reads texts that it would not write, such as "====". These are refused.
      Data(base64Encoded: text).flatMap { $0.base64EncodedString() == text ? $0 : nil }
    }
  }

  public static func jsonSchema(in builder: inout JSONSchemaBuilder) -> JSONSchema {
    .string.with("contentEncoding", "base64")
  }
}
