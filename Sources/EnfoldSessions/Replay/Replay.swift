// Replay: does again what a session file has recorded, and compares what comes of it.
import EnfoldJSON

/// Each store begins with the recorded state and gets the recorded actions in order, those of effects, too; effects themselves do not
/// run. Each commit must lead to the recorded state.
///
/// Commits that follow a shared value, late mutations, actions about which a reactor was asked and what else cannot be done again are
/// not verified: the recorded state is taken over, and the report counts them.
public struct Replay<Host: ReplayHost> {
  private let host: Host
  private let isComparing: Bool
  private var reader: SessionReader
  private var stores: [UInt64: OpenReplay<Host.Store>] = [:]
  public private(set) var report = ReplayReport()
  /// The numbers of the stacks of stores that are opened next, as JSON.
  private var stacks: [UInt64: String] = [:]

  /// - Parameter isComparing: whether what comes is compared with what was recorded. If not, the replay goes on with what comes.
  public init(_ file: SessionFile, in host: Host, isComparing: Bool = true) {
    (self.host, self.isComparing) = (host, isComparing)
    reader = SessionReader(file)
  }

  /// Replays all of it. Throws a ``Divergence``, or a ``SessionError``.
  public mutating func run() throws {
    defer { close() }
    while try next() != nil {}
  }

  /// Replays the next entry, and returns it, with the patch that came if it was a commit that was done again; nil at the end.
  @discardableResult public mutating func next() throws -> (entry: SessionEntry, patch: String?)? {
    guard let entry = try reader.next() else { return nil }
    switch entry.kind {
    case .opened:
      // A file may open a store twice; the first one has ended then.
      stores[entry.store]?.store.close()
      stores[entry.store] = try open(entry)
    case .dependency where stores[entry.store] == nil:
      if entry.string(.dependency) == "stacks" { stacks[entry.store] = entry[.value]?.string }
    case .closed: stores.removeValue(forKey: entry.store)?.store.close()
    case .dropped:
      report.dropped = report.dropped.addingSaturating(entry.number(.count) ?? 0)
      for store in stores.keys { stores[store]?.isLost = true }
    default: return (entry, try stores[entry.store]?.take(entry, &report))
    }
    return (entry, nil)
  }

  /// The stores that are open at this place, by their numbers: their names and their states.
  public func states() throws -> [(number: UInt64, name: String, state: String)] {
    try stores.sorted { $0.key < $1.key }.map { ($0.key, $0.value.name, try $0.value.store.state()) }
  }

  /// Closes the stores.
  public mutating func close() {
    for store in stores.values { store.store.close() }
    stores.removeAll()
  }

  private mutating func open(_ entry: SessionEntry) throws -> OpenReplay<Host.Store> {
    guard let name = entry.string(.name), let feature = entry.string(.feature), let state = entry[.state] else {
      throw entry.refuse("\"opened\" is not whole")
    }
    let obstacle = state.hasRedacted ? state.value.firstRedacted() : nil
    do {
      let store = try host.open(
        feature, of: entry.pluginID ?? "", named: name, state: state,
        given: stacks.removeValue(forKey: entry.store).map { "[{\"stacks\":\($0)}]" })
      if obstacle != nil { report.lower(to: .risky) }
      return OpenReplay(store, name, state, entry.revision, isComparing: isComparing)
    } catch {
      guard let obstacle else { throw entry.refuse("\(name) cannot be opened again: \(error)") }
      report.lower(to: .impossible)
      let message = "its state has a redacted value at \"\(obstacle)\" and cannot be opened again: \(error)"
      throw entry.refuse("\(name): impossible: \(message)")
    }
  }
}
