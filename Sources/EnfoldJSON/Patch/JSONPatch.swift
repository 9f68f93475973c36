// JSONPatch: applies a list of operations (JSON Patch, RFC 6902), all of them or none.

/// JSON Patch (RFC 6902).
public enum JSONPatch {
  /// One operation of a patch.
  public enum Operation: Sendable, Equatable {
    case add(path: JSONPath, value: JSONValue)
    case remove(path: JSONPath)
    case replace(path: JSONPath, value: JSONValue)
    case move(from: JSONPath, path: JSONPath)
    case copy(from: JSONPath, path: JSONPath)
    case test(path: JSONPath, value: JSONValue)
  }

  /// Applies operations in order and returns the result. Atomic: if one fails, nothing is changed.
  ///
  /// The result is not nested deeper than `limits` allow. The size of everything that the operations add or copy is
  /// limited, too, so that a small patch cannot make a huge document: each value counts as one byte, and strings
  /// and keys also count their own bytes.
  /// The offset of an error is 0, because there is no text. Its message names the operation.
  public static func apply(
    _ operations: [Operation], to document: JSONValue, limits: JSONLimits = .default
  ) throws(JSONError) -> JSONValue {
    var editor = DocumentEditor(document: document, limits: limits)
    for (index, operation) in operations.enumerated() {
      do {
        try editor.perform(operation)
      } catch {
        throw JSONError(
          code: error.code, offset: 0, message: "operation \(index) (\(operation.name)): \(error.message)")
      }
    }
    return editor.document
  }

  /// Applies a patch document.
  public static func apply(
    _ patch: JSONValue, to document: JSONValue, limits: JSONLimits = .default
  ) throws(JSONError) -> JSONValue {
    guard case .array(let elements) = patch else {
      throw JSONError(code: .mismatch, offset: 0, message: "a JSON Patch is an array of operations")
    }
    var operations: [Operation] = []
    for (index, element) in elements.enumerated() {
      do {
        operations.append(try Operation(element))
      } catch {
        throw JSONError(code: error.code, offset: 0, message: "operation \(index): \(error.message)")
      }
    }
    return try apply(operations, to: document, limits: limits)
  }
}

extension JSONPatch.Operation {
  var name: String {
    switch self {
    case .add: "add"
    case .remove: "remove"
    case .replace: "replace"
    case .move: "move"
    case .copy: "copy"
    case .test: "test"
    }
  }

  /// The operation that a JSON value describes. Members that the operation does not know are ignored (RFC 6902, 4).
  public init(_ json: JSONValue) throws(JSONError) {
    func fail(_ message: String) -> JSONError { JSONError(code: .mismatch, offset: 0, message: message) }
    func path(_ key: String) throws(JSONError) -> JSONPath {
      guard case .string(let pointer) = json[key] else { throw fail("\"\(key)\" is missing or no string") }
      do {
        return try JSONPath(pointer: pointer)
      } catch {
        throw fail("\"\(key)\" is no JSON Pointer: \(error.message)")
      }
    }
    func value() throws(JSONError) -> JSONValue {
      guard let value = json["value"] else { throw fail("\"value\" is missing") }
      return value
    }
    guard case .object = json else { throw fail("an operation is an object") }
    guard case .string(let name) = json["op"] else { throw fail("\"op\" is missing or no string") }
    switch name {
    case "add": self = .add(path: try path("path"), value: try value())
    case "remove": self = .remove(path: try path("path"))
    case "replace": self = .replace(path: try path("path"), value: try value())
    case "move": self = .move(from: try path("from"), path: try path("path"))
    case "copy": self = .copy(from: try path("from"), path: try path("path"))
    case "test": self = .test(path: try path("path"), value: try value())
    default: throw fail("\"op\" is none of add, remove, replace, move, copy and test")
    }
  }
}

extension JSONPatch.Operation: JSONEncodable, JSONDecodable {
  public func writeJSON(to writer: inout JSONWriter) {
    writer.literal("{\"op\":")
    writer.write(name)
    switch self {
    case .remove(let path): writer.writeMember("path", path)
    case .move(let from, let path), .copy(let from, let path):
      writer.writeMember("from", from)
      writer.writeMember("path", path)
    case .add(let path, let value), .replace(let path, let value), .test(let path, let value):
      writer.writeMember("path", path)
      writer.literal(",\"value\":")
      value.writeJSON(to: &writer)
    }
    writer.raw(UInt8(ascii: "}"))
  }

  public init(json reader: inout JSONReader) throws(JSONError) {
    _ = reader.peek()
    let offset = reader.offset
    let value = try JSONValue(json: &reader)
    do {
      try self.init(value)
    } catch {
      throw JSONError(code: error.code, offset: offset, message: error.message)
    }
  }

  public static var jsonAcceptsAnyKey: Bool { true }
}

extension JSONWriter {
  fileprivate mutating func writeMember(_ name: String, _ path: JSONPath) {
    raw(UInt8(ascii: ","))
    writeKey(name)
    write(path.pointer)
  }
}
