// StoreList: the stores that wait for a pump.

/// Stores, first in, first out. One is in the list once at most. Adding, taking and removing are O(1): the links are in
/// the stores.
struct StoreList {
  private var first: AnyHostStore?
  /// The one before it keeps it.
  private unowned(unsafe) var last: AnyHostStore?

  var isEmpty: Bool { first == nil }

  /// Adds a store that is not in the list.
  mutating func append(_ store: AnyHostStore) {
    store.links.previous = last
    if let last { last.links.next = store } else { first = store }
    last = store
  }

  mutating func popFirst() -> AnyHostStore? {
    guard let store = first else { return nil }
    remove(store)
    return store
  }

  /// Removes a store that is in the list. The caller keeps it alive, so that nothing ends here.
  mutating func remove(_ store: AnyHostStore) {
    let links = store.links
    store.links = Links()
    if let next = links.next { next.links.previous = links.previous } else { last = links.previous }
    if let previous = links.previous { previous.links.next = links.next } else { first = links.next }
  }

  /// The places beside a store; both nil of one that is not in the list, or alone in it.
  struct Links {
    fileprivate var next: AnyHostStore?
    fileprivate unowned(unsafe) var previous: AnyHostStore?
  }
}
