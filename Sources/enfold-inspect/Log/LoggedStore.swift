// LoggedStore: a store of a source, and which entries are about it.

struct LoggedStore: Sendable {
  /// The number that the server gives.
  let id: Int
  /// Its number in the lines of the source.
  let number: UInt64
  var name = ""
  var feature = ""
  var plugin: String?
  var revision: UInt64 = 0
  var isOpen = false
  var isHeld = false
  /// The numbers of its entries.
  var entries: [UInt32] = []
  /// Those that tell its whole state.
  var anchors: [UInt32] = []
}

extension [UInt32] {
  /// The place of the first number that is not less than another one, in a list that grows.
  func lowerBound(_ number: Int) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if Int(self[middle]) < number { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
