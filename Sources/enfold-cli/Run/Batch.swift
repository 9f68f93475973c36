// Batch: `enfold run` with actions from a file or a pipe, and events as JSON lines.
import EnfoldJSON
import EnfoldSchemas
import Glibc

/// Sends one action for each line. It reports an action that is refused, and reads on.
final class Batch {
  private let runtime: Runtime
  private let store: Store
  private let feature: Feature
  private let output: Output
  private let errors: Output
  private let style: Style
  private let isQuiet: Bool
  private let holding: Holding
  /// What has happened: if events are written, from the beginning, otherwise since it was asked for first.
  private var history: History?
  private var refused = 0
  private var failed = 0
  /// The requests for which it has said how to answer them.
  private var hinted: Set<String> = []
  private var explanations = Explanations()
  private var progress = Progress(total: 0, output: Output(STDERR_FILENO))

  /// - Parameter isQuiet: no events are written, and the end has the last state.
  init(runtime: Runtime, store: Store, feature: Feature, output: Output, errors: Output, style: Style, isQuiet: Bool) {
    self.runtime = runtime
    self.store = store
    self.feature = feature
    self.output = output
    self.errors = errors
    self.style = style
    self.isQuiet = isQuiet
    holding = Holding(runtime: runtime, store: store, feature: feature)
  }

  /// - Returns: false if an action was refused, an effect failed, or effects still ran when the time was over.
  func run(
    from descriptor: Int32, named name: String, observing pointers: [String], patches: Bool, timeout: Int64
  ) throws(Failure) -> Bool {
    try runtime.log { [weak self] in self?.report($0) }
    if !isQuiet {
      for pointer in pointers { try store.observe(pointer, patches: patches) { [weak self] in self?.write($0) } }
    }
    let watched = try runtime.descriptor()
    if !isQuiet { try beginHistory() }
    progress = Progress(total: size(of: descriptor), output: errors)
    var reader = LineReader(descriptor)
    var (line, actions) = (0, 0)
    let pump = { [runtime] in try? runtime.pump() }
    while let bytes = reader.next(watching: watched, work: { pump() }, idle: { self.output.flush() }) {
      line += 1
      if line % 64 == 0 {
        pump()
        progress.show(bytes: reader.bytes, actions: actions)
      }
      guard let first = bytes.first(where: { $0 > 0x20 }) else { continue }
      // If the plugin traps, what came before is not lost.
      output.flush()
      do throws(Failure) {
        if first == UInt8(ascii: ":") {
          try perform(String(decoding: bytes, as: UTF8.self))
        } else {
          try send(bytes, line: line)
          actions += 1
        }
      } catch {
        refuse(error, bytes, line: line)
      }
      // So that a stop is told before the next line.
      if holding.isUsed { pump() }
    }
    if reader.problem != 0 {
      failed += 1
      progress.clear()
      errors.line("enfold: \(name) cannot be read: \(String(cString: strerror(reader.problem)))")
    }
    let isIdle = try waitForEffects(milliseconds: timeout)
    progress.clear()
    if !isIdle, holding.isHeld {
      errors.line("enfold: the store is still held at the end; :release lets it go on")
    } else if !isIdle {
      errors.line("enfold: effects still run after \(Double(timeout) / 1000) seconds; --timeout gives them more")
    }
    try writeEnd(actions: actions, isIdle: isIdle)
    return refused == 0 && failed == 0 && isIdle
  }

  private func send(_ bytes: ArraySlice<UInt8>, line: Int) throws(Failure) {
    let isHeld = holding.isHeld
    try bytes.withUnsafeBytes { bytes in Result { () throws(Failure) in try store.send(bytes) } }.get()
    if isHeld { tell(["event": "kept", "line": .integer(Int64(line))]) }
  }

  private func perform(_ line: String) throws(Failure) {
    switch TypedLine(line) {
    case .holding(let command, let argument): tell(try holding.perform(command, argument))
    case .history(let command, let argument):
      let history = try beginHistory()
      tell(try command.perform(argument, history, runtime, isHeld: holding.isHeld))
    default: throw Failure(TypedLine.unknownCommand(String(line.trimmed.prefix { !$0.isWhitespace })))
    }
  }

  @discardableResult private func beginHistory() throws(Failure) -> History {
    if let history { return history }
    let begun = try History(store, of: feature)
    history = begun
    return begun
  }

  private func tell(_ outcome: Holding.Outcome) {
    switch outcome {
    case .held: tell(["event": "held", "held": true])
    case .released: tell(["event": "held", "held": false])
    case .stopped: break
    case .stepped(let isDone): tell(["event": "step", "done": .bool(isDone)])
    case .breakpoints: tell(["event": "breakpoints", "breakpoints": .array(holding.breakpoints.map(\.json))])
    }
  }

  private func tell(_ outcome: HistoryCommand.Outcome) {
    switch outcome {
    case .moved(let revision), .moment(let revision): tell(["event": "moment", "at": .unsigned(revision)])
    case .changes(let changes): tell(["event": "blame", "changes": .array(changes.map(\.json))])
    case .recording(let file): tell(["event": "recording", "file": file.map { .string($0) } ?? .null])
    }
  }

  /// Writes an event about a command.
  private func tell(_ event: JSONValue) {
    if !isQuiet { output.line(event.json) }
  }

  /// Waits until no effect runs any more, or the store is held: what is kept back would be waited for in vain.
  private func waitForEffects(milliseconds: Int64) throws(Failure) -> Bool {
    guard holding.isUsed else { return try runtime.wait(milliseconds: milliseconds) }
    var left = milliseconds
    while left > 0, !holding.isHeld {
      let part = min(left, 20)
      if try runtime.wait(milliseconds: part) { return true }
      left -= part
    }
    return try runtime.wait(milliseconds: 0)
  }

  private func size(of descriptor: Int32) -> Int {
    var status = stat()
    return fstat(descriptor, &status) == 0 ? Int(status.st_size) : 0
  }

  private func write(_ event: Event) {
    var text = "{\"event\":\"state\",\"pointer\":\(JSONValue.string(event.pointer).json),\"revision\":\(event.revision)"
    if event.isInitial { text += ",\"initial\":true" }
    if event.isRemoved { text += ",\"removed\":true" }
    if let value = event.value { text += ",\"value\":\(value)" }
    if let patch = event.patch { text += ",\"patch\":\(patch)" }
    output.line(text + "}")
  }

  private func refuse(_ failure: Failure, _ bytes: ArraySlice<UInt8>, line: Int) {
    refused += 1
    progress.clear()
    var failure = failure
    let text = String(decoding: bytes, as: UTF8.self)
    if case .action(let action, let name?) = TypedLine(text), feature.hasAction(name) {
      failure.message = "a line is JSON: write \(action)"
    }
    errors.line("line \(line): \("\(failure)".visible)")
    if let offset = failure.offset {
      errors.line(withCaret(text, offset: offset, width: errors.isTerminal ? terminalWidth() : 100, style: style))
    }
    if let text = explanations.next(for: failure.status) { errors.line("  " + text) }
    errors.flush()
    var record = failure.added(to: ["event": "refused", "line": .integer(Int64(line))])
    if let offset = failure.offset { record = record.adding("offset", .integer(Int64(offset))) }
    output.line(record.json)
  }

  private func report(_ record: LogRecord) {
    if record.isError { failed += 1 }
    progress.clear()
    errors.line(style.log(record))
    if record.isStop {
      let event: JSONValue = ["event": "held", "held": true, "message": .string(record.message)]
      tell(record.action.map { event.adding("action", .string($0)) } ?? event)
    } else if let text = explanations.next(for: record.topic) {
      errors.line("  " + text)
    }
    if let request = feature.unanswered(in: record.message), hinted.insert(request.name).inserted {
      errors.line("  --answer \(request.name)='\(request.exampleAnswer)' answers it")
    }
    errors.flush()
  }

  private func writeEnd(actions: Int, isIdle: Bool) throws(Failure) {
    var text = "{\"event\":\"end\",\"actions\":\(actions),\"refused\":\(refused),\"failed\":\(failed)"
    text += ",\"idle\":\(isIdle),\"revision\":\(try store.revision())"
    if holding.isHeld { text += ",\"held\":true" }
    if isQuiet { text += ",\"state\":\(try store.state())" }
    output.line(text + "}")
    output.flush()
    errors.flush()
  }
}
