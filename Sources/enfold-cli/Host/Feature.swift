// Feature: what enfold_runtime_features tells of one feature.
import EnfoldJSON
import EnfoldSchemas

struct Feature {
  /// Something that the feature asks its host for.
  struct Request {
    let name: String
    let isStream: Bool
    let payload: Schema
    let answer: Schema

    /// An answer of the right form, for messages.
    var exampleAnswer: String { isStream ? "[\(answer.example)]" : answer.example }
  }

  let name: String
  let plugin: String
  let version: String
  let state: Schema
  let action: Schema
  let requests: [Request]
  let json: JSONValue

  init(_ json: JSONValue) {
    name = json["name"]?.string ?? ""
    plugin = json["plugin"]?.string ?? ""
    version = json["version"]?.string ?? ""
    state = Schema(document: json["state"] ?? true)
    action = Schema(document: json["action"] ?? true)
    requests = (json["requests"]?.elements ?? []).map {
      Request(
        name: $0["name"]?.string ?? "", isStream: $0["stream"] == true,
        payload: Schema(document: $0["payload"] ?? true),
        answer: Schema(document: $0["answer"] ?? true))
    }
    self.json = json
  }

  /// Whether the schema of the actions has one of this name.
  func hasAction(_ name: String) -> Bool { action.cases.contains { $0.name == name } }

  /// The request that a diagnostic says nobody handles.
  func unanswered(in message: String) -> Request? {
    guard message.contains("nobody handles the request") else { return nil }
    return requests.first { message.contains("request \"\($0.name)\"") }
  }
}
