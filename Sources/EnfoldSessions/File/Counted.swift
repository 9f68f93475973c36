// A number of things, in words.

/// "1 commit", "2 commits".
package func counted(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }
