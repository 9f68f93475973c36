// ChangeWalk: the walk through a state that has no change records, along the places that were reported as changed.
import EnfoldJSON

extension ChangeWalk {
  /// Visits the interests that the places concern: those at, inside and around them. Nothing else is written.
  ///
  /// - Parameters:
  ///   - state: writes the value at each path.
  ///   - places: see ``ReportedPlaces``.
  package mutating func visit<State: JSONEncodable>(
    _ state: State, reported places: [JSONPath], _ known: KnownTexts, at root: ObservationNode
  ) {
    known.forget { root.find($0)?.wantsPatch ?? false }
    visit(state, places, known, at: root, isWhole: places.contains(where: \.isEmpty))
  }

  /// - Parameters:
  ///   - places: those that this node is on the way to.
  ///   - isWhole: whether the whole value at this node may be another one.
  private mutating func visit<State: JSONEncodable>(
    _ state: State, _ places: [JSONPath], _ known: KnownTexts, at node: ObservationNode, isWhole: Bool
  ) {
    tellReported(state, isWhole ? nil : places, known, at: node)
    let depth = node.path.count
    for child in node.children {
      guard let token = child.path.last else { continue }
      if isWhole {
        visit(state, [], known, at: child, isWhole: true)
        continue
      }
      let inside = places.filter { $0.dropFirst(depth).first == token }
      // Nobody knows which element a selector selects, so it is concerned by all.
      let isSelected = inside.isEmpty && token.selector != nil && !places.isEmpty
      if inside.isEmpty, !isSelected { continue }
      visit(state, inside, known, at: child, isWhole: isSelected || inside.contains { $0.count == depth + 1 })
    }
  }

  /// Reports to the interests at a node.
  ///
  /// - Parameter places: the places inside that changed; nil if everything may have.
  private mutating func tellReported<State: JSONEncodable>(
    _ state: State, _ places: [JSONPath]?, _ known: KnownTexts, at node: ObservationNode
  ) {
    let path = node.path
    let wantsPatch = node.hasInterests && node.wantsPatch
    guard node.hasInterests, wantsPatch || needsValue(node) else { return tell(node, .changed, .none) }
    var value = TextRange.none
    if needsValue(node) || places == nil || !known.knows(path) {
      value = write(state, at: path)
      if value.isNone {
        known.forget(path)
        return tell(node, [.changed, .removed], .none)
      }
    }
    guard wantsPatch else { return tell(node, .changed, value) }
    var found: [TextTree.Operation]?
    if let places, known.knows(path) {
      var values: [(place: JSONPath, text: [UInt8]?)] = []
      for place in places {
        let text = write(state, at: place)
        values.append((place.dropFirst(path.count), text.isNone ? nil : bytes(text)))
      }
      found = known.change(path, values)
    }
    if found == nil, !texts.hasFailed {
      if value.isNone {
        value = write(state, at: path)
        if value.isNone { return tell(node, [.changed, .removed], .none) }
      }
      found = known.replace(path, by: bytes(value))
    }
    // What has failed somewhere in this text is not told.
    if texts.hasFailed { return tell(node, .changed, TextRange(0, texts.count)) }
    guard let found else { return tell(node, .changed, value) }
    // Equal values are no change.
    if found.isEmpty { return }
    node.contents.pointee.reached = revision
    let start = operations.count
    for (kind, pointer, value) in found { addOperation(kind, pointer, value) }
    report(node, .changed, value, operations: start..<operations.count, listener: .max)
  }

  /// Writes down the value at a path; none if nothing is there.
  private mutating func write<State: JSONEncodable>(_ state: State, at path: JSONPath) -> TextRange {
    let start = texts.count
    let isThere = state.writeJSON(at: path, to: &texts)
    let end = texts.count
    texts.raw(0)
    return isThere ? TextRange(start, end) : .none
  }
}

extension ObservationNode {
  /// Whether somebody wants the operations below this node.
  fileprivate var wantsPatch: Bool { contents.pointee.now.patches + contents.pointee.later.patches > 0 }

  /// The node at a path below this one, which is the root.
  fileprivate func find(_ path: JSONPath) -> ObservationNode? {
    var node = self
    for depth in 0..<path.count {
      guard let token = path.dropFirst(depth).first, let child = node.contents.pointee.children[token] else { return nil }
      node = child
    }
    return node
  }
}
