// HoldCommand: what can be typed in `enfold run` of holding the store.
import EnfoldJSON
import EnfoldSchemas

/// A command that begins with a colon, because its word may be an action. It may stand in a file of actions, too.
enum HoldCommand: String, CaseIterable {
  case hold = ":hold"
  case release = ":release"
  case step = ":step"
  case breakpoint = ":break"

  /// One line for each form of the command.
  var help: [String] {
    switch self {
    case .hold: [":hold                holds the store: what would change its state is kept back"]
    case .release: [":release             lets the store go on"]
    case .step: [":step                takes the first action that is kept back"]
    case .breakpoint:
      [
        ":break add           holds the store before each action of this name; before one inside: row/rename",
        ":break /items        holds the store behind each change at this JSON Pointer",
        ":break               shows the breakpoints",
        ":break clear [N]     removes all breakpoints, or that of a number",
      ]
    }
  }

  /// What may follow `:break `.
  static func completion(ofPlace text: Substring, feature: Feature) -> Completion {
    if text.first == "/" { return .pointers(text, of: feature) }
    let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { String($0) }
    let last = parts.last ?? ""
    var names = feature.action.inside(parts.dropLast())?.names ?? []
    if parts.count < 2 { names.append("clear") }
    return Completion(replaced: last.count, candidates: names.uniqued.filter { $0.hasPrefix(last) })
  }
}

extension Completion {
  /// Pointers to the properties of a state.
  static func pointers(_ text: Substring, of feature: Feature) -> Completion {
    let pointers = feature.state.properties.map { "/" + JSONPath(tokens: [$0.name]).pointer.dropFirst() }
    return Completion(replaced: text.count, candidates: pointers.filter { $0.hasPrefix(text) })
  }
}
