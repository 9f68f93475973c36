// The element types of the IdentifiedArray tests.
@testable import Enfold

/// An element with a JSON form written by hand.
struct Item: Identifiable, Hashable, Codable, Sendable {
  var id: Int
  var name: String

  init(_ id: Int, _ name: String = "") {
    self.id = id
    self.name = name
  }
}

extension Item: JSONEncodable, JSONDecodable, JSONDescribable {
  func writeJSON(to writer: inout JSONWriter) {
    writer.literal("{\"id\":")
    writer.write(id)
    writer.literal(",\"name\":")
    writer.write(name)
    writer.literal("}")
  }

  func writeJSON(at path: JSONPath, to writer: inout JSONWriter) -> Bool {
    guard let property = path.first else {
      writeJSON(to: &writer)
      return true
    }
    switch property {
    case "id": return id.writeJSON(at: path.dropFirst(), to: &writer)
    case "name": return name.writeJSON(at: path.dropFirst(), to: &writer)
    default: return false
    }
  }

  init(json reader: inout JSONReader) throws(JSONError) {
    var id = 0
    var name = ""
    try reader.beginObject()
    while let key = try reader.nextKey() {
      if key == "id" { id = try Int(json: &reader) } else { name = try String(json: &reader) }
    }
    self.init(id, name)
  }

  static func jsonSchema(in builder: inout JSONSchemaBuilder) -> JSONSchema {
    .object(properties: [("id", .integer(Int.self), true), ("name", .string, true)])
  }

  static func jsonAllows(_ path: JSONPath) -> Bool {
    guard let property = path.first else { return true }
    return (property == "id" || property == "name") && path.dropFirst().isEmpty
  }
}

/// An element whose JSON is an object with one property "id".
struct Tagged<ID: Hashable & Sendable & JSONCodable>: Identifiable, Sendable, JSONEncodable {
  var id: ID

  func writeJSON(to writer: inout JSONWriter) {
    writer.literal("{\"id\":")
    id.writeJSON(to: &writer)
    writer.literal("}")
  }

  func writeJSON(at path: JSONPath, to writer: inout JSONWriter) -> Bool {
    writeJSON(at: path, to: &writer) { $0 == "id" ? id : nil }
  }
}

extension Tagged: Equatable {
  static func == (lhs: Self, rhs: Self) -> Bool { lhs.id == rhs.id }
}

extension Tagged: JSONDecodable, JSONDescribable {
  init(json reader: inout JSONReader) throws(JSONError) { self.init(id: try ID(json: &reader)) }
  static func jsonSchema(in builder: inout JSONSchemaBuilder) -> JSONSchema { .any }
}

extension IdentifiedArray {
  /// Whether ids and elements belong together, both ways.
  var isConsistent: Bool {
    ids.count == count && elements.count == count
      && indices.allSatisfy { ids[$0] == identify(self[$0]) && index(id: ids[$0]) == $0 }
  }
}
