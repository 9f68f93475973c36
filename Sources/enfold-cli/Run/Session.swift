// Session: `enfold run` at a terminal.
import EnfoldJSON
import EnfoldSchemas

/// Reads lines, sends what they mean, and shows what changes.
final class Session {
  private let runtime: Runtime
  private let store: Store
  private let feature: Feature
  private let output: Output
  private let style: Style
  private let holding: Holding
  private var history: History?
  /// The revisions of the states before the last typed actions, the newest last.
  private var past: [UInt64] = []
  private static let longestPast = 100
  /// Whether the action that is being typed is still to be reported: it is not echoed.
  private var isEchoing = false
  /// Whether a state is being restored. For observers the whole state is another one then, which would be hard to read.
  private var isUndoing = false
  private var explanations = Explanations()
  /// Whether changes of the whole state are shown.
  private var showsAll = false

  init(runtime: Runtime, store: Store, feature: Feature, style: Style, output: Output) {
    self.runtime = runtime
    self.store = store
    self.feature = feature
    self.style = style
    self.output = output
    holding = Holding(runtime: runtime, store: store, feature: feature)
  }

  /// - Parameter pointers: what is shown when it changes.
  /// - Returns: when the person quits, or the terminal is gone.
  func run(observing pointers: [String]) throws(Failure) {
    try runtime.log { [weak self] in self?.show(record: $0) }
    showGreeting()
    show(state: try store.state())
    try store.observeActions { [weak self] in self?.show(action: $0) }
    history = try History(store, of: feature)
    showsAll = pointers.contains("")
    for pointer in pointers {
      try store.observe(pointer, patches: true, initial: false) { [weak self] in self?.show(change: $0) }
    }
    let feature = feature
    let editor = LineEditor(prompt: prompt, output: output) {
      TypedLine.completion($0, feature: feature)
    }
    let descriptor = try runtime.descriptor()
    while true {
      editor.prompt = prompt
      let input = editor.read(watching: descriptor) {
        try? runtime.pump()
        editor.prompt = prompt
      }
      switch input {
      case .end: return
      case .interrupt: output.line(style.dim("quit ends; Ctrl-D, too"))
      case .line(let line):
        if case .command(.quit, _) = TypedLine(line) { return }
        perform(TypedLine(line))
        // So that a stop is told before the next line, which may be typed already.
        if holding.isUsed { try? runtime.pump() }
      }
      output.flush()
    }
  }

  private var prompt: String { "\(feature.name)\(holding.isHeld ? " (held)" : "")> " }

  private func perform(_ line: TypedLine) {
    switch line {
    case .empty: break
    case .action(let action, let name):
      guard let name, !feature.hasAction(name) else { return send(action) }
      if let command = SessionCommand.meant(by: name) {
        let meant = "Did you mean the command \(command)? help shows all"
        output.line(style.red("\(feature.name) has no action \"\(name)\". \(meant)"))
      } else if name.first == ":" {
        output.line(style.red(TypedLine.unknownCommand(name)))
      } else {
        send(action)
      }
    case .command(.state, let pointer):
      report(pointer) { () throws(Failure) in self.show(state: try self.store.state(at: pointer)) }
    case .command(.undo, _): undo()
    case .command(.answer, let argument): answer(argument)
    case .command(.help, let name): showHelp(name)
    case .command(.quit, _): break
    case .holding(let command, let argument): perform(command, argument)
    case .history(let command, let argument): perform(command, argument)
    }
  }

  private func send(_ action: String) {
    report(action) { () throws(Failure) in
      let before = self.history?.moment ?? 0
      let isHeld = self.holding.isHeld
      self.isEchoing = true
      defer { self.isEchoing = false }
      try self.store.send(action)
      if isHeld {
        self.output.line(self.style.dim("kept back, because the store is held"))
        // Actions that are kept back one after the other have one state before them.
        if self.past.last == before { return }
      }
      self.past.append(before)
      if self.past.count > Self.longestPast { self.past.removeFirst() }
    }
  }

  private func perform(_ command: HoldCommand, _ argument: String) {
    report(argument) { () throws(Failure) in
      switch try self.holding.perform(command, argument) {
      case .held: self.output.line(self.style.dim("the store is held; :step takes one action, :release goes on"))
      case .released: self.output.line(self.style.dim("the store goes on"))
      case .stopped, .stepped(isDone: true): break
      case .stepped(isDone: false): self.output.line(self.style.dim("nothing is kept back"))
      case .breakpoints:
        for breakpoint in self.holding.breakpoints { self.output.line(self.style.dim(breakpoint.text)) }
        if self.holding.breakpoints.isEmpty { self.output.line(self.style.dim("there are no breakpoints")) }
      }
    }
  }

  private func undo() {
    guard !holding.isHeld else {
      output.line(style.red("the store is held, so undo would be kept back; :release lets it go on"))
      return
    }
    guard let revision = past.popLast() else {
      output.line(style.dim("nothing was sent yet that could be undone"))
      return
    }
    report("") { () throws(Failure) in
      try self.travel { history throws(Failure) in _ = try history.go(to: revision) }
    }
  }

  private func perform(_ command: HistoryCommand, _ argument: String) {
    report(argument) { () throws(Failure) in
      var outcome: HistoryCommand.Outcome?
      try self.travel { history throws(Failure) in
        outcome = try command.perform(argument, history, self.runtime, isHeld: self.holding.isHeld)
      }
      switch outcome {
      case .moved(let revision): self.output.line(self.style.dim("the state after revision \(revision)"))
      case .moment(let revision): self.output.line(self.style.dim("this is the state after revision \(revision)"))
      case .changes(let changes):
        for line in changes.flatMap({ $0.lines(self.style) }) { self.output.line(line) }
        if changes.isEmpty { self.output.line(self.style.dim("nothing in this run has changed it")) }
      case .recording(let file?): self.output.line(self.style.dim("what happens from now on is recorded into \(file)"))
      case .recording(nil): self.output.line(self.style.dim("the recording has ended"))
      case nil: break
      }
    }
  }

  /// Goes to another state, and shows what is different there.
  private func travel(_ body: (History) throws(Failure) -> Void) throws(Failure) {
    guard let history else { return }
    let (now, commits) = (try store.state(), try store.revision())
    isUndoing = true
    defer { isUndoing = false }
    try body(history)
    guard showsAll, try store.revision() > commits else { return }
    for operation in differences(from: now, to: try store.state()) {
      output.line(style.operation(operation, below: ""))
    }
  }

  private func answer(_ argument: String) {
    let name = String(argument.prefix { !$0.isWhitespace })
    let text = String(argument.dropFirst(name.count)).trimmed
    guard let request = feature.requests.first(where: { $0.name == name }) else {
      let names = feature.requests.map(\.name).joined(separator: ", ")
      let known = names.isEmpty ? "it asks its host for nothing" : "it asks for: \(names)"
      output.line(style.red("\(feature.name) has no request \"\(name)\"; \(known)"))
      return
    }
    do {
      let json = try JSONValue(parsing: text)
      try runtime.answer(request, with: json)
    } catch let error as JSONError {
      output.line(style.red("the answer is not JSON: \(error.message)"))
      output.line(withCaret(text, offset: error.offset, width: terminalWidth(), style: style))
    } catch {
      output.line(style.red("\((error as? Failure)?.message ?? "\(error)")"))
    }
  }

  /// Does something, and shows what libenfold says against it, with a caret in the text that was given.
  private func report(_ text: String, _ body: () throws(Failure) -> Void) {
    do {
      try body()
    } catch {
      output.line(style.red("\(error)"))
      if let offset = error.offset {
        output.line(withCaret(text, offset: offset, width: terminalWidth(), style: style))
      }
      if let text = explanations.next(for: error.status) { output.line(style.dim(text)) }
    }
  }

  // MARK: What is shown

  private func showGreeting() {
    output.line("\(style.bold(feature.name)) of \(feature.plugin) \(feature.version). Tab completes; help tells more.")
    for request in feature.requests {
      let form = request.isStream ? "a stream of \(request.answer.summary())" : request.answer.summary()
      output.line(style.dim("It asks its host for \(request.name) (\(form)): answer \(request.name) JSON"))
    }
  }

  private func show(state: String) {
    let value = (try? JSONValue(parsing: state, limits: .greatest)) ?? .string(state)
    output.line(style.json(value, width: min(100, terminalWidth())))
  }

  private func show(action event: Event) {
    if isEchoing, !event.isMutation {
      isEchoing = false
      return
    }
    guard let action = event.action else { return }
    output.line(style.dim("\(event.isMutation ? "mutation" : "action") \(action)"))
  }

  private func differences(from old: String, to new: String) -> [JSONValue] {
    guard let old = try? JSONValue(parsing: old, limits: .greatest),
      let new = try? JSONValue(parsing: new, limits: .greatest)
    else { return [] }
    return new.operations(from: old)
  }

  private func show(change event: Event) {
    guard !isUndoing || !event.pointer.isEmpty else { return }
    if event.isRemoved { output.line(style.red("- \(event.pointer)")) }
    guard let text = event.patch, let patch = try? JSONValue(parsing: text, limits: .greatest) else { return }
    for operation in patch.elements { output.line(style.operation(operation, below: event.pointer)) }
  }

  private func show(record: LogRecord) {
    output.line(style.log(record))
    if !record.isStop, let text = explanations.next(for: record.topic) { output.line(style.dim(text)) }
    if let request = feature.unanswered(in: record.message) {
      output.line(style.dim("  answer \(request.name) \(request.exampleAnswer) answers it from now on"))
    }
  }

  private func showHelp(_ name: String) {
    let cases = feature.action.cases
    if !name.isEmpty {
      guard let found = cases.first(where: { $0.name == name }) else {
        output.line(style.red("\(feature.name) has no action \"\(name)\"; help shows all"))
        return
      }
      let forms = found.payload?.cases ?? []
      let payload = forms.isEmpty ? found.payload?.summary(depth: 4) ?? "" : "and one of"
      output.line("\(style.blue(found.name)) \(payload)".trimmed)
      for form in forms { output.line("  \(form.summary(depth: 3))") }
      return
    }
    output.line(style.bold("Actions") + " of \(feature.name), also as JSON, such as {\"name\":payload}:")
    for each in cases {
      output.line("  \(style.blue(each.name))\(each.payload.map { " " + $0.summary(depth: 1) } ?? "")")
    }
    if cases.isEmpty { output.line("  its schema does not name them; they are typed as JSON") }
    output.line(style.bold("Commands:"))
    for command in SessionCommand.allCases { output.line("  \(command.help)") }
    for line in HoldCommand.allCases.flatMap(\.help) + HistoryCommand.allCases.map(\.help) { output.line("  \(line)") }
  }
}
