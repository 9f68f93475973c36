// Holding: holds the store of `enfold run`, lets it take steps, and knows its breakpoints.
import EnfoldJSON
import EnfoldSchemas

/// Does the commands that begin with a colon, at a terminal and in a file of actions.
final class Holding {
  /// A breakpoint, as it was typed.
  struct Breakpoint {
    let number: UInt64
    let place: Place

    /// What events tell of it.
    var json: JSONValue { place.json.adding("number", .unsigned(number)) }
    /// "1: before add".
    var text: String { "\(number): \(place.text)" }
  }

  /// Where a store stops.
  enum Place {
    case action(String)
    case path(String)

    var json: JSONValue {
      switch self {
      case .action(let name): ["action": .string(name)]
      case .path(let pointer): ["path": .string(pointer)]
      }
    }

    var text: String {
      switch self {
      case .action(let name): "before \(name)"
      case .path(let pointer): "behind a change of \(pointer)"
      }
    }
  }

  /// What a command has done.
  enum Outcome {
    case held, released
    /// It was released, and stops again at a breakpoint, of which the log has a record.
    case stopped
    case stepped(isDone: Bool)
    /// The breakpoints may be others now.
    case breakpoints
  }

  private let runtime: Runtime
  private let store: Store
  private let feature: Feature
  private(set) var breakpoints: [Breakpoint] = []
  /// Whether there was such a command. Before the first one the store cannot be held.
  private(set) var isUsed = false

  init(runtime: Runtime, store: Store, feature: Feature) {
    self.runtime = runtime
    self.store = store
    self.feature = feature
  }

  /// Whether the store is held, by a command or by a breakpoint.
  var isHeld: Bool { isUsed && (try? runtime.hasHeldStore()) == true }

  func perform(_ command: HoldCommand, _ argument: String) throws(Failure) -> Outcome {
    isUsed = true
    if command != .breakpoint, !argument.isEmpty {
      throw Failure("\(command.rawValue) stands alone, and \"\(argument)\" is too much")
    }
    switch command {
    case .hold:
      try store.hold(true)
      return .held
    case .release:
      guard isHeld else { throw Failure("the store is not held, so it goes on already; :hold holds it") }
      try store.hold(false)
      return isHeld ? .stopped : .released
    case .step:
      guard isHeld else { throw Failure("the store is not held, so there is no step to take; :hold holds it") }
      return .stepped(isDone: try store.step())
    case .breakpoint:
      try changeBreakpoints(argument)
      return .breakpoints
    }
  }

  private func changeBreakpoints(_ argument: String) throws(Failure) {
    let word = argument.prefix { !$0.isWhitespace }
    if argument.isEmpty {
      return
    } else if argument == "clear" {
      try store.changeBreakpoints(["clear": true])
      breakpoints = []
    } else if word == "clear" {
      try remove(String(argument.dropFirst(word.count)).trimmed)
    } else {
      let place: Place
      if argument.first == "/" { place = .path(argument) } else { place = .action(try actionName(argument)) }
      let number = try store.changeBreakpoints(place.json)
      breakpoints.append(Breakpoint(number: number, place: place))
    }
  }

  private func remove(_ text: String) throws(Failure) {
    guard let number = UInt64(text), let index = breakpoints.firstIndex(where: { $0.number == number }) else {
      throw Failure("there is no breakpoint \(text); :break shows those that there are")
    }
    try store.changeBreakpoints(["remove": .unsigned(number)])
    breakpoints.remove(at: index)
  }

  /// The name of an action, typed as it is or as JSON, if the schema has it.
  private func actionName(_ text: String) throws(Failure) -> String {
    var name = text
    if text.first == "\"" {
      guard let parsed = (try? JSONValue(parsing: text))?.string else { throw Failure("\(text) is no text in JSON") }
      name = parsed
    }
    var schema: Schema? = feature.action
    var around: String?
    for part in name.split(separator: "/", omittingEmptySubsequences: false).map({ String($0) }) {
      // A schema that names nothing says nothing.
      guard let known = schema?.names, !known.isEmpty else { break }
      guard known.contains(part) else {
        let what = around.map { "\($0) has nothing of the name" } ?? "\(feature.name) has no action"
        let meant = nearest(to: part, among: known).map { ". Did you mean \($0)?" } ?? ""
        throw Failure("\(what) \"\(part)\"; it has: \(known.joined(separator: ", "))\(meant)")
      }
      schema = schema?[part]
      around = part
    }
    return name
  }
}
