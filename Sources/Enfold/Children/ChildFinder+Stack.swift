// ChildFinder: the screens of a stack.

extension ChildFinder {
  @inlinable init<State, Element>(stack: WritableKeyPath<State, StackState<Element>>) {
    let access = InPlace(stack).access
    self.init(
      child: { state, id, body in
        guard let id = id?.base as? StackElementID,
          let element = state.assumingMemoryBound(to: State.self).pointee[keyPath: stack][id: id]
        else { return }
        withUnsafePointer(to: element) { body($0) }
      },
      modify: { state, id, body in
        guard let id = id?.base as? StackElementID else { return false }
        var isThere = false
        access(&state.assumingMemoryBound(to: State.self).pointee) { stack in
          isThere = stack.modify(id) { element in withUnsafeMutablePointer(to: &element) { body($0) } }
        }
        return isThere
      },
      mayBeAbsent: true,
      // Few screens are open at a time: they are looked for one by one.
      ids: { _, _, _ in nil })
  }
}

extension StackState {
  /// Changes the element with an id in place. False if it is not there.
  @inlinable mutating func modify(_ id: StackElementID, _ body: (inout Element) -> Void) -> Bool {
    guard let position = list.index(id: id) else { return false }
    body(&list[position].state)
    return true
  }
}
