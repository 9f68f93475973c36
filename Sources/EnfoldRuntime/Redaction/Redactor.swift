// Redactor: takes redacted values out of actions, states, patches, requests and messages, before anybody reads them.
import EnfoldJSON

/// What is redacted in the stores of one feature: by the patterns of the runtime, and by the marks of the feature's schemas. Never
/// changes. A runtime has one, too, with the patterns alone.
final class Redactor: Sendable {
  let graph: RedactionGraph
  /// The graph with all edges, to which the marks of a feature are added.
  private let unpruned: RedactionGraph
  /// Whether nothing is redacted. Then nobody need call it.
  let isEmpty: Bool
  /// Whether the ids of elements, which entries of a trace and records of the log call their row, may be redacted.
  let hidesRows: Bool
  /// That of the runtime.
  let watch: RedactionWatch

  /// What stands for a redacted value.
  static let value = Array("\"\(MessageMask.replacement)\"".utf8)

  private init(_ graph: RedactionGraph, _ watch: RedactionWatch, hidesRows: Bool = false) {
    var whole = graph
    whole.addPayloads()
    let pruned = whole.pruned
    self.graph = pruned
    unpruned = graph
    self.watch = watch
    self.hidesRows = hidesRows
    isEmpty = RedactionGraph.Root.allCases.allSatisfy { pruned.places(of: $0).isEmpty }
  }

  /// That of a runtime.
  convenience init(_ patterns: [RedactionPattern]) {
    var graph = RedactionGraph()
    for pattern in patterns { graph.add(pattern) }
    self.init(graph, RedactionWatch())
  }

  /// This redactor with what the schemas of a feature say, or this one itself if that changes nothing.
  ///
  /// - Parameters:
  ///   - state: JSON Schemas, which nobody has checked; nil if there is none.
  ///   - requests: a JSON array as the extension "enfold.declares" gives it.
  func marked(state: String?, action: String?, requests: String?) -> Redactor {
    let hasMarks = [state, action, requests].contains {
      $0.map { RedactionMarks.mayBe(in: $0, for: unpruned) } ?? false
    }
    if isEmpty, !hasMarks { return self }
    let hidesRows = RedactedRows.mayBe(in: unpruned, state, action)
    if !hasMarks, !hidesRows { return self }
    var marked = unpruned
    if let state { RedactionMarks.add(state, at: RedactionGraph.Root.state.rawValue, to: &marked) }
    if let action { RedactionMarks.add(action, at: RedactionGraph.Root.action.rawValue, to: &marked) }
    if let requests { marked.add(requests: requests) }
    return Redactor(marked, watch, hidesRows: hidesRows)
  }

  // MARK: Values. Each gives nil if nothing had to be redacted.

  func action(_ text: UnsafeRawBufferPointer) -> [UInt8]? { value(text, graph.places(of: .action)) }

  /// - Parameter pointer: where in the state the value stands.
  func state(_ text: UnsafeRawBufferPointer, at pointer: UnsafeRawBufferPointer? = nil) -> [UInt8]? {
    value(text, statePlaces(at: pointer))
  }

  /// What a dependency gave.
  func dependency(_ name: String, _ text: UnsafeRawBufferPointer) -> [UInt8]? {
    value(text, graph.step(graph.places(of: .dependencies), name))
  }

  /// The payload of a request, or an answer.
  func request(_ name: String, _ text: UnsafeRawBufferPointer) -> [UInt8]? { value(text, requestPlaces(name)) }

  /// A value at places. A text that is not JSON is redacted as a whole: nobody knows what is in it.
  func value(_ text: UnsafeRawBufferPointer, _ places: RedactionGraph.Places) -> [UInt8]? {
    if places.isEmpty || text.isEmpty { return nil }
    if places.isRedacted { return Self.value }
    let scan = scan(text, .value(places))
    if scan.damage != nil { return Self.value }
    if scan.found.isEmpty { return nil }
    var result: [UInt8] = []
    result.reserveCapacity(text.count)
    var end = 0
    for range in scan.found {
      result += text[end..<range.lowerBound]
      result += Self.value
      end = range.upperBound
    }
    result += text[end...]
    return result
  }

  /// Where a JSON Pointer leads in states. A text that is none leads to a redacted place, if there are any.
  func statePlaces(at pointer: UnsafeRawBufferPointer?) -> RedactionGraph.Places {
    let places = graph.places(of: .state)
    guard let pointer, pointer.count > 0, !places.isEmpty else { return places }
    guard let path = try? JSONPath(pointer: pointer) else { return RedactionGraph.Places.whole }
    return graph.walk(places, along: path).places
  }

  func requestPlaces(_ name: String) -> RedactionGraph.Places { graph.step(graph.places(of: .requests), name) }

  // MARK: Messages

  /// A message about a text, without the redacted values of the text.
  func message(_ message: String, about text: UnsafeRawBufferPointer, as start: RedactionStart) -> String {
    var mask = MessageMask(message)
    hide(in: &mask, text, scan(text, start))
    return mask.masked ?? message
  }

  /// Whether a text has redacted values, or may have some.
  func isTouching(_ text: UnsafeRawBufferPointer, _ start: RedactionStart) -> Bool {
    let scan = scan(text, start)
    return scan.damage != nil || !scan.found.isEmpty || !scan.misshapen.isEmpty
  }

  /// What is redacted in a text.
  func scan(_ text: UnsafeRawBufferPointer, _ start: RedactionStart) -> RedactionScan {
    var scan = RedactionScan(text, graph)
    if !start.places.isEmpty { scan.run(from: start.places, isBatch: start.isBatch) }
    return scan
  }

  /// Hides the redacted values of a text in a message. Of a text that is not JSON: also everything behind the mistake. And also
  /// values that stand around a redacted place and are no arrays or objects, because somebody may have put the value there.
  ///
  /// - Parameter scan: that of the text.
  func hide(in mask: inout MessageMask, _ text: UnsafeRawBufferPointer, _ scan: RedactionScan) {
    for range in scan.found + scan.misshapen { mask.hide(value: UnsafeRawBufferPointer(rebasing: text[range])) }
    guard let damage = scan.damage else { return }
    // The last redacted value may be the mistake itself. So everything from its beginning on is hidden.
    let start = min(scan.found.last?.lowerBound ?? damage, damage, text.count)
    mask.hide(damaged: UnsafeRawBufferPointer(rebasing: text[start...]))
  }
}

/// What a text is, about which there may be a message.
struct RedactionStart {
  fileprivate(set) var places: RedactionGraph.Places
  /// Whether the text is an array, and the places are those of its elements.
  fileprivate(set) var isBatch = false

  static func value(_ places: RedactionGraph.Places) -> Self { Self(places: places) }
  static func batch(_ places: RedactionGraph.Places) -> Self { Self(places: places, isBatch: true) }
}

extension RedactionGraph {
  /// Where an action stands that is put behind the beginning of a template.
  func actionPlaces(behind head: UnsafeRawBufferPointer) -> Places {
    if head.isEmpty { return places(of: .action) }
    var scan = RedactionScan(head, self)
    scan.run(from: places(of: .action))
    return scan.next
  }

  /// The marks of the requests that a feature declares.
  fileprivate mutating func add(requests text: String) {
    guard RedactionMarks.mayBe(in: text, for: self) else { return }
    guard let document = try? JSONValue(parsing: text, limits: .greatest), case .array(let requests) = document else {
      return self[Root.requests.rawValue].isRedacted = true
    }
    for (index, request) in requests.enumerated() {
      guard case .string(let name) = request["name"] else { continue }
      let node = addNode()
      let declared = self[Root.requests.rawValue].members[ExactText(name)]
      if let declared { self[node].same.append(declared) }
      self[Root.requests.rawValue].members[ExactText(name)] = node
      for keyword in ["payload", "answer"] {
        guard let schema = document[JSONPath(tokens: ["\(index)", keyword])] else { continue }
        RedactionMarks.add(schema, .root, at: node, to: &self)
      }
    }
  }
}
