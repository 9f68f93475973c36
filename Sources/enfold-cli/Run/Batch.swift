// Batch: `enfold run` with actions from a file or a pipe, and events as JSON lines.
import EnfoldJSON
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
      guard bytes.contains(where: { $0 > 0x20 }) else { continue }
      // If the plugin traps, what came before is not lost.
      output.flush()
      do throws(Failure) {
        try bytes.withUnsafeBytes { bytes in Result { () throws(Failure) in try store.send(bytes) } }.get()
        actions += 1
      } catch {
        refuse(error, bytes, line: line)
      }
    }
    if reader.problem != 0 {
      failed += 1
      progress.clear()
      errors.line("enfold: \(name) cannot be read: \(String(cString: strerror(reader.problem)))")
    }
    let isIdle = try runtime.wait(milliseconds: timeout)
    progress.clear()
    if !isIdle {
      errors.line("enfold: effects still run after \(Double(timeout) / 1000) seconds; --timeout gives them more")
    }
    try writeEnd(actions: actions, isIdle: isIdle)
    return refused == 0 && failed == 0 && isIdle
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
    let text = String(decoding: bytes, as: UTF8.self)
    errors.line("line \(line): \("\(failure)".visible)")
    if let offset = failure.offset {
      errors.line(withCaret(text, offset: offset, width: errors.isTerminal ? terminalWidth() : 100, style: style))
    }
    if case .action(let action, let name?) = TypedLine(text), feature.hasAction(name) {
      errors.line("  a line is JSON, such as \(action)")
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
    if let text = explanations.next(for: record.topic) { errors.line("  " + text) }
    if let request = feature.unanswered(in: record.message), hinted.insert(request.name).inserted {
      errors.line("  --answer \(request.name)='\(request.exampleAnswer)' answers it")
    }
    errors.flush()
  }

  private func writeEnd(actions: Int, isIdle: Bool) throws(Failure) {
    var text = "{\"event\":\"end\",\"actions\":\(actions),\"refused\":\(refused),\"failed\":\(failed)"
    text += ",\"idle\":\(isIdle),\"revision\":\(try store.revision())"
    if isQuiet { text += ",\"state\":\(try store.state())" }
    output.line(text + "}")
    output.flush()
    errors.flush()
  }
}
