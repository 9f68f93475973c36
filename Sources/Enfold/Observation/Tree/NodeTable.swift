// NodeTable: finds nodes by the ids of a list's elements.

/// A hash table with open addressing. An id and its node lie side by side, so finding a node is one cache miss; a
/// `Dictionary` has three.
@usableFromInline struct NodeTable<ID: Hashable>: ~Copyable {
  @usableFromInline struct Slot {
    @usableFromInline let id: ID
    @usableFromInline let node: ObservationNode

    @inlinable init(id: ID, node: ObservationNode) {
      self.id = id
      self.node = node
    }
  }

  /// Their number is 0 or a power of two. At least a quarter of them are free.
  @usableFromInline var slots: [Slot?] = []
  @usableFromInline var count = 0
  /// Whether some ids are equal and are written in different ways.
  @usableFromInline var hasSpellings = false

  @inlinable init() {}

  @inlinable var isEmpty: Bool { count == 0 }

  /// The node for an id; nil if there is none or it is dead.
  ///
  /// - Parameter hasOthers: set to true if there are nodes for ids that are equal and are written in another way.
  @inlinable func find(_ id: ID, _ hasOthers: inout Bool) -> ObservationNode? {
    if isEmpty { return nil }
    let mask = slots.count - 1
    var place = id.hashValue & mask
    var found: ObservationNode?
    while let slot = slots[place] {
      if slot.id == id {
        if IDSpelling<ID>.isSame(equal: slot.id, id) {
          found = slot.node.isDead ? nil : slot.node
          if !hasSpellings { return found }
        } else {
          hasOthers = true
        }
      }
      place = (place + 1) & mask
    }
    return found
  }

  /// Calls `body` with the nodes for ids that equal this one and are written in another way.
  @inlinable @inline(never) func forEachOther(_ id: ID, _ body: (ObservationNode) -> Void) {
    forEach { if $0 == id, !IDSpelling<ID>.isSame(equal: $0, id) { body($1) } }
  }

  @inlinable func forEach(_ body: (ID, ObservationNode) -> Void) {
    for case let slot? in slots where !slot.node.isDead { body(slot.id, slot.node) }
  }

  /// Adds a node. It replaces a dead one for the same id.
  @inlinable mutating func insert(_ id: ID, _ node: ObservationNode) {
    if (count + 1) * 4 > slots.count * 3 { rebuild(capacity: max(Sizes.of(8, tiny: 2), slots.count * 2)) }
    let mask = slots.count - 1
    var place = id.hashValue & mask
    while let slot = slots[place] {
      if slot.id == id {
        if IDSpelling<ID>.isSame(equal: slot.id, id) {
          slots[place] = Slot(id: id, node: node)
          return
        }
        hasSpellings = true
      }
      place = (place + 1) & mask
    }
    slots[place] = Slot(id: id, node: node)
    count += 1
  }

  @inlinable mutating func removeDead() { rebuild(capacity: slots.count) }

  @inlinable mutating func rebuild(capacity: Int) {
    let old = slots
    slots = Array(repeating: nil, count: capacity)
    count = 0
    hasSpellings = false
    for case let slot? in old where !slot.node.isDead { insert(slot.id, slot.node) }
  }
}
