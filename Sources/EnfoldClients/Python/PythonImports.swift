// PythonImports: the imports that a Python client needs, in the order in which formatters want them.

enum PythonImports {
  static func lines(for body: [String]) -> [String] {
    let text = body.joined(separator: "\n")
    var lines = ["from __future__ import annotations", ""]
    if text.contains("@dataclass") { lines.append("from dataclasses import dataclass") }
    let typing = ["Any", "ClassVar", "Literal", "Optional", "TypedDict", "Union"].filter { uses($0, text) }
    if !typing.isEmpty { lines.append("from typing import \(typing.joined(separator: ", "))") }
    if lines.count > 2 { lines.append("") }
    let own = [
      "Action", "Feature", "HostFunction", "HostStream", "ListPlace", "MapPlace", "Number", "Place", "V", "json_of",
      "without_none",
    ].filter { uses($0, text) }
    lines +=
      Layout.exploded("from enfold.typed import (", own, ")").count == 1
      ? ["from enfold.typed import \(own.joined(separator: ", "))"]
      : Layout.exploded("from enfold.typed import (", own, ")")
    return lines
  }

  /// Whether a name is used: between characters that are no part of a name, and in no string.
  private static func uses(_ name: String, _ text: String) -> Bool {
    let allowed: [Character] = [" ", "[", "(", "\"", "\n", ",", "@"]
    let after: [Character] = ["[", "]", "(", ")", ",", " ", ":", "\n", "\""]
    var rest = text[...]
    while let range = rest.firstRange(of: name) {
      let before = range.lowerBound == text.startIndex ? " " : text[text.index(before: range.lowerBound)]
      let next = range.upperBound == text.endIndex ? " " : text[range.upperBound]
      if allowed.contains(before), after.contains(next) { return true }
      rest = rest[range.upperBound...]
    }
    return false
  }
}
