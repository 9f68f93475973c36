// Blame: which commits of a session made a value what it is.
import EnfoldJSON

/// The commits that made the value at a pointer what it is, the newest first.
///
/// An element of a list is followed when others come and go before it, and when it moves. The last change is the one that made the
/// value, if that was recorded.
public struct Blame {
  /// A commit that changed the value.
  public struct Change: Sendable {
    public let entry: SessionEntry
    /// Where the value is after the commit. An element of a list moves.
    public let path: JSONPath
    public let value: JSONValue
    /// Nil: there was nothing before, so this commit made it.
    public let before: JSONValue?
  }

  private let file: SessionFile
  /// The state behind which the commits come.
  private var first = JSONValue.null
  private var last = JSONValue.null
  private var commits: [BlamedCommit] = []

  /// Reads the commits of a store.
  ///
  /// - Parameters:
  ///   - store: its name, or its number in the file; nil: the only one.
  ///   - revision: with which the history ends; nil: the last one.
  public init(_ file: SessionFile, store: String?, at revision: UInt64? = nil) throws(SessionError) {
    self.file = file
    let number = try file.number(ofStore: store)
    var reader = SessionReader(file)
    var isKnown = false
    while let entry = try reader.next() {
      guard entry.store == number else { continue }
      switch entry.kind {
      case .opened, .state:
        if let revision, entry.revision > revision { break }
        guard let text = entry[.state] else { continue }
        (first, commits, isKnown) = (text.value, [], true)
        last = first
        continue
      default:
        guard entry.kind.isCommit, isKnown, let patch = entry[.patch]?.value else { continue }
        if let revision, entry.revision > revision { break }
        try add(entry, patch)
        continue
      }
      break
    }
    guard isKnown else { throw SessionError(file.path, "there is no state of the store \(store ?? String(number))") }
  }

  private mutating func add(_ entry: SessionEntry, _ patch: JSONValue) throws(SessionError) {
    guard case .array(let operations) = patch else { throw entry.refuse("the patch is no array") }
    var steps: [BlamedStep] = []
    for operation in operations {
      steps.append(try BlamedStep(operation, last, steps, entry))
      try entry.apply([operation], to: &last)
    }
    commits.append(BlamedCommit(entry: entry, patch: patch, steps: steps))
  }

  /// The changes of a value.
  ///
  /// - Parameter pointer: a JSON Pointer. In a list, `id=7` is the element whose "id" is 7.
  public mutating func changes(of pointer: String) throws(SessionError) -> [Change] {
    let path: JSONPath
    do throws(JSONError) {
      path = try JSONPath(pointer: pointer)
    } catch {
      throw SessionError(file.path, "\"\(pointer)\" is no JSON Pointer: \(error.message)")
    }
    guard let place = Self.place(path, in: last) else { throw SessionError(file.path, "nothing is at \"\(pointer)\"") }
    follow(place)
    return try collect()
  }

  /// The tokens of a path, with the index of each element; nil if nothing is there.
  private static func place(_ path: JSONPath, in state: JSONValue) -> [String]? {
    var (value, place) = (state, [String]())
    for index in 0..<path.count {
      let token = path[index]
      if case .array(let elements) = value {
        guard let found = elements.position(of: token) else { return nil }
        place.append(String(found))
        value = elements[found]
      } else {
        guard let member = value[token.text] else { return nil }
        place.append(token.text)
        value = member
      }
    }
    return place
  }

  /// Goes back from the last commit, and notes where the value was before and after each.
  private mutating func follow(_ start: [String]) {
    var place: [String]? = start
    for index in commits.indices.reversed() {
      commits[index].isTouched = false
      (commits[index].after, commits[index].before) = (place, nil)
      if place != nil { place = commits[index].goBack(from: place) }
      commits[index].before = place
    }
  }

  private func collect() throws(SessionError) -> [Change] {
    var (state, changes) = (first, [Change]())
    for commit in commits {
      let before = commit.isTouched ? commit.before.flatMap { state[JSONPath(tokens: $0)] } : nil
      try commit.entry.apply(commit.patch, to: &state)
      guard commit.isTouched, let after = commit.after, let value = state[JSONPath(tokens: after)] else { continue }
      if before == nil { changes = [] }
      if before == nil || before != value {
        changes.append(Change(entry: commit.entry, path: JSONPath(tokens: after), value: value, before: before))
      }
    }
    return changes.reversed()
  }
}
