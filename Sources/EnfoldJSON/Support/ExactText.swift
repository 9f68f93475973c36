// ExactText: a text that is compared by its bytes: a name, a key, a path.

/// A text that equals another one only if both have the same bytes, and that is ordered by them.
///
/// Two spellings of "é" are one `String`, but two texts in JSON and two names of files. So what finds something by the name
/// that a host or a feature has given it uses this.
package struct ExactText: Hashable, Comparable, Sendable {
  package let text: String

  package init(_ text: String) { self.text = text }

  package static func == (text: ExactText, other: ExactText) -> Bool { text.text.hasSameBytes(as: other.text) }
  package static func < (text: ExactText, other: ExactText) -> Bool { text.text.precedesInUTF8(other.text) }
  package func hash(into hasher: inout Hasher) { text.hashBytes(into: &hasher) }
}
