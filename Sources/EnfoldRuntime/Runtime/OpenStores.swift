// OpenStores: the stores of a runtime that have not ended.

/// A set of stores. Adding and removing are O(1), because each store knows its place.
struct OpenStores {
  private var stores: [AnyHostStore] = []

  var isEmpty: Bool { stores.isEmpty }

  /// The stores, in no order. They are read without the lock under which this set changes.
  var all: [AnyHostStore] { stores.unshared }

  /// Adds a store that was never in a set.
  mutating func add(_ store: AnyHostStore) {
    store.place = Int32(stores.count)
    stores.append(store)
  }

  /// Removes a store, if it is there. The last one takes its place.
  mutating func remove(_ store: AnyHostStore) {
    guard store.place >= 0, let last = stores.popLast() else { return }
    let place = store.place
    store.place = -1
    if last === store { return }
    last.place = place
    stores[Int(place)] = last
  }
}
