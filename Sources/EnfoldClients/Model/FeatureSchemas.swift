// FeatureSchemas: what `enfold_runtime_features` gives, read and checked.
import EnfoldJSON

struct FeatureSchemas {
  struct Request {
    let name: String
    let isStream: Bool
    let payload: JSONValue
    let answer: JSONValue
  }

  let name: String
  let plugin: String
  let version: String
  let state: JSONValue
  let action: JSONValue
  let requests: [Request]

  init?(_ value: JSONValue) {
    guard let name = value["name"]?.text, let plugin = value["plugin"]?.text, let version = value["version"]?.text
    else { return nil }
    (self.name, self.plugin, self.version) = (name, plugin, version)
    state = value["state"] ?? true
    action = value["action"] ?? true
    requests = (value["requests"]?.elements ?? []).compactMap { request in
      guard let name = request["name"]?.text else { return nil }
      return Request(
        name: name, isStream: request["stream"] == true, payload: request["payload"] ?? true,
        answer: request["answer"] ?? true)
    }
  }
}

/// The features of a text, or the one that is wanted.
func readFeatures(_ text: String, only wanted: String?) throws(ClientError) -> [FeatureSchemas] {
  let value: JSONValue
  do {
    value = try JSONValue(parsing: text)
  } catch {
    throw ClientError(message: "the features are not JSON: \(error)")
  }
  guard let elements = value.elements else {
    throw ClientError(message: "the features are a JSON array, as enfold_runtime_features gives it")
  }
  var features: [FeatureSchemas] = []
  for (position, element) in elements.enumerated() {
    guard let feature = FeatureSchemas(element) else {
      throw ClientError(message: "feature \(position) has no \"name\", \"plugin\" or \"version\"")
    }
    features.append(feature)
  }
  guard !features.isEmpty else { throw ClientError(message: "the plugin has no features") }
  let names = features.map(\.name)
  if let wanted {
    features = features.filter { $0.name == wanted || "\($0.plugin)/\($0.name)" == wanted }
    guard !features.isEmpty else {
      throw ClientError(message: "there is no feature \"\(wanted)\"; there are: \(names.joined(separator: ", "))")
    }
  }
  if let other = features.first(where: { $0.plugin != features[0].plugin }) {
    throw ClientError(message: "a client is of one plugin, but these are \(features[0].plugin) and \(other.plugin)")
  }
  return features
}

extension JSONValue {
  var text: String? { if case .string(let text) = self { text } else { nil } }
  var elements: [JSONValue]? { if case .array(let elements) = self { elements } else { nil } }
  var members: [JSONObject.Member]? { if case .object(let object) = self { object.members } else { nil } }
  /// The value as a 64-bit integer, whatever its sign.
  var whole: Int128? {
    switch self {
    case .integer(let value): Int128(value)
    case .unsigned(let value): Int128(value)
    default: nil
    }
  }
}
