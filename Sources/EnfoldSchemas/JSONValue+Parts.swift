// The parts of a JSON value, if it has the form that is asked for.
import EnfoldJSON

extension JSONValue {
  /// The text of a string.
  package var string: String? {
    if case .string(let text) = self { text } else { nil }
  }

  /// The elements of an array; none if it is something else.
  package var elements: [JSONValue] {
    if case .array(let elements) = self { elements } else { [] }
  }

  /// The members of an object, in order; none if it is something else.
  package var members: [JSONObject.Member] {
    if case .object(let object) = self { object.members } else { [] }
  }

  package var isArray: Bool {
    if case .array = self { true } else { false }
  }

  /// This object with one more member; this, if it is no object.
  package func adding(_ key: String, _ value: JSONValue) -> JSONValue {
    guard case .object(var object) = self else { return self }
    object[key] = value
    return .object(object)
  }
}
