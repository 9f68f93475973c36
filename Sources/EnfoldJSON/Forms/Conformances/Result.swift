// The JSON form of results: {"success":value} or {"failure":error}.

extension Result where Success: JSONEncodable, Failure: JSONEncodable {
  public func writeJSON(to writer: inout JSONWriter) {
    switch self {
    case .success(let value):
      writer.literal("{\"success\":")
      value.writeJSON(to: &writer)
    case .failure(let error):
      writer.literal("{\"failure\":")
      error.writeJSON(to: &writer)
    }
    writer.raw(UInt8(ascii: "}"))
  }

  public func writeJSON(at path: JSONPath, to writer: inout JSONWriter) -> Bool {
    switch self {
    case .success(let value): writeJSON(at: path, to: &writer) { $0 == "success" ? value : nil }
    case .failure(let error): writeJSON(at: path, to: &writer) { $0 == "failure" ? error : nil }
    }
  }
}

extension Result where Success: JSONDecodable, Failure: JSONDecodable {
  public init(json reader: inout JSONReader) throws(JSONError) {
    var result: Result?
    let empty = reader.mismatch("\"success\" or \"failure\" is missing")
    try reader.beginObject()
    while let key = try reader.nextKey() {
      if key == "success" {
        guard result == nil else { throw key.secondCase }
        result = .success(try Success(json: &reader))
      } else if key == "failure" {
        guard result == nil else { throw key.secondCase }
        result = .failure(try Failure(json: &reader))
      } else {
        try reader.skipUnknownKey(key, of: "Result", known: "success, failure")
      }
    }
    guard let result else { throw empty }
    self = result
  }
}

extension Result where Success: JSONDescribable, Failure: JSONDescribable {
  public static func jsonSchema(in builder: inout JSONSchemaBuilder) -> JSONSchema {
    .oneOf([
      .object(properties: [(name: "success", schema: Success.jsonSchema(in: &builder), required: true)]),
      .object(properties: [(name: "failure", schema: Failure.jsonSchema(in: &builder), required: true)]),
    ])
  }

  public static func jsonAllows(_ path: JSONPath) -> Bool {
    guard let token = path.first else { return true }
    if token == "success" { return Success.jsonAllows(path.dropFirst()) }
    if token == "failure" { return Failure.jsonAllows(path.dropFirst()) }
    return false
  }
}

extension JSONKey {
  fileprivate var secondCase: JSONError {
    JSONError(code: .mismatch, offset: offset, message: "a result is either success or failure")
  }
}
