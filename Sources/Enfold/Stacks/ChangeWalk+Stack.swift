// ChangeWalk: visits screens of stacks whose states have records.

extension ChangeWalk {
  /// Visits an element of a stack that was written, or that may be another one now.
  @usableFromInline mutating func visit<State: ObservableState>(
    screen element: StackElement<State>, at node: ObservationNode?
  ) {
    let inside = node?.child(JSONPath.Token("state"))
    if isReplaced || element._$changes.stamp == 0 {
      replace(element, at: node, .changed)
      guard let node, node.hasChildren else { return }
      return withoutOuterListeners(replaced: true) { walk in
        if let id = node.child(JSONPath.Token("id")) { walk.changed(element.id, at: id) }
        if let inside { walk.visit(element.state, at: inside, .changed) }
      }
    }
    guard element._$written != 0 else { return }
    let listening = node.map { listen(element, at: $0, .changed) } ?? Listening()
    let token: StaticString = "/state"
    if isPatching || inside != nil { at(token) { $0.visit(element.state, at: inside, .changed) } }
    stopListening(listening)
  }
}
