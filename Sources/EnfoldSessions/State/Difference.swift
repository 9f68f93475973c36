// Where two JSON values differ, in words.
import EnfoldJSON

/// A value in a message, shortened.
package func shown(_ value: JSONValue?) -> String {
  guard let value else { return "nothing" }
  let text = value.json
  return text.unicodeScalars.count <= 80
    ? text : String(String.UnicodeScalarView(text.unicodeScalars.prefix(77))) + "..."
}

/// A place where two values differ.
package struct Difference {
  package let path: JSONPath
  /// Nil: nothing.
  package let mine: JSONValue?
  package let its: JSONValue?

  package var words: String { "at \"\(path)\" was \(shown(mine)), now it is \(shown(its))" }
}

extension JSONValue {
  /// Whether it is another value, if redacted places are not compared.
  package func differs(from other: JSONValue) -> Bool { !matches(other) }

  /// The first place that differs, as deep as both have the same kind of container, and what each has there; nil if none does.
  package func difference(to other: JSONValue) -> Difference? {
    var path = JSONPath.root
    var (mine, its) = (self as JSONValue?, other as JSONValue?)
    while true {
      var step: (token: String, mine: JSONValue?, its: JSONValue?)?
      switch (mine, its) {
      case (.object(let first)?, .object(let second)?):
        let keys = first.members.map(\.key) + second.members.map(\.key).filter { first[$0] == nil }
        for key in keys where !same(first[key], second[key]) {
          step = (key, first[key], second[key])
          break
        }
      case (.array(let first)?, .array(let second)?):
        for index in 0..<max(first.count, second.count) {
          let (one, two) = (first.at(index), second.at(index))
          if same(one, two) { continue }
          step = (String(index), one, two)
          break
        }
      default: return same(mine, its) ? nil : Difference(path: path, mine: mine, its: its)
      }
      guard let step else { return nil }
      (path, mine, its) = (path.appending(step.token), step.mine, step.its)
    }
  }
}

private func same(_ mine: JSONValue?, _ its: JSONValue?) -> Bool {
  switch (mine, its) {
  case (nil, nil): true
  case (let mine?, let its?): mine.matches(its)
  default: false
  }
}

extension Array {
  fileprivate func at(_ index: Int) -> Element? { index < count ? self[index] : nil }
}
