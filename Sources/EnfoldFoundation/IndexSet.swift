// The JSON form of IndexSet: its indices as an array, in order.
import Enfold
import Foundation

extension IndexSet: JSONEncodable, JSONDecodable, JSONDescribable {
  /// Writes every index. A set of more than a million has no JSON form.
  public func writeJSON(to writer: inout JSONWriter) {
    guard count <= 1_000_000 else {
      writer.fail("an index set of \(count) indices: at most 1000000 have a JSON form")
      return writer.writeNull()
    }
    map(\.self).writeJSON(to: &writer)
  }

  /// Reads indices in any order.
  public init(json reader: inout JSONReader) throws(JSONError) {
    var indices: [Int] = []
    try reader.beginArray()
    while try reader.nextElement() {
      _ = reader.peek()
      let offset = reader.offset
      let index = try reader.readInteger(Int.self)
      guard (0..<Int.max).contains(index) else {
        throw JSONError(code: .mismatch, offset: offset, message: "\(index) is no index: indices begin with 0")
      }
      indices.append(index)
    }
    // Sorted first, because an index that is inserted before others moves all of these.
    self.init(indices.sorted())
  }

  public static func jsonSchema(in builder: inout JSONSchemaBuilder) -> JSONSchema {
    .array(of: .integer(min: 0, max: UInt64(Int.max) - 1)).with("uniqueItems", true)
  }
}
