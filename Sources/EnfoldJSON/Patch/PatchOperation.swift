// The JSON of a patch's operations, and the operations that take them back.

extension JSONPatch.Operation {
  var name: String {
    switch self {
    case .add, .insert: "add"
    case .remove: "remove"
    case .replace: "replace"
    case .move, .reorder: "move"
    case .copy: "copy"
    case .test: "test"
    }
  }

  /// The operation that a JSON value describes. Members that the operation does not know are ignored (RFC 6902, 4).
  public init(_ json: JSONValue) throws(JSONError) {
    let members = try OperationMembers(json)
    switch members.name {
    case "add":
      let path = try members.path("path")
      let value = try members.value("value")
      self =
        if members.has("after") {
          .insert(path: path, after: try members.token("after"), value: value)
        } else {
          .add(path: path, value: value)
        }
    case "remove": self = .remove(path: try members.path("path"))
    case "replace": self = .replace(path: try members.path("path"), value: try members.value("value"))
    case "move":
      self =
        if members.has("after") {
          .reorder(path: try members.path("path"), after: try members.token("after"))
        } else {
          .move(from: try members.path("from"), path: try members.path("path"))
        }
    case "copy": self = .copy(from: try members.path("from"), path: try members.path("path"))
    case "test": self = .test(path: try members.path("path"), value: try members.value("value"))
    default: throw members.failure("\"op\" is none of add, remove, replace, move, copy and test")
    }
  }

  /// The operation that takes back the one that a JSON value describes.
  init(reverting json: JSONValue) throws(JSONError) {
    let members = try OperationMembers(json)
    switch try Self(json) {
    case .add(let path, _), .insert(let path, _, _): self = .remove(path: path)
    case .remove(let path):
      let old = try members.old()
      self =
        if members.has("after") {
          .insert(path: path, after: try members.token("after"), value: old)
        } else {
          .add(path: path, value: old)
        }
    case .replace(let path, _): self = .replace(path: path, value: try members.old())
    case .reorder(let path, _):
      _ = try members.old()
      self = .reorder(path: path, after: try members.token("old"))
    case .test(let path, let value): self = .test(path: path, value: value)
    case .move:
      throw members.failure("a \"move\" with \"from\" cannot be taken back; one with \"after\" and \"old\" can")
    case .copy: throw members.failure("a \"copy\" cannot be taken back; an \"add\" can")
    }
  }
}

/// The members of an operation's JSON.
private struct OperationMembers {
  private let json: JSONValue
  let name: String

  init(_ json: JSONValue) throws(JSONError) {
    self.json = json
    guard case .object = json else { throw mismatch("an operation is an object") }
    guard case .string(let name) = json["op"] else { throw mismatch("\"op\" is missing or no string") }
    self.name = name
  }

  func failure(_ message: String) -> JSONError { mismatch(message) }

  func has(_ key: String) -> Bool { json[key] != nil }

  func path(_ key: String) throws(JSONError) -> JSONPath {
    guard case .string(let pointer) = json[key] else { throw mismatch("\"\(key)\" is missing or no string") }
    do {
      return try JSONPath(pointer: pointer)
    } catch {
      throw mismatch("\"\(key)\" is no JSON Pointer: \(error.message)")
    }
  }

  func value(_ key: String) throws(JSONError) -> JSONValue {
    guard let value = json[key] else { throw mismatch("\"\(key)\" is missing") }
    return value
  }

  func old() throws(JSONError) -> JSONValue {
    guard let old = json["old"] else {
      throw mismatch("\"old\" is missing; observers get it with the option \"old\", except where nothing was before")
    }
    return old
  }

  /// The token that names another element; nil if there is none.
  func token(_ key: String) throws(JSONError) -> JSONPath.Token? {
    if json[key] == .null { return nil }
    guard case .string(let text) = json[key], let path = try? JSONPath(pointer: "/" + text), path.count == 1 else {
      throw mismatch("\"\(key)\" is neither null nor the name of an element, such as \"id=7\"")
    }
    return path.last
  }
}

private func mismatch(_ message: String) -> JSONError { JSONError(code: .mismatch, offset: 0, message: message) }

extension JSONPatch.Operation: JSONEncodable, JSONDecodable {
  public func writeJSON(to writer: inout JSONWriter) {
    write(nil, to: &writer)
  }

  /// - Parameter before: what was there before.
  func write(_ before: JSONPatch.Record.Before?, to writer: inout JSONWriter) {
    writer.literal("{\"op\":")
    writer.write(name)
    switch self {
    case .remove(let path): writer.writeMember("path", path)
    case .move(let from, let path), .copy(let from, let path):
      writer.writeMember("from", from)
      writer.writeMember("path", path)
    case .add(let path, let value), .replace(let path, let value), .test(let path, let value):
      writer.writeMember("path", path)
      writer.writeMember("value", value)
    case .insert(let path, let after, let value):
      writer.writeMember("path", path)
      writer.writeMember("after", after)
      writer.writeMember("value", value)
    case .reorder(let path, let after):
      writer.writeMember("path", path)
      writer.writeMember("after", after)
    }
    switch before {
    case .value(let old): writer.writeMember("old", old)
    case .element(let old, let after):
      writer.writeMember("old", old)
      writer.writeMember("after", after)
    case .place(let after): writer.writeMember("old", after)
    case nil: break
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

extension JSONPatch {
  /// An operation as an observer is told it, with what takes it back.
  public struct Record: JSONEncodable, Sendable {
    /// What was there before the operation.
    public enum Before: Sendable {
      case value(JSONValue)
      /// An element of a list, and the name of the one before it.
      case element(JSONValue, after: JSONPath.Token?)
      /// The name of the element that the moved one was behind.
      case place(after: JSONPath.Token?)
    }

    public let operation: Operation
    public let before: Before?

    public init(_ operation: Operation, _ before: Before?) { (self.operation, self.before) = (operation, before) }

    public func writeJSON(to writer: inout JSONWriter) { operation.write(before, to: &writer) }
  }
}

extension JSONWriter {
  fileprivate mutating func writeMember(_ name: String, _ path: JSONPath) {
    beginMember(name)
    write(path.pointer)
  }

  fileprivate mutating func writeMember(_ name: String, _ value: JSONValue) {
    beginMember(name)
    value.writeJSON(to: &self)
  }

  fileprivate mutating func writeMember(_ name: String, _ token: JSONPath.Token?) {
    beginMember(name)
    guard let token else { return writeNull() }
    write(String(JSONPath(tokens: [token.text]).pointer.dropFirst()))
  }

  private mutating func beginMember(_ name: String) {
    raw(UInt8(ascii: ","))
    writeKey(name)
  }
}
