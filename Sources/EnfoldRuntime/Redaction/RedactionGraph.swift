// RedactionGraph: which places of states, actions and requests are redacted: nodes, and edges that follow the JSON.
import EnfoldJSON

/// A graph through which one walks as one walks into a JSON value: from a root, along the names of members and the indices of
/// elements. A place is redacted if one of the nodes says so to which its path leads.
///
/// It is a graph and not a list of paths, because a schema may refer to itself: then there are places at every depth.
struct RedactionGraph: Sendable {
  /// What a text is. The raw value is the index of the node at which it begins.
  enum Root: Int, CaseIterable {
    case state, action
    /// An object with a member for each request, of which the payload and the answers are the value.
    case requests
    /// An object with a member for each dependency, of which what it gives is the value.
    case dependencies
    /// The options of `enfold_store_open`, which have a state; those of `enfold_store_set`, which have an action; and those of
    /// `enfold_store_send_with`. What is given to dependencies is in the first and the last.
    case openOptions, setOptions, sendOptions
  }

  struct Node {
    var isRedacted = false
    /// Where the members of these names lead; ``nowhere`` for a member in which nothing is redacted.
    var members: [ExactText: Int] = [:]
    /// Where every other member and element leads.
    var others: [Int] = []
    /// Where every member and element leads.
    var all: [Int] = []
    /// Nodes that stand for the same value.
    var same: [Int] = []
    /// Whether a schema says that it is a list, or that it is a text, a number or a boolean.
    var isList = false
    var isScalar = false
  }

  static let nowhere = -1

  private(set) var nodes: [Node]
  /// Whether a pattern of the host leads into states.
  private(set) var hasStatePatterns = false

  init() {
    nodes = Root.allCases.map { _ in Node() }
    nodes[Root.openOptions.rawValue].members[ExactText("state")] = Root.state.rawValue
    nodes[Root.setOptions.rawValue].members[ExactText("action")] = Root.action.rawValue
    // A list of objects, each with what one dependency is given.
    let given = addNode()
    nodes[given].others = [Root.dependencies.rawValue]
    for root in [Root.openOptions, .sendOptions] {
      nodes[root.rawValue].members[ExactText("dependencies")] = given
    }
  }

  // MARK: Building

  mutating func addNode() -> Int {
    nodes.append(Node())
    return nodes.count - 1
  }

  subscript(node: Int) -> Node {
    get { nodes[node] }
    set { nodes[node] = newValue }
  }

  /// Whatever matches a pattern is redacted.
  mutating func add(_ pattern: RedactionPattern) {
    if pattern.root == .state { hasStatePatterns = true }
    var node = pattern.root.rawValue
    for token in pattern.tokens {
      switch token {
      case .any:
        // The patterns have been added before anything else, so that this edge, if there is one, is that of a pattern.
        let next = nodes[node].all.first ?? addNode()
        nodes[node].all = [next]
        node = next
      case .name(let name):
        let next = nodes[node].members[ExactText(name)] ?? addNode()
        nodes[node].members[ExactText(name)] = next
        node = next
      }
    }
    nodes[node].isRedacted = true
  }

  /// Of each node, whether something is redacted there or below.
  var usefulNodes: [Bool] {
    var before: [[Int]] = nodes.map { _ in [] }
    for (index, node) in nodes.enumerated() {
      for next in [Array(node.members.values), node.others, node.all, node.same].joined() { before[next].append(index) }
    }
    var waiting = nodes.indices.filter { nodes[$0].isRedacted }
    var isUseful = nodes.map(\.isRedacted)
    while let node = waiting.popLast() {
      for previous in before[node] where !isUseful[previous] {
        isUseful[previous] = true
        waiting.append(previous)
      }
    }
    return isUseful
  }

  /// This graph without the edges behind which nothing is redacted. So a walk soon leads nowhere, and ends.
  var pruned: RedactionGraph {
    let isUseful = usefulNodes
    var pruned = self
    for index in nodes.indices {
      // A name keeps its entry: it is none of the others.
      pruned.nodes[index].members = nodes[index].members.mapValues { isUseful[$0] ? $0 : Self.nowhere }
      pruned.nodes[index].others.removeAll { !isUseful[$0] }
      pruned.nodes[index].all.removeAll { !isUseful[$0] }
      pruned.nodes[index].same.removeAll { !isUseful[$0] }
    }
    return pruned
  }

  /// An action may also be written as {"type":"login","payload":…}. So what is redacted in the values of any action is redacted in a
  /// payload. Called when everything was added.
  mutating func addPayloads() {
    let action = nodes[Root.action.rawValue]
    let payload = ExactText("payload")
    let node = addNode()
    nodes[node].same = Array(action.members.values) + action.others + action.all
    nodes[Root.action.rawValue].members[payload] = node
  }

  // MARK: Walking

  /// The nodes to which a path has led. Empty: nothing is redacted here and below.
  struct Places {
    fileprivate(set) var nodes: [Int] = []
    /// Whether the whole value is redacted.
    fileprivate(set) var isRedacted = false
    var isEmpty: Bool { !isRedacted && nodes.isEmpty }
    /// Whether an action stands here.
    var isAction: Bool { nodes.contains(Root.action.rawValue) }

    /// The whole value is redacted.
    static let whole = Places(isRedacted: true)
  }

  func places(of root: Root) -> Places {
    var places = Places()
    add(root.rawValue, to: &places)
    // Roots without anything redacted are nodes all the same.
    return places.isRedacted || places.nodes.contains { leadsOn(nodes[$0]) } ? places : Places()
  }

  private func leadsOn(_ node: Node) -> Bool {
    !node.others.isEmpty || !node.all.isEmpty || node.members.values.contains { $0 != Self.nowhere }
  }

  /// One step into a value.
  ///
  /// - Parameter isToken: whether the name is the token of a pointer. Then `-` and `id=7` may stand for any element.
  func step(_ places: Places, _ name: String, isToken: Bool = false) -> Places {
    var next = Places()
    let isAnyElement = isToken && (name == "-" || JSONPath.Token(name).isSelector)
    let name = ExactText(name)
    for index in places.nodes {
      let node = nodes[index]
      let named = node.members.isEmpty ? nil : node.members[name]
      if let named, named != Self.nowhere { add(named, to: &next) }
      if named == nil || isAnyElement { for other in node.others { add(other, to: &next) } }
      for each in node.all { add(each, to: &next) }
      guard isAnyElement else { continue }
      for (member, target) in node.members where target != Self.nowhere && JSONPath.Token(member.text).index != nil {
        add(target, to: &next)
      }
    }
    return next
  }

  /// The places at a path, and how many of its tokens lead there: fewer than there are if something around it is redacted.
  func walk(_ places: Places, along path: JSONPath) -> (places: Places, depth: Int) {
    var places = places
    for depth in 0..<path.count {
      if places.isRedacted || places.isEmpty { return (places, depth) }
      places = step(places, path[depth].text, isToken: true)
    }
    return (places, path.count)
  }

  /// Adds a node and all that stand for the same value.
  private func add(_ node: Int, to places: inout Places) {
    var waiting = [node]
    while let next = waiting.popLast() {
      if places.nodes.contains(next) { continue }
      places.nodes.append(next)
      if nodes[next].isRedacted { places.isRedacted = true }
      waiting += nodes[next].same
    }
  }
}
