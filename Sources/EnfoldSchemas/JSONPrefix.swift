// Completion: what may follow the beginning of a text. JSONPrefix: what may follow that of a JSON text, by its schema.
import EnfoldJSON

/// What may follow a text.
package struct Completion {
  /// How many characters of the text a candidate stands for.
  package var replaced = 0
  package var candidates: [String] = []
  /// What may be typed there, where there are no candidates: "integer".
  package var hint: String?

  package init(replaced: Int = 0, candidates: [String] = [], hint: String? = nil) {
    (self.replaced, self.candidates, self.hint) = (replaced, candidates, hint)
  }
}

/// Reads the beginning of a JSON text beside its schema. It is lenient: what is wrong is found when the text is sent.
package struct JSONPrefix {
  private enum Container {
    /// `seen` are its keys so far; `key` is the last one.
    case object(Schema?, seen: [String], key: String?)
    case array(Schema?)
  }

  private enum Expected { case value, key, colon, separator }

  private var containers: [Container] = []
  private var expected = Expected.value
  private let root: Schema
  /// What is typed of the value or key at the end.
  private var partial = ""

  private init(root: Schema) { self.root = root }

  /// What may follow.
  package static func completion(after text: Substring, schema: Schema) -> Completion {
    var prefix = JSONPrefix(root: schema)
    prefix.read(text)
    var candidates = prefix.candidates
    // A text that is a whole payload may be typed without quotes.
    if prefix.containers.isEmpty, prefix.partial.first?.isLetter == true {
      candidates += schema.alternatives.flatMap(\.constants).compactMap(\.string)
    }
    candidates = candidates.filter { $0.hasPrefix(prefix.partial) }
    return Completion(
      replaced: prefix.partial.count, candidates: candidates,
      hint: candidates.isEmpty && prefix.expected == .value ? prefix.valueSchema?.summary() : nil)
  }

  private mutating func read(_ text: Substring) {
    var rest = text
    while let first = rest.first {
      switch first {
      case "{": begin(.object(valueSchema, seen: [], key: nil), .key)
      case "[": begin(.array(valueSchema), .value)
      case "}", "]":
        _ = containers.popLast()
        expected = .separator
      case ":": expected = .value
      case ",": if case .object = containers.last { expected = .key } else { expected = .value }
      case " ", "\t": break
      default:
        let length = Self.length(of: rest)
        let token = rest.prefix(length.count)
        rest = rest.dropFirst(length.count)
        if length.isOpen || rest.isEmpty && first != "\"" {
          partial = String(token)
        } else {
          finish(String(token))
        }
        continue
      }
      rest.removeFirst()
    }
  }

  private mutating func begin(_ container: Container, _ next: Expected) {
    containers.append(container)
    expected = next
  }

  /// A whole key or value was read.
  private mutating func finish(_ token: String) {
    if expected == .key, case .object(let schema, var seen, _) = containers.last {
      let key = (try? JSONValue(parsing: token))?.string ?? token
      seen.append(key)
      containers[containers.count - 1] = .object(schema, seen: seen, key: key)
      expected = .colon
    } else {
      expected = .separator
    }
  }

  /// How long the string or word at the start is, and whether a string is still open.
  private static func length(of text: Substring) -> (count: Int, isOpen: Bool) {
    guard text.first == "\"" else { return (text.prefix { !"{}[],: \t".contains($0) }.count, false) }
    var (count, isEscaped) = (1, false)
    for character in text.dropFirst() {
      count += 1
      if isEscaped {
        isEscaped = false
      } else if character == "\\" {
        isEscaped = true
      } else if character == "\"" {
        return (count, false)
      }
    }
    return (count, true)
  }

  /// The schema of the value that comes next.
  private var valueSchema: Schema? {
    switch containers.last {
    case nil: root
    case .object(let schema, _, let key): key.flatMap { schema?[$0] }
    case .array(let schema): schema?.alternatives.lazy.compactMap(\.items).first
    }
  }

  private var candidates: [String] {
    switch expected {
    case .colon: return [":"]
    case .separator: return separators
    case .key:
      guard case .object(let schema, let seen, _) = containers.last else { return [] }
      let names = (schema?.alternatives ?? []).flatMap(\.properties).map(\.name).filter { !seen.contains($0) }
      return names.uniqued.map { JSONValue.string($0).json + ":" }
    case .value: return (valueSchema?.alternatives ?? []).flatMap(values).uniqued
    }
  }

  private var separators: [String] {
    switch containers.last {
    case nil: return []
    case .array: return [",", "]"]
    case .object(let schema, let seen, _):
      let isComplete = (schema?.alternatives ?? []).flatMap(\.properties).allSatisfy { seen.contains($0.name) }
      let isCase = schema?.cases.isEmpty == false
      return isComplete || isCase ? ["}"] : [",", "}"]
    }
  }

  private func values(_ schema: Schema) -> [String] {
    if !schema.constants.isEmpty { return schema.constants.map(\.json) }
    switch schema.type {
    case "object":
      let required = schema.properties.filter(\.isRequired)
      return required.count == 1 ? ["{" + JSONValue.string(required[0].name).json + ":"] : ["{"]
    case "array": return ["["]
    case "string": return ["\""]
    case "boolean": return ["true", "false"]
    case "null": return ["null"]
    default: return []
    }
  }
}

extension [String] {
  /// Each text once, in order.
  package var uniqued: [String] {
    var seen: Set<String> = []
    return filter { seen.insert($0).inserted }
  }
}
