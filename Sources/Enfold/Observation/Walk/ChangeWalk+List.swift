// ChangeWalk: visits IdentifiedArrays. Their records say which elements were written, came, moved and left.
import OrderedCollections

extension ChangeWalk {
  /// Visits a list.
  ///
  /// - Parameter visitElement: visits an element that was written, or that may be another one now.
  @inlinable mutating func visit<ID, Element: JSONEncodable>(
    _ list: IdentifiedArray<ID, Element>, at node: ObservationNode?, _ flags: ChangeFlags,
    _ visitElement: (Element, inout ChangeWalk, ObservationNode?) -> Void
  ) {
    guard !isReplaced, let changes = list.changes else {
      replace(list, at: node, flags)
      guard let node, node.hasChildren else { return }
      return node.elements(of: list) { $0.place(of: $1) }._withUnsafeGuaranteedRef { elements in
        withoutOuterListeners(replaced: true) { $0.visitObserved(list, elements, from: 0, visitElement) }
      }
    }
    guard changes.hasEdits || flags.contains(.forced) else { return }
    let listening = node.map { listen(list, at: $0, flags) } ?? Listening()
    if let node, node.hasChildren {
      visit(changes, of: list, node.elements(of: list) { $0.place(of: $1) }, visitElement)
    } else if isPatching {
      visit(changes, of: list, nil, visitElement)
    }
    stopListening(listening)
  }

  /// Visits the elements of a list that were edited. The node has `elements`, and outlives the walk: so nobody retains them.
  @inlinable @inline(__always) mutating func visit<ID, Element: JSONEncodable>(
    _ changes: ElementChanges<ID, Element>, of list: IdentifiedArray<ID, Element>,
    _ elements: Unmanaged<ElementNodes<ID>>?, _ visitElement: (Element, inout ChangeWalk, ObservationNode?) -> Void
  ) {
    if changes.pieces.isRestructured {
      return visitRestructured(list, changes, elements?.takeUnretainedValue(), visitElement)
    }
    visitWritten(list, changes, elements, below: .max, visitElement)
    elements?._withUnsafeGuaranteedRef {
      if !changes.departed.isEmpty { visitDeparted(list, $0) }
      visitOthers(list, $0, visitElement)
    }
  }

  /// Visits a list in which elements also came, moved or left.
  @inlinable @inline(never) mutating func visitRestructured<ID, Element: JSONEncodable>(
    _ list: IdentifiedArray<ID, Element>, _ changes: ElementChanges<ID, Element>, _ elements: ElementNodes<ID>?,
    _ visitElement: (Element, inout ChangeWalk, ObservationNode?) -> Void
  ) {
    if isPatching {
      changes.pieces.forEachRemoved { position in at(position) { $0.operation(.remove, .none) } }
      changes.pieces.forEachInserted { position in at(position) { $0.operation(.add, $0.encode(list[position])) } }
    }
    guard let elements else {
      if isPatching { visitWritten(list, changes, nil, below: .max, visitElement) }
      return
    }
    let firstShift = changes.pieces.firstShift ?? list.count
    visitWritten(list, changes, .passUnretained(elements), below: firstShift, visitElement)
    visitDeparted(list, elements)
    // An element that moved may have been written, but was not replaced. A new one has stamp 0: `visitElement` sees it.
    withoutOuterListeners(replaced: false) { walk in
      changes.pieces.forEachInserted { position in
        let node = walk.find(list.id(at: position), elements)
        if let node { walk.atElement(position) { visitElement(list[position], &$0, node) } }
      }
    }
    withoutOuterListeners(replaced: true) { $0.visitPositions(list, elements, from: firstShift, visitElement) }
    visitOthers(list, elements, visitElement)
  }

  /// Visits the elements that were written where they stand.
  ///
  /// - Parameter limit: the nodes of positions from here on are left out.
  @inlinable mutating func visitWritten<ID, Element: JSONEncodable>(
    _ list: IdentifiedArray<ID, Element>, _ changes: ElementChanges<ID, Element>,
    _ elements: Unmanaged<ElementNodes<ID>>?, below limit: Int,
    _ visitElement: (Element, inout ChangeWalk, ObservationNode?) -> Void
  ) {
    changes.forEachWritten { position in
      let byID = elements?._withUnsafeGuaranteedRef {
        $0.keyed.isEmpty ? nil : find(list.id(at: position), $0)
      }
      let byPosition = position < limit ? elements?._withUnsafeGuaranteedRef { $0[position: position] } : nil
      if isPatching || byID != nil {
        at(position) { $0.atElement(position) { visitElement(list[position], &$0, byID) } }
      }
      if let byPosition { withoutOuterListeners(replaced: false) { visitElement(list[position], &$0, byPosition) } }
    }
  }

  /// Finds the node for an id, and tells observers in Swift of equal ids that are written in another way: they find an
  /// element by `==`.
  @inlinable @inline(__always) mutating func find<ID>(_ id: ID, _ elements: ElementNodes<ID>) -> ObservationNode? {
    var hasOthers = false
    let node = elements.keyed.find(id, &hasOthers)
    if hasOthers { elements.keyed.forEachOther(id) { tellObservers($0) } }
    return node
  }

  /// Tells observers in Swift at a node and below it that they should look. Hosts have nothing there.
  @usableFromInline mutating func tellObservers(_ node: ObservationNode) {
    for place in 0..<Int(node.contents.pointee.interestCount) {
      let interest = node.interest(place)
      // An interest in every commit gets its report anyway.
      if interest.options.isDisjoint(with: [.isObserver, .isWatch]) || interest.options.contains(.raw) { continue }
      reports.append(ChangeReport(interest, .changed, .none, listener: .max, prefix: 0))
    }
    for child in node.children { tellObservers(child) }
  }

  /// Tells the observers of an id that has left the list.
  @inlinable
  mutating func visitDeparted<ID, Element>(_ list: IdentifiedArray<ID, Element>, _ elements: ElementNodes<ID>) {
    list._$forEachDeparted { id in
      if let node = find(id, elements) { removed(node) }
    }
  }

  /// Visits all observed elements, because each may be another one now.
  @inlinable mutating func visitObserved<ID, Element: JSONEncodable>(
    _ list: IdentifiedArray<ID, Element>, _ elements: ElementNodes<ID>, from start: Int,
    _ visitElement: (Element, inout ChangeWalk, ObservationNode?) -> Void
  ) {
    elements.keyed.forEach { id, node in
      if let position = list.exactIndex(id: id) {
        atElement(position) { visitElement(list[position], &$0, node) }
      } else {
        removed(node)
      }
    }
    visitPositions(list, elements, from: start, visitElement)
    visitOthers(list, elements, visitElement)
  }

  /// Visits the places that are observed by position, from `start` on.
  @inlinable mutating func visitPositions<ID, Element: JSONEncodable>(
    _ list: IdentifiedArray<ID, Element>, _ elements: ElementNodes<ID>, from start: Int,
    _ visitElement: (Element, inout ChangeWalk, ObservationNode?) -> Void
  ) {
    for (position, node) in elements.indexed where position >= start && !node.isDead {
      if position < list.count { visitElement(list[position], &self, node) } else { removed(node) }
    }
  }

  /// Visits the elements that are observed by another property than the id. They have to be looked up.
  @inlinable mutating func visitOthers<ID, Element: JSONEncodable>(
    _ list: IdentifiedArray<ID, Element>, _ elements: ElementNodes<ID>,
    _ visitElement: (Element, inout ChangeWalk, ObservationNode?) -> Void
  ) {
    guard !elements.others.isEmpty else { return }
    withoutOuterListeners(replaced: true) { walk in
      for node in elements.others where !node.isDead {
        let position = node.path.last.flatMap { list.position(of: $0) }
        if let position { visitElement(list[position], &walk, node) } else { walk.removed(node) }
      }
    }
  }
}
