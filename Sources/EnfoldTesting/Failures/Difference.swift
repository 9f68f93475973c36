// Difference: how failures show values.
import CustomDump

/// Shows values for people: indented, and without the hidden parts of states.
enum Difference {
  /// Shows only what differs, marked with − and +, and says what the two signs stand for.
  ///
  ///     Counter.State(
  ///   −   count: 1,
  ///   +   count: 2,
  ///       isLoading: false
  ///     )
  ///
  ///   (Expected: −, Actual: +)
  static func between<Value>(_ first: (String, Value), _ second: (String, Value)) -> String {
    guard let difference = diff(first.1, second.1, format: .proportional) else {
      return "The values are not equal, but look alike:\n\n\(shown(second.1))"
    }
    return "\(difference)\n\n(\(first.0): −, \(second.0): +)"
  }

  /// Shows one value.
  static func shown<Value>(_ value: Value) -> String { indented(String(customDumping: value)) }

  static func indented(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.isEmpty ? "" : "  \($0)" }
      .joined(separator: "\n")
  }
}

/// "1 action", "2 actions".
func counted(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }
