// OpenStores: the stores of a runtime that have not ended.

/// A set of stores. Adding and removing are O(1), because each store knows its place.
struct OpenStores {
  /// The stores, in no order.
  private(set) var all: [AnyHostStore] = []

  var isEmpty: Bool { all.isEmpty }

  /// Adds a store that was never in a set.
  mutating func add(_ store: AnyHostStore) {
    store.place = Int32(all.count)
    all.append(store)
  }

  /// Removes a store, if it is there. The last one takes its place.
  mutating func remove(_ store: AnyHostStore) {
    guard store.place >= 0, let last = all.popLast() else { return }
    let place = store.place
    store.place = -1
    if last === store { return }
    last.place = place
    all[Int(place)] = last
  }
}
