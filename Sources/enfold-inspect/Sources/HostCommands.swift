// HostCommands: asks a host, and finds what its answers belong to.
import EnfoldJSON
import NIOCore

/// The commands of one connection. Used on the event loop only.
final class HostCommands {
  typealias Answer = (Result<JSONValue, Refusal>) -> Void

  private let loop: NIOIsolatedEventLoop
  private var waiting: [UInt64: (answer: Answer, deadline: Scheduled<Void>)] = [:]
  private var last: UInt64 = 0
  private static let most = 64
  private static let patience = TimeAmount.seconds(10)

  init(_ loop: NIOIsolatedEventLoop) { self.loop = loop }

  /// Sends a command.
  ///
  /// - Parameter members: writes what the command has besides its name.
  func ask(
    _ connection: HostConnection, _ name: String, _ members: (inout JSONWriter) -> Void, _ answer: @escaping Answer
  ) {
    guard let channel = connection.channel, channel.isActive else {
      return answer(.failure(Refusal(409, "the program is not connected")))
    }
    guard waiting.count < Self.most, channel.isWritable else {
      return answer(.failure(Refusal(503, "the program does not answer: too many commands wait")))
    }
    last += 1
    let id = last
    var writer = JSONWriter(capacity: 1 << 10)
    writer.object {
      $0.member("id", id)
      $0.member("do", name)
      members(&$0)
    }
    writer.raw(UInt8(ascii: "\n"))
    let line = writer.withBytes { channel.allocator.buffer(bytes: $0) }
    let deadline = loop.scheduleTask(in: Self.patience) {
      self.finish(id, .failure(Refusal(504, "the program has not answered in 10 seconds; it may have stopped")))
    }
    waiting[id] = (answer, deadline)
    channel.writeAndFlush(line, promise: nil)
  }

  /// The host has answered.
  func answer(_ id: JSONValue, _ reply: JSONValue) {
    guard let id = id.number else { return }
    guard let error = reply["error"] else { return finish(id, .success(reply)) }
    var message = "the program has refused it"
    if case .string(let text)? = error["message"] { message = Self.withoutFunction(text) }
    var name: String?
    if case .string(let text)? = error["status"] { name = text }
    finish(id, .failure(Refusal(400, message, name: name, offset: error["offset"]?.number)))
  }

  /// A message without the function that it begins with: the person has not called that function.
  private static func withoutFunction(_ message: String) -> String {
    let name = message.prefix { $0 != ":" }
    guard name.hasPrefix("enfold_"), message.dropFirst(name.count).hasPrefix(": ") else { return message }
    return String(message.dropFirst(name.count + 2))
  }

  private func finish(_ id: UInt64, _ result: Result<JSONValue, Refusal>) {
    guard let command = waiting.removeValue(forKey: id) else { return }
    command.deadline.cancel()
    command.answer(result)
  }

  /// The connection has ended.
  func fail(_ message: String) {
    for id in waiting.keys { finish(id, .failure(Refusal(502, message))) }
  }
}
