// ChildFinder: whether a child is still in its parent's state, and where. For lists; ChildPlace does it for other children.
import OrderedCollections

/// Finds children without changing anything. Each function gets a pointer to the parent's state.
@usableFromInline struct ChildFinder {
  /// Calls the body with the child with an id, if it is there.
  let child: (UnsafeRawPointer, AnyHashable?, (UnsafeRawPointer) -> Void) -> Void
  /// Changes the child with an id in place. False if it is not there.
  let modify: (UnsafeMutableRawPointer, AnyHashable?, (UnsafeMutableRawPointer) -> Void) -> Bool
  /// Whether a child may go while its parent stays.
  let mayBeAbsent: Bool
  /// The ids of a list, and which of the last ones have gone; nil if it is better to look for `count` elements one by
  /// one.
  let ids: ((UnsafeRawPointer, _ count: Int, _ last: ChildIDs?) -> (now: ChildIDs, absent: [AnyHashable?])?)?
  /// The token in pointers for the element of a list with an id; nil if no token selects this element for sure.
  let token: ((UnsafeRawPointer, AnyHashable) -> String?)?

  @usableFromInline init(
    child: @escaping (UnsafeRawPointer, AnyHashable?, (UnsafeRawPointer) -> Void) -> Void,
    modify: @escaping (UnsafeMutableRawPointer, AnyHashable?, (UnsafeMutableRawPointer) -> Void) -> Bool,
    mayBeAbsent: Bool,
    ids: ((UnsafeRawPointer, _ count: Int, _ last: ChildIDs?) -> (now: ChildIDs, absent: [AnyHashable?])?)? = nil,
    token: ((UnsafeRawPointer, AnyHashable) -> String?)? = nil
  ) {
    self.child = child
    self.modify = modify
    self.mayBeAbsent = mayBeAbsent
    self.ids = ids
    self.token = token
  }

  /// Whether the children are the elements of a list.
  var isList: Bool { ids != nil }

  /// In states of a type that is known here, so that the compiler makes the closures for it.
  @inlinable init<State, Child>(
    in _: State.Type, mayBeAbsent: Bool, child: @escaping (UnsafePointer<State>, AnyHashable?) -> Child?,
    modify: @escaping (inout State, (inout Child) -> Void) -> Bool
  ) {
    self.init(
      child: { state, id, body in
        if let child = child(state.assumingMemoryBound(to: State.self), id) {
          withUnsafePointer(to: child) { body($0) }
        }
      },
      modify: { state, id, body in
        // Another child may be there in place of this one.
        guard child(UnsafePointer(state.assumingMemoryBound(to: State.self)), id) != nil else { return false }
        return modify(&state.assumingMemoryBound(to: State.self).pointee) { child in
          withUnsafeMutablePointer(to: &child) { body($0) }
        }
      },
      mayBeAbsent: mayBeAbsent)
  }

  /// A property, which is always there.
  @inlinable init<State, Child>(property: WritableKeyPath<State, Child>) {
    let access = InPlace(property).access
    self.init(in: State.self, mayBeAbsent: false, child: { state, _ in state.pointee[keyPath: property] }) {
      state, body in
      access(&state, body)
      return true
    }
  }

  /// The elements of a list.
  @inlinable init<State, ID, Element>(_ list: WritableKeyPath<State, IdentifiedArray<ID, Element>>) {
    let access = InPlace(list).access
    self.init(
      child: { state, id, body in
        let list = state.assumingMemoryBound(to: State.self).pointee[keyPath: list]
        guard let id = id?.base as? ID, let element = list[id: id] else { return }
        withUnsafePointer(to: element) { body($0) }
      },
      modify: { state, id, body in
        guard let id = id?.base as? ID else { return false }
        var isThere = false
        access(&state.assumingMemoryBound(to: State.self).pointee) { list in
          guard let position = list.index(id: id) else { return }
          isThere = true
          withUnsafeMutablePointer(to: &list[position]) { body($0) }
        }
        return isThere
      },
      mayBeAbsent: true,
      ids: { state, count, last in
        // Ids that are kept are copied by the next change of the list.
        guard count > Sizes.of(16, tiny: 1) else { return nil }
        let ids = state.assumingMemoryBound(to: State.self).pointee[keyPath: list].ids
        guard count > ids.count / 1_024 else { return nil }
        guard let last = last as? ListIDs<ID> else { return (ListIDs(ids), []) }
        return ids == last.ids ? (last, []) : (ListIDs(ids), last.ids.absent(in: ids))
      },
      token: { state, id in state.assumingMemoryBound(to: State.self).pointee[keyPath: list].token(ofElement: id) })
  }
}

/// The ids of a list at one time.
@usableFromInline class ChildIDs {}

@usableFromInline final class ListIDs<ID: Hashable>: ChildIDs {
  /// Shares the storage of the list. A change of the list copies it, so an unchanged list is recognised by comparing
  /// addresses.
  @usableFromInline let ids: OrderedSet<ID>

  @usableFromInline init(_ ids: OrderedSet<ID>) { self.ids = ids }
}

extension OrderedSet {
  /// The elements that are not in another set.
  @inlinable func absent(in other: Self) -> [AnyHashable?] {
    // Most changes are at one place: only the elements between the equal beginning and the equal end are looked up.
    let limit = Swift.min(count, other.count)
    var start = 0
    while start < limit, self[start] == other[start] { start += 1 }
    var end = 0
    while end < limit - start, self[count - 1 - end] == other[other.count - 1 - end] { end += 1 }
    return self[start..<count - end].lazy.filter { !other.contains($0) }.map { AnyHashable($0) }
  }
}
