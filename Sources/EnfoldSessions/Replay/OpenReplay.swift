// OpenReplay: a store of a replay that is open, and what the file says of it.
import EnfoldJSON

struct OpenReplay<Store: ReplayStore> {
  let store: Store
  let name: String
  /// The recorded state.
  private var state: FoldedState
  private var revision: UInt64
  /// Entries were dropped, and its state did not come again yet.
  var isLost = false
  /// Entries were dropped, so nobody knows which numbers come next in its stacks, but in these; nil: all are known.
  private var uncertain: Set<String>?
  /// A redacted value was in the way: nothing more of it can be replayed.
  private var isImpossible = false
  /// What dependencies gave in the commit that comes next.
  private var given: [String] = []
  /// Whether what comes is compared with what was recorded. If not, the recorded state is that of what came.
  private let isComparing: Bool

  init(_ store: Store, _ name: String, _ state: SessionText, _ revision: UInt64, isComparing: Bool) {
    (self.store, self.name, self.revision, self.isComparing) = (store, name, revision, isComparing)
    self.state = FoldedState(state)
  }

  /// Takes an entry. Returns the patch of a commit that was done again; nil if it was not.
  mutating func take(_ entry: SessionEntry, _ report: inout ReplayReport) throws -> String? {
    switch entry.kind {
    case .state:
      guard let text = entry[.state] else { return nil }
      (state, revision, isLost) = (FoldedState(text), entry.revision, false)
      uncertain = []
      try takeOver(entry, &report)
    case .checkpoint:
      guard let text = entry[.state], entry.revision == revision, isComparing, !isLost, !isImpossible else { break }
      try compare(text, entry)
      state = FoldedState(text)
    case .dependency:
      if let name = entry.string(.dependency), name != "stacks", let value = entry[.value] {
        given.append("{\(JSON.string(name)):\(value.string)}")
      }
    default:
      guard entry.kind.isCommit, entry.revision > revision, !isLost else { return nil }
      defer { given.removeAll() }
      if !isImpossible { return try commit(entry, &report) }
      report.skip("redacted")
    }
    return nil
  }

  // MARK: A commit

  private mutating func commit(_ entry: SessionEntry, _ report: inout ReplayReport) throws -> String? {
    revision = entry.revision
    guard let recorded = entry[.patch] else {
      isLost = true
      return nil
    }
    if let reason = entry.reasonToTakeOver(recorded) ?? reasonOfStacks(entry) {
      state.add(entry)
      report.skip(reason)
      try takeOver(entry, &report)
      return nil
    }
    _ = store.takePatch()
    var problem: String?
    do {
      try perform(entry, recorded)
    } catch  where mayBeRefused(entry) {
      state.add(entry)
      report.skip(SessionEntry.bindingReason)
      try takeOver(entry, &report)
      return nil
    } catch {
      problem = "it is refused: \(error)"
    }
    let came = store.takePatch() ?? "[]"
    if isComparing {
      state.add(entry)
      if problem != nil || !recorded.isSame(as: came) { try compare(recorded, came, problem, entry, &report) }
    } else {
      state.add(entry, try JSONValue(parsing: came, limits: SessionFile.limits))
    }
    report.verified += 1
    return came
  }

  /// The first number that a stack gives behind a loss is taken over.
  private mutating func reasonOfStacks(_ entry: SessionEntry) -> String? {
    guard var known = uncertain, case .object(let next)? = entry[.next]?.value else { return nil }
    let news = next.members.map(\.key).filter { !known.contains($0) }
    known.formUnion(news)
    uncertain = known
    return news.isEmpty ? nil : "dropped"
  }

  /// Does again what was done.
  private func perform(_ entry: SessionEntry, _ recorded: SessionText) throws {
    if entry.kind == .set, let step = recorded.value[0], case .string(let path)? = step["path"],
      let value = step["value"]
    {
      try store.set(value, at: path)
    } else if let action = entry[.action], entry.kind != .restore {
      try store.send(action, given: given.isEmpty ? nil : "[\(given.joined(separator: ","))]")
    } else {
      var state = state
      state.add(entry)
      try store.restore(try state.value())
    }
  }

  /// Whether an effect has sent a binding: it may write what JSON may not.
  private func mayBeRefused(_ entry: SessionEntry) -> Bool {
    entry.cause != nil && entry[.action]?.value.hasMember("binding") ?? false
  }

  /// Goes on with the recorded state.
  private mutating func takeOver(_ entry: SessionEntry, _ report: inout ReplayReport) throws {
    let value = try state.value()
    if let obstacle = value.firstRedacted() {
      isImpossible = true
      report.lower(to: .impossible)
      report.obstacles.append(
        entry.refuse("\(name) cannot be replayed from here: its state has a redacted value at \"\(obstacle)\"").message)
      return
    }
    do {
      try store.restore(value)
    } catch {
      throw entry.refuse("\(name): the recorded state is refused: \(error)")
    }
  }

  // MARK: What came

  /// The texts of two patches differ: their values may be the same, or the states to which they lead.
  private mutating func compare(
    _ recorded: SessionText, _ came: String, _ problem: String?, _ entry: SessionEntry, _ report: inout ReplayReport
  ) throws {
    if problem == nil {
      let now = try JSONValue(parsing: came, limits: SessionFile.limits)
      let then = recorded.value
      if then == now { return }
      if recorded.hasRedacted, then.matches(now) { return report.lower(to: .risky) }
    }
    let action = entry[.action].map { shown($0.value) } ?? entry.kind.rawValue
    let cause = entry.cause.map { ", from revision \($0.revision)" } ?? ""
    let place = "\(name), revision \(revision), \(action)\(cause)"
    if let problem { throw Divergence(entry, "\(place): \(problem)") }
    // Two patches that lead to the same state are the same: a list may have become one that knows its elements.
    let now = try JSONValue(parsing: try store.state(), limits: SessionFile.limits)
    guard let found = try state.value().difference(to: now) else { return }
    throw Divergence(entry, "\(place): \(found.words)")
  }

  /// A checkpoint must be the state.
  private func compare(_ text: SessionText, _ entry: SessionEntry) throws {
    let came = try store.state()
    if text.isSame(as: came) { return }
    let now = try JSONValue(parsing: came, limits: SessionFile.limits)
    guard let found = text.value.difference(to: now) else { return }
    throw Divergence(entry, "\(name), revision \(revision), checkpoint: \(found.words)")
  }
}

extension JSONValue {
  /// Whether an object in it has a member of this name.
  fileprivate func hasMember(_ name: String) -> Bool {
    switch self {
    case .object(let object): object[name] != nil || object.members.contains { $0.value.hasMember(name) }
    case .array(let elements): elements.contains { $0.hasMember(name) }
    default: false
    }
  }
}
