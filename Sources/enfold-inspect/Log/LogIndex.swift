// LogIndex: what is known of the entries of a source without reading their lines.
import EnfoldJSON
import EnfoldSessions

/// A copy of it stays as it is, so another thread can use it.
struct LogIndex: Sendable {
  private(set) var entries = EntryList()
  var stores: [LoggedStore] = []
  private var places: [UInt64: UInt32] = [:]
  private(set) var types = Names()
  private(set) var tags = Names()
  /// Where entries were dropped.
  private(set) var drops: [UInt32] = []
  private static let mostStores = 20_000

  var count: Int { entries.count }

  /// The place of a store of the source; nil: it has none of this number.
  func place(ofNumber number: UInt64) -> UInt32? { places[number] }

  /// The place of a store by the number that the server has given.
  func place(ofStore id: Int) -> Int? { stores.firstIndex { $0.id == id } }

  /// Adds an entry.
  ///
  /// - Parameter newID: gives a number to a store that was not seen yet.
  mutating func append(_ line: LoggedLine, at offset: Int, newID: () -> Int) {
    var entry = Entry()
    (entry.offset, entry.length) = (offset, UInt32(clamping: line.bytes.count))
    (entry.kind, entry.revision) = (line.line.kind, line.line.revision)
    entry.time = line.string(.time).flatMap(nanoseconds) ?? 0
    if line.line.store > 0 { entry.store = store(line.line.store, newID) }
    if let type = line.type { entry.type = types.number(of: type) }
    if let tag = line.string(.tag) { entry.tag = UInt16(clamping: tags.number(of: tag)) }
    if let cause = line.cause, let place = places[cause.store] {
      (entry.causeStore, entry.causeRevision) = (place, cause.revision)
    }
    if entry.kind.isCommit {
      entry.isChange = line.isChange
      for member in [SessionEntry.Member.waited, .reduced, .encoded, .told] {
        if let part = line.number(member) { entry.duration = max(entry.duration, 0) + Float(part) }
      }
    }
    note(entry, line)
    entries.append(entry)
  }

  private mutating func store(_ number: UInt64, _ newID: () -> Int) -> UInt32 {
    if let place = places[number] { return place }
    guard stores.count < Self.mostStores else { return Entry.none }
    let place = UInt32(stores.count)
    places[number] = place
    stores.append(LoggedStore(id: newID(), number: number, name: "store \(number)"))
    return place
  }

  /// What an entry says about its store.
  private mutating func note(_ entry: Entry, _ line: LoggedLine) {
    let n = UInt32(clamping: count)
    if entry.kind == .dropped { drops.append(n) }
    guard entry.store != Entry.none else { return }
    let place = Int(entry.store)
    stores[place].entries.append(n)
    switch entry.kind {
    case .opened:
      stores[place].name = line.string(.name) ?? ""
      stores[place].feature = line.string(.feature) ?? ""
      if let plugin = try? line.value(.plugin), case .string(let id)? = plugin["id"] { stores[place].plugin = id }
      stores[place].isOpen = true
      stores[place].anchors.append(n)
    case .state, .checkpoint: stores[place].anchors.append(n)
    case .held: stores[place].isHeld = true
    case .released: stores[place].isHeld = false
    case .closed: (stores[place].isOpen, stores[place].isHeld) = (false, false)
    default: break
    }
    if entry.kind.isCommit || entry.kind == .opened || entry.kind == .state {
      stores[place].revision = entry.revision
    }
  }

  /// The number of the commit of a store with a revision; nil if the log does not have it.
  func commit(_ place: UInt32, _ revision: UInt64) -> Int? {
    guard place != Entry.none, Int(place) < stores.count else { return nil }
    let list = stores[Int(place)].entries
    var (low, high) = (0, list.count)
    while low < high {
      let middle = (low + high) / 2
      if entries[Int(list[middle])].revision < revision { low = middle + 1 } else { high = middle }
    }
    // Entries of other kinds may have the same revision.
    for n in list[low...].prefix(256) {
      let entry = entries[Int(n)]
      if entry.revision != revision { break }
      if entry.kind.isCommit { return Int(n) }
    }
    return nil
  }
}
