// Snapshots: states of a store that are kept, so that others are found from them.
import EnfoldJSON
import EnfoldSessions

extension SessionEntry.Kind {
  /// Whether an entry has the whole state of its store.
  var tellsState: Bool { self == .opened || self == .state || self == .checkpoint }
}

struct Snapshots {
  private(set) var moments: [(moment: Moment, bytes: Int)] = []
  private(set) var bytes = 0
  /// How many entries of the store are between two of them.
  private(set) var interval = 1_000

  /// The last one that is not behind an entry.
  func nearest(to n: Int) -> Moment? {
    var (low, high) = (0, moments.count)
    while low < high {
      let middle = (low + high) / 2
      if moments[middle].moment.n <= n { low = middle + 1 } else { high = middle }
    }
    return low > 0 ? moments[low - 1].moment : nil
  }

  /// Adds one behind all others.
  mutating func append(_ moment: Moment) {
    guard moment.n > moments.last?.moment.n ?? -1, let state = moment.state else { return }
    let size = state.roughSize
    moments.append((moment, size))
    bytes += size
  }

  /// Drops every second one.
  mutating func thin() {
    let kept = moments.enumerated().filter { $0.offset % 2 == 1 }.map(\.element)
    moments = kept
    bytes = kept.reduce(0) { $0 + $1.bytes }
    interval = min(interval * 2, 1 << 30)
  }
}

extension JSONValue {
  /// About how many bytes of memory it takes.
  var roughSize: Int {
    switch self {
    case .null, .bool, .integer, .unsigned, .double: 24
    case .string(let text): 24 + (text.utf8.count > 15 ? text.utf8.count + 32 : 0)
    case .array(let elements): elements.reduce(56) { $0 + $1.roughSize }
    case .object(let object): object.members.reduce(80) { $0 + 32 + $1.key.utf8.count + $1.value.roughSize }
    }
  }
}
