// A text with a caret under the byte at which something is wrong.

/// Two lines: the text, and a caret. A long text is cut around the caret.
func withCaret(_ text: String, offset: Int, width: Int, style: Style) -> String {
  let bytes = Array(text.utf8)
  let before = Array(String(decoding: bytes.prefix(offset), as: UTF8.self).map(\.visible))
  let after = Array(String(decoding: bytes.dropFirst(offset), as: UTF8.self).map(\.visible))
  let half = max(10, width / 2 - 4)
  let isCut = before.count > half
  let shown = (isCut ? "…" : "") + String(before.suffix(half))
  let rest = String(after.prefix(half)) + (after.count > half ? "…" : "")
  return "  \(shown)\(rest)\n  \(String(repeating: " ", count: columns(shown)))\(style.red("^"))"
}
