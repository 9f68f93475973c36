// Which commits cannot be done again, so that the recorded state is taken over.
import EnfoldJSON

extension SessionEntry {
  static var bindingReason: String { "a binding that JSON may not write" }

  /// Why this commit cannot be done again; nil if it can.
  ///
  /// - Parameter recorded: its patch.
  func reasonToTakeOver(_ recorded: SessionText) -> String? {
    switch kind {
    case .shared, .mutation: return kind.rawValue
    case .set:
      if case .array(let steps) = recorded.value, steps.count == 1, steps[0]["op"] == "replace" { break }
      return "a set of several places"
    case .restore: return recorded.hasRedacted ? "redacted" : nil
    case .action, .binding:
      guard let action = self[.action] else { return "an action without a form in JSON" }
      if action.hasRedacted { return "redacted" }
      if kind == .binding, action.value["binding"] == [:] { return Self.bindingReason }
    default: break
    }
    if kind == .set, recorded.hasRedacted { return "redacted" }
    // What else than the state and the action was needed.
    return string(.depends)
  }
}
