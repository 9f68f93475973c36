// ChildLook: how an operator looks for its children in the state of their parent.
import OrderedCollections

/// Finds children without changing anything. Each function gets a pointer to the parent's state.
@usableFromInline struct ChildLook {
  /// Calls the body with the child with an id, if it is there.
  let child: (UnsafeRawPointer, AnyHashable?, (UnsafeRawPointer) -> Void) -> Void
  /// Whether it may go while its parent stays.
  let mayBeAbsent: Bool
  /// The ids of a list, and which of the last ones have gone; nil if looking for so many elements one by one is better.
  let ids: ((UnsafeRawPointer, _ count: Int, _ last: ChildIDs?) -> (now: ChildIDs, absent: [AnyHashable?])?)?

  @usableFromInline
  init(
    child: @escaping (UnsafeRawPointer, AnyHashable?, (UnsafeRawPointer) -> Void) -> Void, mayBeAbsent: Bool,
    ids: ((UnsafeRawPointer, _ count: Int, _ last: ChildIDs?) -> (now: ChildIDs, absent: [AnyHashable?])?)? = nil
  ) {
    self.child = child
    self.mayBeAbsent = mayBeAbsent
    self.ids = ids
  }

  /// In states of a type that is known here, so that the compiler makes the closures for it.
  @inlinable
  init<State, Child>(
    in _: State.Type, mayBeAbsent: Bool, child: @escaping (UnsafePointer<State>, AnyHashable?) -> Child?
  ) {
    self.init(
      child: { state, id, body in
        if let child = child(state.assumingMemoryBound(to: State.self), id) {
          withUnsafePointer(to: child) { body($0) }
        }
      },
      mayBeAbsent: mayBeAbsent)
  }

  /// The elements of a list.
  @inlinable
  init<State, ID, Element>(_ list: KeyPath<State, IdentifiedArray<ID, Element>>) {
    self.init(
      child: { state, id, body in
        let list = state.assumingMemoryBound(to: State.self).pointee[keyPath: list]
        guard let id = id?.base as? ID, let element = list[id: id] else { return }
        withUnsafePointer(to: element) { body($0) }
      },
      mayBeAbsent: true,
      ids: { state, count, last in
        // Ids that are kept are copied by the next change of the list.
        guard count > Sizes.of(16, tiny: 1) else { return nil }
        let ids = state.assumingMemoryBound(to: State.self).pointee[keyPath: list].ids
        guard count > ids.count / 1_024 else { return nil }
        guard let last = last as? ListIDs<ID> else { return (ListIDs(ids), []) }
        return ids == last.ids ? (last, []) : (ListIDs(ids), last.ids.absent(in: ids))
      })
  }
}

/// The ids of a list at one time.
@usableFromInline class ChildIDs {}

@usableFromInline final class ListIDs<ID: Hashable>: ChildIDs {
  /// Shares the storage of the list: a change of the list copies it, so that comparing what has not changed is one
  /// look.
  @usableFromInline let ids: OrderedSet<ID>

  @usableFromInline init(_ ids: OrderedSet<ID>) { self.ids = ids }
}

extension OrderedSet {
  /// Those that another one has not.
  @inlinable
  func absent(in other: Self) -> [AnyHashable?] {
    // Most changes are at one place: only what is between the equal beginning and the equal end is looked up.
    let limit = Swift.min(count, other.count)
    var start = 0
    while start < limit, self[start] == other[start] { start += 1 }
    var end = 0
    while end < limit - start, self[count - 1 - end] == other[other.count - 1 - end] { end += 1 }
    return self[start..<count - end].lazy.filter { !other.contains($0) }.map { AnyHashable($0) }
  }
}
