// StoreWalk: the commits of one store of a session, one after the other, with the states around them.
import EnfoldJSON

/// Goes through a store of a session. What is not in the file is skipped until the state is known again.
struct StoreWalk {
  /// A commit, or a state that is known again (`opened`, `state`).
  struct Step {
    let entry: SessionEntry
    let before: JSONValue
    let after: JSONValue
    /// The operations of a commit.
    let patch: [JSONValue]
    /// What dependencies gave in it: objects with one member each.
    let given: [JSONValue]

    var isGap: Bool { !entry.kind.isCommit }
  }

  /// The entry with which the store begins.
  let opened: SessionEntry
  let name: String
  let feature: String
  private let number: UInt64
  private var reader: SessionReader
  private(set) var state: JSONValue
  private(set) var revision: UInt64
  private var isLost = false
  private var given: [JSONValue] = []
  /// How many commits were skipped.
  private(set) var lost = 0

  /// - Parameter store: its name, or its number in the file; nil: the only one.
  init(_ file: SessionFile, store: String?) throws(SessionError) {
    number = try file.number(ofStore: store)
    reader = SessionReader(file)
    while let entry = try reader.next() {
      guard entry.store == number, entry.kind == .opened, let state = entry[.state] else { continue }
      (opened, self.state, revision) = (entry, state.value, entry.revision)
      // The reader refuses an entry without them.
      (name, feature) = (entry.string(.name) ?? "", entry.string(.feature) ?? "")
      return
    }
    throw SessionError(file.path, "there is no state of the store \(store ?? String(number))")
  }

  mutating func next() throws(SessionError) -> Step? {
    while let entry = try reader.next() {
      if entry.kind == .dropped { isLost = true }
      guard entry.store == number else { continue }
      switch entry.kind {
      case .opened, .state:
        guard let text = entry[.state] else { continue }
        let before = state
        (state, revision, isLost, given) = (text.value, entry.revision, false, [])
        return Step(entry: entry, before: before, after: state, patch: [], given: [])
      case .dependency:
        guard entry.revision > revision, let name = entry.string(.dependency), let value = entry[.value] else {
          continue
        }
        given.append(.object([name: value.value]))
      default:
        guard entry.kind.isCommit, entry.revision > revision else { continue }
        if let step = try commit(entry) { return step }
      }
    }
    return nil
  }

  private mutating func commit(_ entry: SessionEntry) throws(SessionError) -> Step? {
    defer { given = [] }
    guard !isLost, let text = entry[.patch] else {
      isLost = true
      lost += 1
      return nil
    }
    guard case .array(let operations) = text.value else { throw entry.refuse("the patch is no array") }
    let before = state
    try entry.apply(text.value, to: &state)
    revision = entry.revision
    return Step(entry: entry, before: before, after: state, patch: operations, given: given)
  }
}
