// ChangeWalk: visits @ObservableState structs.

extension ChangeWalk {
  /// Visits the state of a store.
  ///
  /// - Parameter isReplaced: whether it descends from another content than that of the last commit.
  @inlinable @inline(__always)
  public mutating func visit<State: ObservableState>(root state: State, in tree: ObservationTree, isReplaced: Bool) {
    if isReplaced {
      replaced(state, at: tree.root)
    } else if State._$propertyCount == 0 {
      state._$visitReported(&self, tree.root)
    } else {
      written(state, state._$written, at: tree.root)
    }
  }

  /// Visits a nested state.
  @inlinable
  mutating func visit<State: ObservableState>(_ state: State, at node: ObservationNode?, _ flags: ChangeFlags) {
    if isReplaced || state._$changes.stamp == 0 { return replaced(state, at: node, flags) }
    let bits = state._$written
    if bits != 0 || flags.contains(.forced) { written(state, bits, at: node, flags) }
  }

  /// Visits a state of which some properties were written.
  @inlinable @inline(__always) mutating func written<State: ObservableState>(
    _ state: State, _ bits: UInt64, at node: ObservationNode?, _ flags: ChangeFlags = .changed
  ) {
    guard let node else { return visitAll(state, bits, at: nil) }
    if !node.hasInterests, !isPatching {
      reach(node)
      if node.hasChildren { visitObserved(state, bits, at: node) }
      return
    }
    writtenAndTold(state, bits, at: node, flags)
  }

  /// Does the same if the node has interests, or if a listener above it wants the operations.
  @inlinable mutating func writtenAndTold<State: ObservableState>(
    _ state: State, _ bits: UInt64, at node: ObservationNode, _ flags: ChangeFlags
  ) {
    let isForced = node.hasInterests && state._$countsAssignment(bits)
    let listening = listen(state, at: node, isForced ? [flags, .forced] : flags)
    if isPatching {
      visitAll(state, bits, at: node)
    } else if node.hasChildren {
      visitObserved(state, bits, at: node)
    }
    stopListening(listening)
  }

  /// Visits a state that stands in the place of another one: it was replaced as a whole.
  @inlinable mutating func replaced<State: ObservableState>(
    _ state: State, at node: ObservationNode?, _ flags: ChangeFlags = .changed
  ) {
    // A state without properties counts as one value. (The state of a reducer that is written in C has none.)
    if State._$propertyCount == 0 { return changed(state, at: node, flags) }
    let isForced = (node?.hasInterests ?? false) && state._$countsAssignment(.max)
    replace(state, at: node, isForced ? [flags, .forced] : flags)
    guard let node, node.hasChildren else { return }
    withoutOuterListeners(replaced: true) { walk in walk.visitObserved(state, .max, at: node) }
  }

  /// Visits the written properties that are observed.
  @inlinable
  mutating func visitObserved<State: ObservableState>(_ state: State, _ bits: UInt64, at node: ObservationNode) {
    var property = node.firstProperty(of: State.self)
    while let node = property {
      if node.mask & bits != 0 { state._$visit(Int(node.contents.pointee.propertyIndex), &self, node) }
      property = node.nextProperty
    }
  }

  /// Visits all written properties.
  @inlinable mutating func visitAll<State: ObservableState>(_ state: State, _ bits: UInt64, at node: ObservationNode?) {
    var rest = bits
    while rest != 0 {
      let index = rest.trailingZeroBitCount
      rest &= rest &- 1
      // Bit 63 stands for property 63 and all that follow.
      for propertyIndex in index..<(index == 63 ? State._$propertyCount : index + 1) {
        state._$visit(propertyIndex, &self, node?.property(propertyIndex, of: State.self))
      }
    }
  }

  // MARK: Listening

  /// The reports of a node while the operations below it are collected.
  @usableFromInline struct Listening {
    @usableFromInline var reports = 0..<0
    @usableFromInline var isListener = false
    @inlinable init() {}
  }

  /// Reports a value that was changed inside. The interests that want patches get the operations from now on.
  @inlinable
  mutating func listen<T: JSONEncodable>(_ value: T, at node: ObservationNode, _ flags: ChangeFlags) -> Listening {
    var listening = Listening()
    reach(node)
    guard node.hasInterests else { return listening }
    let first = reports.count
    report(
      node, flags, needsValue(node) ? encode(value) : .none, operations: operations.count..<operations.count,
      listener: listeners)
    if node.wantsPatch {
      listeners += 1
      listening.isListener = true
      listening.reports = first..<reports.count
    }
    return listening
  }

  @inlinable mutating func stopListening(_ listening: Listening) {
    guard listening.isListener else { return }
    listeners -= 1
    for index in listening.reports where reports[index].options.contains(.patch) {
      reports[index].operations = reports[index].operations.lowerBound..<operations.count
    }
  }
}
