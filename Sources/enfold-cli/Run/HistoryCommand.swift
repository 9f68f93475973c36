// HistoryCommand: what can be typed in `enfold run` of what has happened.
import EnfoldJSON
import EnfoldSessions

/// A command that begins with a colon. It may stand in a file of actions, too.
enum HistoryCommand: String, CaseIterable {
  case back = ":back"
  case forward = ":forward"
  case at = ":at"
  case blame = ":blame"
  case record = ":record"

  var help: String {
    switch self {
    case .back: ":back                goes back to the state before the last commit"
    case .forward: ":forward             goes on to the state that :back has left"
    case .at: ":at REVISION         goes to the state after a commit; without it, says which one this is"
    case .blame: ":blame POINTER       shows the commits that made a value what it is: :blame /items/id=7/title"
    case .record: ":record FILE         records into a session file from now on; without it, ends the recording"
    }
  }

  /// What a command has done.
  enum Outcome {
    case moved(UInt64)
    case moment(UInt64)
    case changes([Blame.Change])
    /// Nil: the recording has ended.
    case recording(String?)
  }

  func perform(_ argument: String, _ history: History, _ runtime: Runtime, isHeld: Bool) throws(Failure) -> Outcome {
    switch self {
    case .back, .forward, .at:
      if isHeld, self != .at || !argument.isEmpty {
        throw Failure("the store is held, so this would be kept back; :release lets it go on")
      }
      return try move(argument, history)
    case .blame:
      guard argument.isEmpty || argument.first == "/" else {
        throw Failure("\(argument): a JSON Pointer begins with \"/\". Try: :blame /\(argument)")
      }
      return .changes(try history.blame(argument))
    case .record:
      try runtime.record(argument.isEmpty ? nil : argument)
      return .recording(argument.isEmpty ? nil : argument)
    }
  }

  private func move(_ argument: String, _ history: History) throws(Failure) -> Outcome {
    guard self == .at else {
      if !argument.isEmpty { throw Failure("\(rawValue) stands alone, and \"\(argument)\" is too much") }
      return .moved(try history.go(self == .back ? -1 : 1))
    }
    if argument.isEmpty { return .moment(history.moment) }
    guard let revision = UInt64(argument) else {
      throw Failure(":at needs a revision, such as :at 12, and not \(argument)")
    }
    return .moved(try history.go(to: revision))
  }
}
