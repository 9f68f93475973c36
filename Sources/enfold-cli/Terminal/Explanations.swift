// Explanations: tells how to learn more of an error, once for each error.

/// - Parameter name: that of a section of docs/errors.md.
func explanation(of name: String) -> String { "enfold explain \(name) tells more" }

/// Says once for each error how to learn more of it, so that many errors make no noise.
struct Explanations {
  private var told: Set<String> = []

  /// Nil if this was said before, or if there is no explanation.
  mutating func next(for name: String?) -> String? {
    guard let name, told.insert(name).inserted else { return nil }
    return explanation(of: name)
  }
}
