// RedactedRows: whether the ids of the elements of a feature's lists may be redacted.
import EnfoldJSON

/// An entry of a trace and a record of the log tell the id of an element, but not the list and the property that it comes from. So
/// this asks of all lists of a feature whether something redacted may be an id.
///
/// The id of an element with a property `id` is this property. Without one it is computed, and everything in the element may be
/// the id: `var id: String { email }`. In an action the id stands beside the action of the element.
struct RedactedRows {
  private let graph: RedactionGraph
  private let isUseful: [Bool]

  private static let greatestCount = 65_536

  /// - Parameters:
  ///   - graph: the patterns of a runtime.
  ///   - state: a JSON Schema, which nobody has checked; nil if there is none. Without one every list may have ids.
  static func mayBe(in graph: RedactionGraph, _ state: String?, _ action: String?) -> Bool {
    var graph = graph
    for (root, schema) in [(RedactionGraph.Root.state, state), (.action, action)] {
      if let document = schema.flatMap({ try? JSONValue(parsing: $0, limits: .greatest) }) {
        RedactionMarks.add(document, .root, at: root.rawValue, to: &graph)
      } else if !graph.places(of: root).isEmpty {
        return true
      }
    }
    let rows = RedactedRows(graph: graph, isUseful: graph.usefulNodes)
    return rows.finds(.state) { rows.isListWithID($0, isInside: $1) }
      || rows.finds(.action) { rows.isActionWithID($0, isInside: $1) }
  }

  /// Whether there is such a place among all that have something redacted in them, or stand in something redacted.
  private func finds(_ root: RedactionGraph.Root, _ isFound: (RedactionGraph.Places, Bool) -> Bool) -> Bool {
    var waiting = [(graph.places(of: root), false)]
    var seen: Set<Step> = []
    while let (places, isInside) = waiting.popLast() {
      guard isInside || isTouched(places) else { continue }
      guard seen.insert(Step(nodes: Set(places.nodes), isInside: isInside)).inserted else { continue }
      if seen.count > Self.greatestCount || isFound(places, isInside || places.isRedacted) { return true }
      let names = Set(places.nodes.flatMap { graph.nodes[$0].members.keys })
      let all = names.map { graph.step(places, $0.text) } + [elements(of: places)]
      waiting += all.map { ($0, isInside || places.isRedacted) }
    }
    return false
  }

  private struct Step: Hashable {
    let nodes: Set<Int>
    let isInside: Bool
  }

  private func isListWithID(_ places: RedactionGraph.Places, isInside: Bool) -> Bool {
    guard places.nodes.contains(where: { graph.nodes[$0].isList }) else { return false }
    let element = elements(of: places)
    let nodes = element.nodes.map { graph.nodes[$0] }
    if nodes.contains(where: \.isScalar), nodes.allSatisfy(\.members.isEmpty) { return false }
    if isInside || element.isRedacted { return true }
    return isTouched(has("id", element) ? graph.step(element, "id") : element)
  }

  private func isActionWithID(_ places: RedactionGraph.Places, isInside: Bool) -> Bool {
    for (id, action) in [("id", "action"), ("_0", "_1")] where has(id, places) && has(action, places) {
      if isInside || isTouched(graph.step(places, id)) { return true }
    }
    return false
  }

  private func isTouched(_ places: RedactionGraph.Places) -> Bool {
    places.isRedacted || places.nodes.contains { isUseful[$0] }
  }

  /// Whether a schema or a pattern has a member of this name there.
  private func has(_ name: String, _ places: RedactionGraph.Places) -> Bool {
    places.nodes.contains { graph.nodes[$0].members[ExactText(name)] != nil }
  }

  private func elements(of places: RedactionGraph.Places) -> RedactionGraph.Places {
    graph.step(places, "-", isToken: true)
  }
}
