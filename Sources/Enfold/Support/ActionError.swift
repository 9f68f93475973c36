// ActionError, StoreError: why an action failed, and why a store refused it.

/// An error as a value: what an action carries when something failed, as in `Result<[Todo], ActionError>`.
///
/// Its JSON form is `{"message": "…"}`.
public struct ActionError: Error, Equatable, Hashable, Sendable, CustomStringConvertible {
  public var message: String

  public init(_ message: String) { self.message = message }

  /// An error with the description of another one.
  public init(_ error: any Error) { self.init("\(error)") }

  public var description: String { message }
}

extension ActionError: JSONEncodable, JSONDecodable, JSONDescribable {
  public func writeJSON(to writer: inout JSONWriter) {
    writer.literal("{\"message\":")
    writer.write(message)
    writer.literal("}")
  }

  public func writeJSON(at path: JSONPath, to writer: inout JSONWriter) -> Bool {
    writeJSON(at: path, to: &writer) { $0 == "message" ? message : nil }
  }

  public init(json reader: inout JSONReader) throws(JSONError) {
    try reader.beginObject()
    var message: String?
    while let key = try reader.nextKey() {
      if key == "message" {
        message = try reader.readString()
      } else {
        try reader.skipUnknownKey(key, of: "ActionError", known: "message")
      }
    }
    guard let message else { throw reader.mismatch("missing key \"message\" of ActionError") }
    self.message = message
  }

  public static func jsonSchema(in builder: inout JSONSchemaBuilder) -> JSONSchema {
    .object(properties: [(name: "message", schema: .string, required: true)])
  }

  public static func jsonAllows(_ path: JSONPath) -> Bool {
    path.isEmpty || path.count == 1 && path.first?.text == "message"
  }
}

/// Why a store refuses an action.
public enum StoreError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The store was closed.
  case closed
  /// This many actions wait already.
  case queueFull(limit: Int)
  /// The state of the store is computed, so it cannot be written.
  case readOnly
  /// The place that was to be written is absent: its optional is nil, or its element has gone.
  case absent

  public var description: String {
    switch self {
    case .closed: "the store was closed"
    case .queueFull(let limit): "\(limit) actions wait in the store's queue, which is its limit"
    case .readOnly: "the store's state is computed from another's and cannot be written"
    case .absent: "the place that was to be written is absent"
    }
  }
}
