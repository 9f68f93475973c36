// What is in a JSON value, if it is of the kind that somebody looks for.
import EnfoldJSON

extension JSONValue {
  /// An integer that is not negative; of anything else nil.
  var natural: UInt64? { if case .integer(let number) = self, number >= 0 { UInt64(number) } else { nil } }
  /// The text of a string; of anything else an empty one.
  var text: String { if case .string(let text) = self { text } else { "" } }
  /// The elements of an array; of anything else nil.
  var array: [JSONValue]? { if case .array(let elements) = self { elements } else { nil } }
}
