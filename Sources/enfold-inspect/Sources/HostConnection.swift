// HostConnection: reads what a host says.
import EnfoldJSON
import EnfoldSessions
import Glibc
import NIOCore

/// Used on the event loop only. What comes is written to the spool before more is read, so nothing piles up.
final class HostConnection: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer

  private let list: SourceList
  private(set) var source: Source
  private let ended: (HostConnection) -> Void
  let commands: HostCommands
  private var lines = Lines(limit: EntryLog.longestLine)
  /// Lines that are in the log and not in the spool yet.
  private var pending: [UInt8] = []
  private var hasHello = false
  private var isOver = false
  private(set) var channel: (any Channel)?
  /// What the host has said about its features, if it was asked.
  var features: [JSONValue] = []

  /// - Parameter ended: called when the connection has ended.
  init(_ source: Source, _ list: SourceList, ended: @escaping (HostConnection) -> Void) {
    (self.source, self.list, self.ended) = (source, list, ended)
    commands = HostCommands(list.slices.loop)
  }

  func handlerAdded(context: ChannelHandlerContext) {
    channel = context.channel
    source.connection = self
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    if isOver { return }
    let problem = unwrapInboundIn(data).withUnsafeReadableBytes { piece -> String? in
      do throws(SessionLine.Problem) {
        try lines.take(piece) { line throws(SessionLine.Problem) in if !isOver { try take(line) } }
        return nil
      } catch { return error.message }
    }
    write()
    if let problem { end(.broken, problem) }
    list.changed()
    source.states.follow()
    if isOver { context.close(promise: nil) }
  }

  func channelInactive(context: ChannelHandlerContext) {
    if !isOver {
      let isThere = SocketIdentity(source.path) != nil
      end(isThere ? .killed : .closed, isThere ? "the program has ended without a word" : "the runtime was closed")
    }
    channel = nil
    commands.fail("the program has gone")
    ended(self)
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

  private func end(_ condition: Source.Condition, _ message: String) {
    isOver = true
    (source.condition, source.message, source.isRecording) = (condition, message, false)
    source.connection = nil
    list.changed()
  }

  // MARK: Lines

  private func take(_ line: UnsafeRawBufferPointer) throws(SessionLine.Problem) {
    if source.log.hasHeader, Self.isEntry(line) { return try add(line) }
    var reader = JSONReader(line, limits: SessionFile.limits)
    let value: JSONValue
    do throws(JSONError) {
      value = try JSONValue(json: &reader)
      try reader.finish()
    } catch { throw SessionLine.Problem(message: "what the program says is no JSON: \(error)") }
    if let reply = value["reply"] { return commands.answer(reply, value) }
    switch value["kind"] {
    case "hello"?: try greet(value)
    case "refused"?: refuse(value)
    default:
      guard hasHello else { throw SessionLine.Problem(message: "what listens there does not speak Enfold's protocol") }
      if value["format"] != nil { try begin(line) } else { try add(line) }
    }
  }

  /// Most lines begin like this, and no other ones do.
  private static func isEntry(_ line: UnsafeRawBufferPointer) -> Bool {
    line.starts(with: "{\"seq\":".utf8) || line.starts(with: "{\"store\":".utf8)
  }

  private func greet(_ hello: JSONValue) throws(SessionLine.Problem) {
    guard hello["protocol"] == 1 else {
      throw SessionLine.Problem(
        message: "the program speaks version \(shown(hello["protocol"])) of the protocol; known: 1")
    }
    // The numbers of stores begin anew.
    if hasHello, source.log.hasHeader {
      write()
      let next = list.addHost(source.path, pid: source.pid ?? 0)
      source.connection = nil
      (source.condition, source.message, source.isRecording) = (.ended, "the recording was turned off", false)
      source = next
      source.connection = self
    }
    hasHello = true
    (source.condition, source.message) = (.connected, nil)
    if case .string(let program)? = hello["program"] { source.name = CutText(program, at: 100).text }
    source.pid = hello["pid"]?.number.flatMap { Int32(exactly: $0) } ?? source.pid
    source.runtime = hello["runtime"]?.number
    source.hasControl = hello["control"] == true
    source.isRecording = hello["recording"] == true
    source.droppedBefore = hello["dropped"]?.number ?? 0
  }

  private func refuse(_ value: JSONValue) {
    var message = "the program has refused"
    if case .string(let text)? = value["message"] { message = CutText(text, at: 300).text }
    end(hasHello ? .broken : .refused, message)
  }

  private func begin(_ line: UnsafeRawBufferPointer) throws(SessionLine.Problem) {
    if source.log.hasHeader { throw SessionLine.Problem(message: "a second session begins without \"hello\"") }
    if source.log.spool == nil {
      do throws(Refusal) {
        source.log.use(try list.newSpool(pid: source.pid ?? 0))
      } catch { throw SessionLine.Problem(message: error.message) }
    }
    try source.log.begin(line)
    keep(line)
  }

  private func add(_ line: UnsafeRawBufferPointer) throws(SessionLine.Problem) {
    guard source.log.hasHeader else { throw SessionLine.Problem(message: "an entry came before the first line") }
    try source.log.append(line)
    keep(line)
  }

  private func keep(_ line: UnsafeRawBufferPointer) {
    pending += line
    pending.append(UInt8(ascii: "\n"))
  }

  private func write() {
    guard !pending.isEmpty, let spool = source.log.spool else { return }
    let problem = pending.withUnsafeBytes { spool.write($0, at: source.log.end - $0.count) }
    if problem != 0 { end(.broken, "what came cannot be kept: \(String(cString: strerror(problem)))") }
    pending.removeAll(keepingCapacity: pending.count < 1 << 20)
  }
}
