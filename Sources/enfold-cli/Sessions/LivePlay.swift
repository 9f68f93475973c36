// LivePlay: replays a session with its effects: they run, on a clock that the session moves, and are answered from the file.
import CEnfold
import EnfoldJSON
import EnfoldSchemas
import EnfoldSessions

/// Only what came from outside is sent. What effects send must come by itself, as it was recorded.
final class LivePlay {
  /// A commit that has come.
  private struct Came {
    let action: JSONValue?
    let patch: JSONValue
  }

  private struct Asked {
    let payload: JSONValue
    let request: enfold_request
  }

  private final class LiveStore {
    let store: Store
    let name: String
    var came: [Came] = []
    var hasGiven = false
    /// Entries were dropped.
    var isLost = false

    init(_ store: Store, _ name: String) { (self.store, self.name) = (store, name) }
  }

  private let file: SessionFile
  private let runtime: Runtime
  private var stores: [UInt64: LiveStore] = [:]
  private var open: [String: [Asked]] = [:]
  private var asked: [String: (name: String, payload: JSONValue)] = [:]
  private var begun: Int64?
  private var now: Int64 = 0
  private var verified = 0
  private var unverified: [String: Int] = [:]
  /// How much later an effect may have come in the recording than its clock says, in nanoseconds.
  private static let latency: Int64 = 5_000_000

  init(_ file: SessionFile, _ plugins: [String]) throws {
    self.file = file
    runtime = try Runtime(environment: "preview", clock: "manual")
    for plugin in plugins { _ = try runtime.load(plugin) }
    try handleRequests()
  }

  /// Keeps the requests of the session until their answers come.
  private func handleRequests() throws {
    var (reader, names) = (SessionReader(file), Set<String>())
    while let entry = try reader.next() {
      guard entry.kind == .request, let name = entry.string(.request), names.insert(name).inserted else { continue }
      try runtime.handle(name) { [weak self] request, payload in
        let payload = (try? JSONValue(parsing: payload, limits: .greatest)) ?? .null
        self?.open[name, default: []].append(Asked(payload: payload, request: request))
      }
    }
  }

  /// Throws a ``Divergence``, or what cannot be replayed. Returns what was found, in words.
  func run() throws -> String {
    var reader = SessionReader(file)
    while let entry = try reader.next() {
      switch entry.kind {
      case .opened: try opened(entry)
      case .closed: stores.removeValue(forKey: entry.store).map { _ = enfold_store_close($0.store.handle, nil) }
      case .dropped: for store in stores.values { store.isLost = true }
      case .dependency: stores[entry.store]?.hasGiven = true
      case .request:
        guard let name = entry.string(.request) else { break }
        asked[number(entry)] = (name, entry[.payload]?.value ?? .null)
      case .answer: try answer(entry)
      default: if entry.kind.isCommit, let store = stores[entry.store] { try commit(entry, store) }
      }
    }
    let skipped = unverified.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }.joined(separator: ", ")
    let rest = skipped.isEmpty ? "" : ", not verified: \(skipped)"
    return "\(counted(verified, "commit")) came again with their effects\(rest)"
  }

  private func opened(_ entry: SessionEntry) throws {
    guard let name = entry.string(.name), let feature = entry.string(.feature), let state = entry[.state] else {
      return
    }
    let options = "{\"name\":\(JSON.string(name)),\"state\":\(state.string)}"
    let opened: Store
    do throws(Failure) {
      opened = try runtime.open(feature, of: entry.pluginID ?? "", options: options)
    } catch {
      throw entry.refuse("\(name) cannot be opened again: \(error)")
    }
    let store = LiveStore(opened, name)
    stores[entry.store] = store
    try opened.observe("", patches: true, action: true, initial: false, filter: "raw") { [weak store] event in
      let action = event.action.flatMap { try? JSONValue(parsing: $0, limits: .greatest) }
      let patch = event.patch.flatMap { try? JSONValue(parsing: $0, limits: .greatest) } ?? []
      store?.came.append(Came(action: action, patch: patch))
    }
    if begun == nil { (begun, now) = (entry.time, entry.time ?? 0) }
  }

  // MARK: Commits

  private func commit(_ entry: SessionEntry, _ store: LiveStore) throws {
    defer { store.hasGiven = false }
    if store.isLost { return skip("dropped") }
    // A mutation that came late, and a shared value, come from inside, too.
    let isFromOutside = entry.cause == nil && ![.shared, .mutation].contains(entry.kind)
    guard isFromOutside else {
      if store.came.isEmpty { try pass(until: entry.time ?? now) }
      try wait { !store.came.isEmpty }
      return try compare(entry, store)
    }
    try pass(until: (entry.time ?? now) - Self.latency)
    if let early = store.came.first { throw unexpected(early, entry, store) }
    do throws(Failure) {
      try send(entry, store.store)
    } catch  where error.status != "ENFOLD_NO_TARGET" {
      throw divergence(entry, store, "it is refused: \(error)")
    } catch {}
    try compare(entry, store)
    try pass(until: now)
  }

  private func send(_ entry: SessionEntry, _ store: Store) throws(Failure) {
    if let action = entry[.action] {
      try action.withBytes { bytes throws(Failure) in try store.send(bytes) }
    } else if entry.kind == .set, let step = entry[.patch]?.value[0], let path = step["path"]?.string,
      let value = step["value"]
    {
      try store.set(value, at: path)
    } else if entry.kind == .restore, let patch = entry[.patch]?.value {
      var state = (try? JSONValue(parsing: try store.state(), limits: .greatest)) ?? .null
      try? JSONPatch.apply(patch, to: &state, limits: .greatest)
      try store.restore(state.json)
    }
  }

  private func compare(_ entry: SessionEntry, _ store: LiveStore) throws {
    guard !store.came.isEmpty else {
      throw divergence(entry, store, "its effect has not sent it, or nothing else has made it")
    }
    let came = store.came.removeFirst()
    if let action = entry[.action]?.value, ![.mutation, .shared].contains(entry.kind), came.action != action {
      throw unexpected(came, entry, store)
    }
    if store.hasGiven { return skip("dependency") }
    guard let recorded = entry[.patch]?.value else { return skip("without a patch") }
    guard recorded.differs(from: came.patch) else {
      verified += 1
      return
    }
    throw divergence(entry, store, "it changed \(recorded.json), and now \(came.patch.json)")
  }

  private func skip(_ reason: String) { unverified[reason, default: 0] += 1 }

  private func unexpected(_ came: Came, _ entry: SessionEntry, _ store: LiveStore) -> Divergence {
    divergence(entry, store, "in its place came \(came.action?.json ?? "a change of \(came.patch.json)")")
  }

  private func divergence(_ entry: SessionEntry, _ store: LiveStore, _ problem: String) -> Divergence {
    let what = entry[.action]?.string ?? entry.kind.rawValue
    return Divergence(
      entry, "\(store.name), revision \(entry.revision), \(what): \(problem)")
  }

  // MARK: Time and answers

  /// Lets time pass on the clock of the effects.
  private func pass(until time: Int64) throws(Failure) {
    try runtime.advance(nanoseconds: max(time - now, 0))
    now = max(time, now)
  }

  /// Waits for effects that sleep on a clock of their own, until what they do has come; at most five seconds.
  private func wait(until hasCome: () -> Bool) throws(Failure) {
    for _ in 0..<250 where !hasCome() { if try runtime.wait(milliseconds: 20) { return } }
  }

  private func number(_ entry: SessionEntry) -> String { "\(entry.store) \(entry.number(.id) ?? 0)" }

  private func answer(_ entry: SessionEntry) throws {
    guard let (name, payload) = asked[number(entry)] else { return }
    if open[name]?.contains(where: { $0.payload == payload }) != true { try pass(until: entry.time ?? now) }
    try wait { open[name]?.contains { $0.payload == payload } == true }
    guard let place = open[name]?.firstIndex(where: { $0.payload == payload }), let request = open[name]?[place].request
    else {
      // The effect was cancelled before.
      if entry.string(.outcome) == "cancelled" { return }
      throw Divergence(entry, "nobody has asked for \(name) with \(payload.json)")
    }
    let value = entry[.value]?.string
    // An answer that nobody wants any more is stale, and no difference.
    switch entry.string(.outcome) {
    case nil: _ = enfold_request_emit(request, value ?? "null", nulTerminated, nil)
    case "finished": _ = enfold_request_resolve(request, value, value == nil ? 0 : nulTerminated, nil)
    case "failed":
      let message = entry.string(.message) ?? "it has failed"
      _ = enfold_request_fail(request, message, nulTerminated, nil)
    default: break
    }
    if entry.string(.outcome) != nil { open[name]?.remove(at: place) }
    try pass(until: now)
  }
}
