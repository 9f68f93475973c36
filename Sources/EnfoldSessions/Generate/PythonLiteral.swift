// PythonLiteral: JSON as Python writes it, broken where a line is too long.
import EnfoldJSON

enum PythonLiteral {
  private static let width = 88

  /// A value in as few lines as fit, the first one behind a text.
  ///
  /// - Parameter room: how many characters a line may have.
  static func lines(_ value: JSONValue, _ opening: String = "", room: Int = 72, _ closing: String = "") -> [String] {
    let whole = opening + text(value) + closing
    guard whole.count > room, let parts = parts(value, room: room - 4), !parts.isEmpty else { return [whole] }
    let isList = value.array != nil
    return [opening + (isList ? "[" : "{")] + parts.flatMap(\.self).map { "    " + $0 } + [
      (isList ? "]" : "}") + closing
    ]
  }

  /// The lines of each part of a container, with a comma behind it; nil if it is none.
  private static func parts(_ value: JSONValue, room: Int) -> [[String]]? {
    switch value {
    case .array(let elements): elements.map { lines($0, room: room, ",") }
    case .object(let object): object.members.map { lines($0.value, "\(JSON.string($0.key)): ", room: room, ",") }
    default: nil
    }
  }

  private static func text(_ value: JSONValue) -> String {
    switch value {
    case .null: "None"
    case .bool(let isTrue): isTrue ? "True" : "False"
    case .array(let elements): "[\(elements.map { text($0) }.joined(separator: ", "))]"
    case .object(let object):
      "{\(object.members.map { "\(JSON.string($0.key)): \(text($0.value))" }.joined(separator: ", "))}"
    default: value.json
    }
  }

  /// A call with arguments, each of which has lines.
  static func call(_ opening: String, _ arguments: [[String]], _ closing: String, _ indent: String) -> [String] {
    let whole = opening + arguments.map { $0.joined(separator: " ") }.joined(separator: ", ") + closing
    if arguments.allSatisfy({ $0.count == 1 }), whole.count <= width { return [whole] }
    let comma = arguments.count > 1 ? "," : ""
    let inner = arguments.flatMap { lines in
      lines.enumerated().map { indent + "    " + $1 + ($0 == lines.count - 1 ? comma : "") }
    }
    return [opening] + inner + [indent + closing]
  }
}
