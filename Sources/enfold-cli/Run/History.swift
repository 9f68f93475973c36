// History: what has happened in the store of `enfold run`, as a session that can be asked, and the way back.
import EnfoldJSON
import EnfoldSchemas
import EnfoldSessions

/// Goes back to former states, and says who changed a value. A state that is gone back to is restored by a commit of its own: effects
/// do not run again.
final class History {
  private let store: Store
  private let feature: Feature
  /// The state before the first commit that is known, and the lines of the commits since, as in a session file.
  private var first: String
  private var begin: UInt64
  private var commits: [(revision: UInt64, line: String)] = []
  /// The revisions between which `:back` and `:forward` go, and the one of the state that is shown.
  private var moments: [UInt64]
  private var place = 0
  /// Whether a former state is being restored.
  private(set) var isTravelling = false
  private static let longest = 20_000

  init(_ store: Store, of feature: Feature) throws(Failure) {
    (self.store, self.feature) = (store, feature)
    (first, begin) = (try store.state(), try store.revision())
    moments = [begin]
    try store.observe("", patches: true, action: true, initial: false, filter: "raw") { [weak self] in self?.note($0) }
  }

  private func note(_ event: Event) {
    let action =
      event.action.map { ",\"kind\":\"action\",\"action\":\($0)" }
      ?? ",\"kind\":\"\(isTravelling ? "restore" : "set")\""
    let number = commits.count + 2
    commits.append(
      (
        event.revision,
        "{\"seq\":\(number),\"store\":1,\"revision\":\(event.revision)\(action),\"patch\":\(event.patch ?? "[]")}"
      ))
    if isTravelling { return }
    moments.removeLast(moments.count - place - 1)
    moments.append(event.revision)
    place += 1
    if commits.count > Self.longest { try? forget() }
  }

  /// Forgets the older half.
  private func forget() throws {
    let kept = commits[commits.count / 2 - 1].revision
    first = try state(after: kept).json
    begin = kept
    commits.removeAll { $0.revision <= kept }
    let gone = moments.prefix { $0 < kept }.count
    moments.removeFirst(gone)
    place = max(place - gone, 0)
  }

  /// What has happened, as a session file.
  private func session() throws(SessionError) -> SessionFile {
    let header = "{\"format\":\"enfold-session\",\"version\":1,\"redact\":[]}\n"
    let name = JSON.string(feature.name)
    let opened =
      "{\"seq\":1,\"store\":1,\"kind\":\"opened\",\"name\":\(name),\"feature\":\(name),\"revision\":\(begin),\"state\":\(first)}\n"
    return try SessionFile(header + opened + commits.map { $0.line + "\n" }.joined(), named: "this run")
  }

  // MARK: The way back

  /// The revision of the state that is shown.
  var moment: UInt64 { moments[place] }

  /// Goes to the state of the commit before, or behind. Returns its revision.
  func go(_ steps: Int) throws(Failure) -> UInt64 {
    guard moments.indices.contains(place + steps) else {
      throw Failure(steps < 0 ? "this is the first state that is known" : "this is the last state; :back goes back")
    }
    return try go(to: moments[place + steps], at: place + steps)
  }

  /// Goes to the state after a commit.
  func go(to revision: UInt64) throws(Failure) -> UInt64 {
    if let place = moments.firstIndex(of: revision) { return try go(to: revision, at: place) }
    let last = commits.last?.revision ?? begin
    guard revision == begin || commits.contains(where: { $0.revision == revision }) else {
      throw Failure("there is no commit \(revision); known are \(begin) to \(last)")
    }
    // One that was left by going back, or one that has gone back itself: it is the next moment.
    try restore(revision)
    moments.removeLast(moments.count - place - 1)
    moments.append(revision)
    place += 1
    return revision
  }

  private func go(to revision: UInt64, at place: Int) throws(Failure) -> UInt64 {
    try restore(revision)
    self.place = place
    return revision
  }

  private func restore(_ revision: UInt64) throws(Failure) {
    isTravelling = true
    defer { isTravelling = false }
    try store.restore(try state(after: revision).json)
  }

  private func state(after revision: UInt64) throws(Failure) -> JSONValue {
    do throws(SessionError) {
      var reader = SessionReader(try session())
      var state: FoldedState?
      while let entry = try reader.next(), entry.revision <= revision {
        if let text = entry[.state] { state = FoldedState(text) } else { state?.add(entry) }
      }
      return try state?.value() ?? .null
    } catch {
      throw Failure("\(error)")
    }
  }

  // MARK: Blame

  /// The commits that made a value what it is, the newest first.
  func blame(_ pointer: String) throws(Failure) -> [Blame.Change] {
    do throws(SessionError) {
      var blame = try Blame(try session(), store: nil)
      return try blame.changes(of: pointer)
    } catch {
      throw Failure("\(error)")
    }
  }
}
