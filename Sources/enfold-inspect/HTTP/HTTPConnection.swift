// HTTPConnection: reads the requests of one connection, and writes the answers.
import EnfoldJSON
import NIOCore
import NIOHTTP1

/// Used on the event loop only. One request is answered after the other.
final class HTTPConnection: ChannelInboundHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias OutboundOut = HTTPServerResponsePart

  enum Phase {
    /// Nothing of a request has come; a request comes; it is answered; what still comes is of no interest.
    case idle, reading, answering, draining
  }

  let server: Server
  var channel: (any Channel)?
  private(set) var phase = Phase.idle
  /// How many requests have begun.
  private(set) var heads = 0
  private(set) var head: HTTPRequestHead?
  private var destination: Router.Destination?
  private var body = ByteBuffer()
  /// What has come while a request is answered.
  private var later: [HTTPServerRequestPart] = []
  private var laterBytes = 0
  private var timer: Scheduled<Void>?
  /// How many bytes of events wait to be written.
  var waiting = 0
  var isStream = false

  static let longestHead = 16 << 10
  static let longestBody = 1 << 20
  private static let mostLater = 64

  init(_ server: Server) { self.server = server }

  var isOpen: Bool { channel?.isActive ?? false }

  func channelActive(context: ChannelHandlerContext) {
    channel = context.channel
    limit(.seconds(10))
  }

  func channelInactive(context: ChannelHandlerContext) {
    timer?.cancel()
    channel = nil
    server.closed(self)
  }

  /// Closes the connection after a time, unless something happens.
  func limit(_ time: TimeAmount?) {
    timer?.cancel()
    timer = time.map { server.loop.scheduleTask(in: $0) { self.channel?.close(promise: nil) } }
  }

  // MARK: Reading

  func channelRead(context: ChannelHandlerContext, data: NIOAny) { take(unwrapInboundIn(data)) }

  private func take(_ part: HTTPServerRequestPart) {
    switch phase {
    case .draining: return
    case .answering:
      if isStream { return }
      later.append(part)
      if case .body(let bytes) = part { laterBytes += bytes.readableBytes }
      if later.count > Self.mostLater || laterBytes > Self.longestBody { channel?.close(promise: nil) }
      return
    case .idle, .reading: break
    }
    switch part {
    case .head(let head): begin(head)
    case .body(let bytes):
      guard body.readableBytes + bytes.readableBytes <= Self.longestBody else {
        return refuse(Refusal(413, "the body has more than \(Self.longestBody) bytes"))
      }
      body.writeImmutableBuffer(bytes)
    case .end: run()
    }
  }

  private func begin(_ head: HTTPRequestHead) {
    (phase, self.head) = (.reading, head)
    heads += 1
    body = ByteBuffer()
    limit(.seconds(10))
    do throws(Refusal) {
      let size = head.headers.reduce(head.uri.utf8.count) { $0 + $1.name.utf8.count + $1.value.utf8.count + 4 }
      guard size <= Self.longestHead else {
        throw Refusal(431, "the headers have more than \(Self.longestHead) bytes")
      }
      if let length = head.headers.first(name: "content-length").flatMap({ Int($0) }), length > Self.longestBody {
        throw Refusal(413, "the body has more than \(Self.longestBody) bytes")
      }
      destination = try server.router.destination(head)
    } catch { refuse(error) }
  }

  private func run() {
    guard let head, let destination else { return }
    phase = .answering
    limit(nil)
    switch destination {
    case .page(let file): answer(.page(file))
    case .route(let route, let needsBody):
      server.wasOpened()
      do throws(Refusal) {
        let query = try Query(head.uri.drop { $0 != "?" }.dropFirst())
        let call = Call(query, needsBody ? try json() : .null, self)
        try route(call)
      } catch { refuse(error) }
    }
  }

  private func json() throws(Refusal) -> JSONValue {
    let result = body.withUnsafeReadableBytes { bytes in
      Result { () throws(JSONError) in try JSON.decode(JSONValue.self, from: bytes) }
    }
    switch result {
    case .success(let value): return value
    case .failure(let error):
      throw Refusal(
        400, "the body is no JSON: \(error.message)", name: "ENFOLD_BAD_JSON", offset: UInt64(clamping: error.offset))
    }
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    guard let error = error as? HTTPParserError, phase == .idle || phase == .reading else {
      return context.close(promise: nil)
    }
    phase = .reading
    let isTooLong = error == .headerOverflow
    refuse(isTooLong ? Refusal(431, "the headers are too long") : Refusal(400, "this is no HTTP request"))
  }

  /// The head of a request does not end.
  func refuseHead() {
    phase = .reading
    refuse(Refusal(431, "the head of the request has more than \(Self.longestHead) bytes"))
  }

  // MARK: Between requests

  /// The answer was written.
  func finished(keepsOpen: Bool) {
    guard keepsOpen, phase == .answering else { return drain() }
    (phase, head, destination) = (.idle, nil, nil)
    limit(.seconds(60))
    let parts = later
    (later, laterBytes) = ([], 0)
    for part in parts { take(part) }
  }

  /// Says that nothing more comes, and waits a moment until the other side has read the answer.
  private func drain() {
    phase = .draining
    limit(.seconds(2))
    channel?.close(mode: .output, promise: nil)
  }
}
