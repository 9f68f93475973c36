// Types with a JSON form, as features have them.

import EnfoldJSON

enum Filter: String, CaseIterable, JSONEncodable, JSONDecodable, JSONDescribable { case all, active, done }
enum Level: Int, JSONEncodable, JSONDecodable, JSONDescribable { case low = 1, high = 10 }
enum Side: String, JSONKeyConvertible { case left, right }

struct Item: JSONEncodable, JSONDecodable, JSONDescribable, Equatable {
  var id: Int
  var name: String

  init(id: Int, name: String) {
    self.id = id
    self.name = name
  }

  init(json reader: inout JSONReader) throws(JSONError) {
    self.init(id: 0, name: "")
    try reader.beginObject()
    while let key = try reader.nextKey() {
      switch key {
      case "id": id = try Int(json: &reader)
      case "name": name = try String(json: &reader)
      default: try reader.skipUnknownKey(key, of: "Item", known: "id, name")
      }
    }
  }

  func writeJSON(to writer: inout JSONWriter) {
    writer.literal("{\"id\":")
    id.writeJSON(to: &writer)
    writer.literal(",\"name\":")
    name.writeJSON(to: &writer)
    writer.literal("}")
  }

  func writeJSON(at path: JSONPath, to writer: inout JSONWriter) -> Bool {
    guard let token = path.first else {
      writeJSON(to: &writer)
      return true
    }
    switch token {
    case "id": return id.writeJSON(at: path.dropFirst(), to: &writer)
    case "name": return name.writeJSON(at: path.dropFirst(), to: &writer)
    default: return false
    }
  }

  static func jsonAllows(_ path: JSONPath) -> Bool {
    guard let token = path.first else { return true }
    return (token == "id" || token == "name") && path.dropFirst().isEmpty
  }

  static func jsonSchema(in builder: inout JSONSchemaBuilder) -> JSONSchema {
    .object(properties: [
      (name: "id", schema: Int.jsonSchema(in: &builder), required: true),
      (name: "name", schema: String.jsonSchema(in: &builder), required: false),
    ])
  }
}

extension Item: Error {}
