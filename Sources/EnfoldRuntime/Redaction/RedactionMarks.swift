// RedactionMarks: reads the marks of schemas, "x-enfold-redacted": true, into a RedactionGraph.
import EnfoldJSON

/// Goes through one JSON Schema, which nobody has checked: what it does not understand it leaves out.
struct RedactionMarks {
  static let keyword = "x-enfold-redacted"
  /// Of the schema of a binding, whose members are named by the pointers of properties.
  static let bindingKeyword = "x-enfold-binding"

  private let document: JSONValue
  /// The nodes of the places in the document that were seen, by their pointers.
  private var known: [ExactText: Int] = [:]
  /// The places whose keywords were not read yet.
  private var waiting: [(JSONPath, JSONValue, Int)] = []
  private static let greatestCount = 65_536

  private init(_ document: JSONValue) { self.document = document }

  /// Whether a schema can say something to a graph. Most cannot, and then are not read.
  static func mayBe(in schema: String, for graph: RedactionGraph) -> Bool {
    has(schema, keyword) || graph.hasStatePatterns && has(schema, bindingKeyword)
  }

  private static func has(_ schema: String, _ keyword: String) -> Bool {
    let keyword = Array(keyword.utf8)
    var schema = schema
    return schema.withUTF8 { bytes in
      var position = 0
      while position + keyword.count <= bytes.count {
        if bytes[position] == keyword[0], bytes[position...].starts(with: keyword) { return true }
        position += 1
      }
      return false
    }
  }

  /// What a schema marks is redacted in the values that stand at a node.
  ///
  /// A schema with marks that cannot be read, or is too large, redacts the whole value: its marks must not be lost.
  static func add(_ schema: String, at node: Int, to graph: inout RedactionGraph) {
    guard mayBe(in: schema, for: graph) else { return }
    guard let document = try? JSONValue(parsing: schema, limits: .greatest) else {
      return graph[node].isRedacted = true
    }
    add(document, .root, at: node, to: &graph)
  }

  /// The same for a schema inside a document, to which `$ref` leads back.
  static func add(_ document: JSONValue, _ place: JSONPath, at node: Int, to graph: inout RedactionGraph) {
    guard let schema = document[place] else { return }
    var marks = RedactionMarks(document)
    let first = marks.node(at: place, schema, &graph)
    graph[node].same.append(first)
    while let (path, schema, node) = marks.waiting.popLast() {
      guard marks.known.count <= greatestCount else { return graph[first].isRedacted = true }
      marks.read(schema, path, node, &graph)
    }
  }

  private mutating func node(at path: JSONPath, _ schema: JSONValue, _ graph: inout RedactionGraph) -> Int {
    let place = ExactText(path.pointer)
    if let node = known[place] { return node }
    let node = graph.addNode()
    known[place] = node
    waiting.append((path, schema, node))
    return node
  }

  private mutating func read(_ schema: JSONValue, _ path: JSONPath, _ node: Int, _ graph: inout RedactionGraph) {
    guard case .object(let keywords) = schema else { return }
    for (keyword, value) in keywords.members {
      let place = path.appending(keyword)
      switch keyword {
      case Self.keyword: if value != .bool(false) { graph[node].isRedacted = true }
      case Self.bindingKeyword:
        // Its pointers begin at the state of some feature, and the patterns at that of the store: so all values are redacted.
        guard graph.hasStatePatterns, value != .bool(false) else { continue }
        let secret = graph.addNode()
        graph[secret].isRedacted = true
        graph[node].all.append(secret)
      case "$ref":
        guard case .string(let text) = value, let target = Self.target(text), let schema = document[target] else {
          continue
        }
        let next = self.node(at: target, schema, &graph)
        graph[node].same.append(next)
      case "allOf", "anyOf", "oneOf":
        for (path, schema) in Self.elements(value, place) {
          let next = self.node(at: path, schema, &graph)
          graph[node].same.append(next)
        }
      case "if", "then", "else", "not":
        let next = self.node(at: place, value, &graph)
        graph[node].same.append(next)
      case "properties":
        guard case .object(let properties) = value else { continue }
        for (name, schema) in properties.members {
          let next = self.node(at: place.appending(name), schema, &graph)
          graph[node].members[ExactText(name)] = next
        }
      case "prefixItems":
        for (index, (path, schema)) in Self.elements(value, place).enumerated() {
          let next = self.node(at: path, schema, &graph)
          graph[node].members[ExactText("\(index)")] = next
        }
      case "patternProperties":
        guard case .object(let patterns) = value else { continue }
        // Which members have such a name nobody looks up: all may.
        for (pattern, schema) in patterns.members {
          let next = self.node(at: place.appending(pattern), schema, &graph)
          graph[node].all.append(next)
        }
      case "additionalProperties", "items", "contains":
        let next = self.node(at: place, value, &graph)
        graph[node].others.append(next)
        graph[node].isList = graph[node].isList || keyword == "items"
      case "type":
        graph[node].isScalar = ["string", "integer", "number", "boolean"].contains { value == .string($0) }
      default: continue
      }
    }
  }

  private static func elements(_ value: JSONValue, _ path: JSONPath) -> [(JSONPath, JSONValue)] {
    guard case .array(let elements) = value else { return [] }
    return elements.enumerated().map { (path.appending("\($0.offset)"), $0.element) }
  }

  /// The place that the text of a `$ref` names; nil if it is in another document.
  private static func target(_ text: String) -> JSONPath? {
    guard text.utf8.first == UInt8(ascii: "#") else { return nil }
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[1...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%"), let code = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16) {
        bytes.append(code)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return try? JSONPath(pointer: String(decoding: bytes, as: UTF8.self))
  }
}
