// HandleList: handles that are gone through often.

/// Handles in no order. Adding, finding and removing one is O(1).
struct HandleList {
  private(set) var all: [UInt64] = []
  /// Where each is in `all`.
  private var places: [UInt64: Int] = [:]

  var isEmpty: Bool { all.isEmpty }

  func contains(_ handle: UInt64) -> Bool { places[handle] != nil }

  /// Adds a handle that is not in the list.
  mutating func append(_ handle: UInt64) {
    places[handle] = all.count
    all.append(handle)
  }

  /// Removes a handle. False if it is not in the list.
  mutating func remove(_ handle: UInt64) -> Bool {
    guard let place = places.removeValue(forKey: handle), let last = all.popLast() else { return false }
    if last != handle {
      all[place] = last
      places[last] = place
    }
    return true
  }
}
