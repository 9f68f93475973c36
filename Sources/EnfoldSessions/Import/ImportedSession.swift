// ImportedSession: what a file of another tool says of one store.
import EnfoldJSON

/// A session that was read from a file of another tool.
public struct ImportedSession: Sendable {
  /// A commit.
  public struct Step: Sendable {
    public internal(set) var kind: SessionEntry.Kind
    /// Nil: it has none.
    public internal(set) var action: JSONValue?
    /// What it changed, if the file says it in this form.
    public internal(set) var patch: JSONValue?
    /// The state behind it; nil: the file does not have it.
    public internal(set) var state: JSONValue?
    /// Where it is in the file.
    public internal(set) var place: JSONPath
    /// Nanoseconds since 1970.
    var time: Int64?
    /// The member `enfold`, which an export has written.
    var about: JSONValue?
  }

  /// How errors call it.
  public let path: String
  /// The format of which it is.
  public let format: String
  /// The first state; nil: the file does not have it.
  public internal(set) var first: JSONValue?
  public internal(set) var steps: [Step] = []
  /// What was not taken over, each with how often.
  public private(set) var notes: [(text: String, count: Int)] = []
  /// The first places of values that are not what they were.
  var firstPlaces: [String: JSONPath] = [:]
  var time: Int64?
  /// The member `enfold` of the beginning.
  var about: JSONValue?

  init(_ path: String, format: String) { (self.path, self.format) = (path, format) }

  /// Whether the file has the states of all commits.
  public var hasStates: Bool { first != nil && steps.allSatisfy { $0.state != nil } }

  /// Notes that something was not taken over. Equal notes are counted.
  public mutating func note(_ text: String) {
    if let index = notes.firstIndex(where: { $0.text == text }) {
      notes[index].count += 1
    } else {
      notes.append((text, 1))
    }
  }

  /// An error that says that this cannot be imported.
  public func impossible(_ problem: String, at place: JSONPath? = nil) -> SessionError {
    SessionError(path, "impossible: \(place.map { "at \"\($0)\": " } ?? "")\(problem)")
  }

  /// The verdict in lines: `fine`, or `risky` and why.
  public func verdict(_ commits: Int) -> [String] {
    ["\(notes.isEmpty ? "fine" : "risky"): \(counted(commits, "commit"))"]
      + notes.map { $0.count == 1 ? "  \($0.text)" : "  \($0.text) (\($0.count) times)" }
  }
}
