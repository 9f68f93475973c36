// ChangeWalk: the walk through a state that has no change records, along the places that were reported as changed.
import Enfold
import EnfoldJSON

extension ChangeWalk {
  /// Writes the value at a path. False, with nothing written, if nothing is there.
  typealias WriteValue = (_ path: JSONPath, _ writer: inout JSONWriter) -> Bool

  /// Visits the interests at, inside and around the reported places, and writes no other value. Then forgets the
  /// places.
  mutating func visit(_ reported: ReportedChanges, at root: ObservationNode, _ write: WriteValue) {
    reported.known.forget { root.find($0)?.wantsPatch ?? false }
    visit(reported, reported.selectAll(), at: root, isWhole: reported.places.isWhole, write)
    reported.finish()
  }

  /// - Parameters:
  ///   - inside: the places that this node is on the way to.
  ///   - isWhole: whether the whole value at this node may be another one.
  private mutating func visit(
    _ reported: ReportedChanges, _ inside: Range<Int>, at node: ObservationNode, isWhole: Bool, _ write: WriteValue
  ) {
    tell(isWhole ? nil : inside, of: reported, at: node, write)
    if !node.hasChildren { return }
    for child in node.children {
      if isWhole {
        visit(reported, inside, at: child, isWhole: true, write)
        continue
      }
      let token = child.token
      let (found, isReported) = reported.select(token, among: inside)
      // Nobody knows which element a selector selects, so it is concerned by all.
      let isSelected = found.isEmpty && !inside.isEmpty && token.isSelector
      if isSelected || !found.isEmpty { visit(reported, found, at: child, isWhole: isSelected || isReported, write) }
      reported.deselect(found)
    }
  }

  /// Reports to the interests at a node.
  ///
  /// - Parameter places: the places inside that changed; nil if everything may have.
  private mutating func tell(
    _ places: Range<Int>?, of reported: ReportedChanges, at node: ObservationNode, _ write: WriteValue
  ) {
    guard node.hasInterests else { return tell(node, .changed, .none) }
    if node.wantsPatch { return tellPatch(places, of: reported, at: node, write) }
    guard needsValue(node) else { return tell(node, .changed, .none) }
    let value = text(at: node.path, write)
    tell(node, value.isNone ? [.changed, .removed] : .changed, value)
  }

  private mutating func tellPatch(
    _ places: Range<Int>?, of reported: ReportedChanges, at node: ObservationNode, _ write: WriteValue
  ) {
    let (path, known) = (node.path, reported.known)
    var value = TextRange.none
    if needsValue(node) || places == nil || !known.knows(path) {
      value = text(at: path, write)
      if value.isNone {
        known.forget(path)
        return tell(node, [.changed, .removed], .none)
      }
    }
    var found: [TextTree.Operation]?
    if let places, known.knows(path) {
      var values: [(place: JSONPath, text: [UInt8]?)] = []
      for place in reported.paths(places) {
        let text = text(at: place, write)
        values.append((place.dropFirst(path.count), text.isNone ? nil : bytes(text)))
      }
      found = known.change(path, values)
    }
    if found == nil, !texts.hasFailed {
      if value.isNone {
        value = text(at: path, write)
        if value.isNone { return tell(node, [.changed, .removed], .none) }
      }
      found = known.replace(path, by: bytes(value))
    }
    // If a value could not be written, this report covers the whole text, so that `removeFailed` drops it.
    if texts.hasFailed { return tell(node, .changed, TextRange(0, texts.count)) }
    guard let found else { return tell(node, .changed, value) }
    // Equal values are no change.
    if found.isEmpty { return }
    reach(node)
    let start = operations.count
    for (kind, pointer, value) in found { addOperation(kind, pointer, value) }
    report(node, .changed, value, operations: start..<operations.count, listener: .max)
  }

  /// Writes down the value at a path; none if nothing is there.
  private mutating func text(at path: JSONPath, _ write: WriteValue) -> TextRange {
    let start = texts.count
    let isThere = write(path, &texts)
    let end = texts.count
    texts.raw(0)
    return isThere ? TextRange(start, end) : .none
  }
}

extension ObservationNode {
  /// The node at a path below this one, which is the root.
  fileprivate func find(_ path: JSONPath) -> ObservationNode? {
    var node = self
    for depth in 0..<path.count {
      guard let token = path.dropFirst(depth).first, let child = node.child(token) else { return nil }
      node = child
    }
    return node
  }
}
