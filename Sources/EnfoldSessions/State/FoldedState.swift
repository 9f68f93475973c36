// FoldedState: the state of a store at a place of a session, made of a whole state and the patches since.
import EnfoldJSON

/// The patches are applied when somebody asks for the state.
public struct FoldedState: Sendable {
  private var whole: JSONValue
  private var waiting: [(entry: SessionEntry, patch: JSONValue?)] = []
  private var text: SessionText?

  /// - Parameter text: the whole state.
  public init(_ text: SessionText) {
    whole = .null
    self.text = text
  }

  /// A commit.
  ///
  /// - Parameter patch: what it has changed; nil: what was recorded.
  public mutating func add(_ entry: SessionEntry, _ patch: JSONValue? = nil) { waiting.append((entry, patch)) }

  /// The state after all commits that were added.
  public mutating func value() throws(SessionError) -> JSONValue {
    if let text {
      whole = text.value
      self.text = nil
    }
    for (entry, patch) in waiting {
      if let patch = patch ?? entry[.patch]?.value { try entry.apply(patch, to: &whole) }
    }
    waiting.removeAll()
    return whole
  }
}
