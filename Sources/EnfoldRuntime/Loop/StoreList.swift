// StoreList: the stores that wait for a pump.

/// A list of stores, first in, first out. A store is in it once at most. Adding, taking and removing are O(1), because
/// the links are in the stores.
struct StoreList {
  private var first: AnyHostStore?
  /// Not retained here: the store before it retains it, or `first` does.
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

  /// The neighbours of a store in the list. Both are nil if it is not in the list, or alone in it. `previous` is not
  /// retained here: the list retains it as long as it is there.
  struct Links {
    fileprivate var next: AnyHostStore?
    fileprivate unowned(unsafe) var previous: AnyHostStore?
  }
}
