// RedactedPatch: a patch of a state without redacted values.
import EnfoldJSON

extension Redactor {
  /// A patch of a state: operations of RFC 6902, or keyed ones. Nil if nothing had to be redacted.
  ///
  /// An operation below a redacted place becomes one that writes "[redacted]" to that place, so that the patch fits the redacted
  /// state: there is nothing inside a text. It also does not tell the names of what is below. A patch that cannot be read becomes
  /// one that redacts the whole state.
  func patch(_ text: UnsafeRawBufferPointer) -> [UInt8]? {
    let places = graph.places(of: .state)
    if places.isEmpty || text.isEmpty { return nil }
    var patch = RedactedPatch(self, places)
    do throws(JSONError) {
      try patch.read(text)
    } catch {
      return Array("[{\"op\":\"replace\",\"path\":\"\",\"value\":\"[redacted]\"}]".utf8)
    }
    return patch.hasChanged ? patch.result : nil
  }
}

private struct RedactedPatch {
  private let redactor: Redactor
  private let root: RedactionGraph.Places
  private(set) var hasChanged = false
  private var operations: [[UInt8]] = []

  init(_ redactor: Redactor, _ root: RedactionGraph.Places) {
    self.redactor = redactor
    self.root = root
  }

  var result: [UInt8] { [UInt8(ascii: "[")] + operations.joined(separator: [UInt8(ascii: ",")]) + [UInt8(ascii: "]")] }

  mutating func read(_ text: UnsafeRawBufferPointer) throws(JSONError) {
    var reader = JSONReader(text, limits: .greatest)
    try reader.beginArray()
    while try reader.nextElement() {
      let bytes = try reader.rawValue()
      let operation = try Operation(bytes)
      if let redacted = redact(operation) {
        hasChanged = true
        // Several changes below one place are one.
        for each in redacted where operations.last != each { operations.append(each) }
      } else {
        operations.append(Array(bytes))
      }
    }
    try reader.finish()
  }

  /// The operations in place of one; nil if it stays as it is.
  private func redact(_ operation: Operation) -> [[UInt8]]? {
    let target = Target(operation.path, in: redactor.graph, root)
    guard let from = operation.from else { return redact(operation, target) }
    let source = Target(from, in: redactor.graph, root)
    if !target.isRedacted, !source.isRedacted {
      return source.hasChanged || target.hasChanged ? [operation.written(at: target, from: source)] : nil
    }
    // The value moves into a redacted place, or out of one.
    let leaves = operation.name == "move" && !source.isInside
    let written = target.isInside ? target.whole(hasOld: false) : self.operation("add", at: target.path, writes: true)
    return (leaves ? [self.operation("remove", at: source.path, writes: false)] : []) + [written]
  }

  private func redact(_ operation: Operation, _ target: Target) -> [[UInt8]]? {
    if target.isInside { return [target.whole(hasOld: operation.old != nil)] }
    var changed = operation
    var hasChanged = target.hasChanged
    if let value = operation.value, let redacted = redacted(value, target) {
      (changed.value, hasChanged) = (redacted, true)
    }
    if let old = operation.old, operation.name == "move" {
      // The name of the element behind which it was.
      if let redacted = target.redactedSibling(old) { (changed.old, hasChanged) = (redacted, true) }
    } else if let old = operation.old, let redacted = redacted(old, target) {
      (changed.old, hasChanged) = (redacted, true)
    }
    if let after = operation.after, let redacted = target.redactedSibling(after) {
      (changed.after, hasChanged) = (redacted, true)
    }
    return hasChanged ? [changed.written(at: target, from: nil)] : nil
  }

  private func redacted(_ value: [UInt8], _ target: Target) -> [UInt8]? {
    value.withUnsafeBytes { redactor.value($0, target.places) }
  }

  private func operation(_ name: String, at path: JSONPath, writes: Bool) -> [UInt8] {
    Operation(name, path, value: writes ? Redactor.value : nil).bytes
  }
}

/// A place that an operation names, with what is redacted there.
private struct Target {
  /// Without the redacted values by which the path names elements.
  let path: JSONPath
  let places: RedactionGraph.Places
  /// Whether something around the place is redacted. Then the path ends there.
  let isInside: Bool
  /// Whether the path is another one than before.
  let hasChanged: Bool
  private let around: RedactionGraph.Places
  private let graph: RedactionGraph

  init(_ path: JSONPath, in graph: RedactionGraph, _ root: RedactionGraph.Places) {
    let (places, depth) = graph.walk(root, along: path)
    var (tokens, hasChanged, around) = ([String](), false, root)
    for index in 0..<path.count where !places.isRedacted || index < depth {
      let token = path[index]
      let redacted = Self.redacted(token, around, graph)
      tokens.append(redacted ?? token.text)
      hasChanged = hasChanged || redacted != nil
      if index < path.count - 1 { around = graph.step(around, token.text, isToken: true) }
    }
    self.path = JSONPath(tokens: tokens)
    self.places = places
    isInside = places.isRedacted && depth < path.count
    self.hasChanged = hasChanged || isInside
    self.around = around
    self.graph = graph
  }

  /// Whether the value there is redacted as a whole.
  var isRedacted: Bool { places.isRedacted }

  /// The selector `id=7` without the 7, if the member `id` of the elements is redacted.
  private static func redacted(
    _ token: JSONPath.Token, _ around: RedactionGraph.Places, _ graph: RedactionGraph
  ) -> String? {
    guard !around.isEmpty, let (name, _) = token.selector else { return nil }
    let element = graph.step(around, token.text, isToken: true)
    return graph.step(element, name).isRedacted ? "\(name)=\(MessageMask.replacement)" : nil
  }

  /// The JSON of a token that names an element beside this one; nil if it stays as it is.
  func redactedSibling(_ json: [UInt8]) -> [UInt8]? {
    guard case .string(let text) = try? JSONValue(parsing: String(decoding: json, as: UTF8.self)),
      let token = (try? JSONPath(pointer: "/" + text))?.first, let redacted = Self.redacted(token, around, graph)
    else { return nil }
    return Array(JSON.string(String(JSONPath(tokens: [redacted]).pointer.dropFirst())).utf8)
  }

  /// The operation that says that something at the redacted place was changed.
  func whole(hasOld: Bool) -> [UInt8] {
    Operation("replace", path, value: Redactor.value, old: hasOld ? Redactor.value : nil).bytes
  }
}

/// The members of an operation. Values are JSON.
private struct Operation {
  let name: String
  let path: JSONPath
  var from: JSONPath?
  var value: [UInt8]?
  var old: [UInt8]?
  var after: [UInt8]?

  init(_ name: String, _ path: JSONPath, value: [UInt8]? = nil, old: [UInt8]? = nil) {
    self.name = name
    self.path = path
    self.value = value
    self.old = old
  }

  init(_ bytes: UnsafeRawBufferPointer) throws(JSONError) {
    var reader = JSONReader(bytes, limits: .greatest)
    var (name, path, from) = ("", JSONPath.root, JSONPath?.none)
    var (value, old, after) = ([UInt8]?.none, [UInt8]?.none, [UInt8]?.none)
    try reader.beginObject()
    while let key = try reader.nextKey() {
      switch key.string {
      case "op": name = try reader.readString()
      case "path": path = try JSONPath(pointer: try reader.readString())
      case "from": from = try JSONPath(pointer: try reader.readString())
      case "value": value = Array(try reader.rawValue())
      case "old": old = Array(try reader.rawValue())
      case "after": after = Array(try reader.rawValue())
      default: try reader.skipValue()
      }
    }
    self.init(name, path, value: value, old: old)
    self.from = from
    self.after = after
  }

  var bytes: [UInt8] { written(path, from) }

  func written(at target: Target, from source: Target?) -> [UInt8] { written(target.path, source?.path) }

  private func written(_ path: JSONPath, _ from: JSONPath?) -> [UInt8] {
    var writer = JSONWriter(capacity: 64)
    writer.literal("{\"op\":")
    writer.write(name)
    if let from {
      writer.literal(",\"from\":")
      writer.write(from.pointer)
    }
    writer.literal(",\"path\":")
    writer.write(path.pointer)
    func add(_ key: StaticString, _ json: [UInt8]?) {
      guard let json else { return }
      writer.literal(key)
      json.withUnsafeBytes { writer.raw($0) }
    }
    add(",\"after\":", after)
    add(",\"value\":", value)
    add(",\"old\":", old)
    writer.literal("}")
    return writer.withBytes { Array($0) }
  }
}
