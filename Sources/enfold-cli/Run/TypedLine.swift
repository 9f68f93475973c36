// TypedLine: what a line means that somebody types in `enfold run`.
import EnfoldJSON
import EnfoldSchemas

/// A command of the session, or an action.
enum TypedLine {
  case empty
  case command(SessionCommand, argument: String)
  case holding(HoldCommand, argument: String)
  case history(HistoryCommand, argument: String)
  /// An action as JSON. `name` is what was typed, if it was a name and no JSON.
  case action(String, name: String? = nil)

  /// `increment` is the action "increment", and `setCount 5` is {"setCount":5}. A payload that begins with a letter is a
  /// text: `setFilter active`. A line that begins like JSON is JSON: so an action can have the name of a command.
  init(_ line: String) {
    let text = line.trimmed
    guard let first = text.first else {
      self = .empty
      return
    }
    guard first != "{", first != "\"", first != "[" else {
      self = .action(text)
      return
    }
    let name = String(text.prefix { !$0.isWhitespace })
    let argument = String(text.dropFirst(name.count)).trimmed
    if let command = SessionCommand(rawValue: name) {
      self = .command(command, argument: argument)
    } else if let command = HoldCommand(rawValue: name) {
      self = .holding(command, argument: argument)
    } else if let command = HistoryCommand(rawValue: name) {
      self = .history(command, argument: argument)
    } else if argument.isEmpty {
      self = .action(JSONValue.string(name).json, name: name)
    } else {
      self = .action("{\(JSONValue.string(name).json):\(Self.payload(argument))}", name: name)
    }
  }

  private static func payload(_ text: String) -> String {
    guard let first = text.first, first.isLetter, (try? JSONValue(parsing: text)) == nil else { return text }
    return JSONValue.string(text).json
  }

  /// The commands that may stand in a file of actions, too.
  static let colonCommands = HoldCommand.allCases.map(\.rawValue) + HistoryCommand.allCases.map(\.rawValue)

  /// What is said of a word with a colon that is no command.
  static func unknownCommand(_ name: String) -> String {
    let meant = nearest(to: name, among: colonCommands).map { ". Did you mean \($0)?" } ?? ""
    return "there is no command \"\(name)\"; those with a colon are \(colonCommands.joined(separator: ", "))\(meant)"
  }

  /// What may follow the beginning of a line.
  static func completion(_ line: String, feature: Feature) -> Completion {
    let text = line.drop { $0.isWhitespace }
    if let first = text.first, first == "{" || first == "\"" {
      return JSONPrefix.completion(after: text, schema: feature.action)
    }
    let name = String(text.prefix { !$0.isWhitespace })
    let cases = feature.action.cases
    guard name.count < text.count else {
      let actions = cases.map { $0.payload == nil ? $0.name : $0.name + " " }
      let commands = SessionCommand.allCases.map(\.rawValue) + colonCommands
      let names = (actions + commands).uniqued.filter { $0.hasPrefix(name) }
      return Completion(replaced: name.count, candidates: names)
    }
    let argument = text.dropFirst(name.count).drop { $0.isWhitespace }
    if HistoryCommand(rawValue: name) == .blame { return .pointers(argument, of: feature) }
    if HoldCommand(rawValue: name) == .breakpoint { return HoldCommand.completion(ofPlace: argument, feature: feature) }
    switch SessionCommand(rawValue: name) {
    case .help:
      let names = cases.map(\.name).filter { $0.hasPrefix(argument) }
      return Completion(replaced: argument.count, candidates: names)
    case .state: return .pointers(argument, of: feature)
    case .answer:
      let names = feature.requests.map { $0.name + " " }.filter { $0.hasPrefix(argument) }
      return Completion(replaced: argument.count, candidates: names)
    case .undo, .quit: return Completion()
    case nil:
      guard let payload = cases.first(where: { $0.name == name })?.payload else { return Completion() }
      return JSONPrefix.completion(after: argument, schema: payload)
    }
  }
}

/// What can be typed beside actions.
enum SessionCommand: String, CaseIterable {
  case state, undo, answer, help, quit

  /// The command that was probably meant by an unknown name: `exit`, `hlep`, `step`. It may be one with a colon.
  static func meant(by name: String) -> String? {
    let others: [String: SessionCommand] = [
      "exit": .quit, "bye": .quit, "q": .quit, ":q": .quit, "?": .help, "h": .help, "ls": .help, "show": .state,
    ]
    let commands = allCases.map(\.rawValue) + TypedLine.colonCommands
    return others[name]?.rawValue ?? nearest(to: name, among: commands)
  }

  var help: String {
    switch self {
    case .state: "state [POINTER]      shows the state, or what is at a JSON Pointer: state /items/0"
    case .undo:
      "undo                 goes back to the state before the last action that was typed; :back goes one commit"
    case .answer: "answer NAME JSON     answers requests of this name from now on"
    case .help: "help [ACTION]        shows the actions and these commands"
    case .quit: "quit                 ends; so does Ctrl-D"
    }
  }
}
