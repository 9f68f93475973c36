// Moment: the state of a store behind an entry.
import EnfoldJSON
import EnfoldSessions

struct Moment: Sendable {
  /// The last entry of the log that was looked at.
  var n = -1
  var revision: UInt64 = 0
  /// Nil: it is not known.
  var state: JSONValue?
  /// Why it is not known.
  var problem: String? = "the store was not opened yet"

  init() {}

  /// The moment before an entry that tells the whole state.
  init(before n: Int) { self.n = n - 1 }

  mutating func lose(_ problem: String) { (state, self.problem) = (nil, problem) }

  /// Takes an entry of the store.
  mutating func take(_ line: LoggedLine?, kind: SessionEntry.Kind, n: Int) {
    guard let line else { return lose("the file has become shorter: a line is gone") }
    switch kind {
    case .opened, .state, .checkpoint:
      do throws(JSONError) {
        (state, problem, revision) = (try line.value(.state), nil, line.line.revision)
      } catch { lose("the state of entry \(n) cannot be read: \(error.message)") }
    default:
      if kind.isCommit { apply(line, n) }
    }
  }

  private mutating func apply(_ line: LoggedLine, _ n: Int) {
    // A commit that is in the state already.
    guard state != nil, line.line.revision > revision else { return }
    do throws(JSONError) {
      guard let patch = try line.value(.patch) else { return lose("entry \(n) does not say what it changed") }
      // The only owner, so that lists are not copied.
      var document = JSONValue.null
      if let known = exchange(&state, with: nil) { document = known }
      try JSONPatch.apply(patch, to: &document, limits: SessionFile.limits)
      (state, revision) = (document, line.line.revision)
    } catch { lose("the patch of entry \(n) does not fit the state before: \(error.message)") }
  }
}

/// Puts a value in the place of another one, which is returned.
private func exchange<T>(_ place: inout T, with value: T) -> T {
  let old = place
  place = value
  return old
}
