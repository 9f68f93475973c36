// HTTPConnection: writes answers.
import NIOCore
import NIOHTTP1

extension HTTPConnection {
  /// What is in every answer.
  private static let headers: [(String, String)] = [
    (
      "Content-Security-Policy",
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
        + "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    ("X-Content-Type-Options", "nosniff"), ("Referrer-Policy", "no-referrer"), ("Cache-Control", "no-store"),
    ("Cross-Origin-Resource-Policy", "same-origin"), ("Cross-Origin-Opener-Policy", "same-origin"),
  ]

  func answer(_ answer: Answer) {
    switch answer {
    case .json(let text): write(200, "application/json", ByteBuffer(string: text))
    case .page(let file): write(200, file.type, ByteBuffer(bytes: file.bytes))
    case .download(let download):
      let name = ("Content-Disposition", "attachment; filename=\"\(download.name)\"")
      begin(200, download.type, size: download.size, [name])
      if head?.method == .HEAD { end() } else { send(download, from: 0) }
    case .events: stream()
    }
  }

  func refuse(_ refusal: Refusal) {
    let more = refusal.status == 405 ? [("Allow", server.router.allowed(head?.uri ?? ""))] : []
    write(refusal.status, "application/json", ByteBuffer(string: refusal.json), more)
  }

  private var keepsOpen: Bool { phase == .answering && head?.isKeepAlive == true }

  private func begin(_ status: Int, _ type: String, size: Int?, _ more: [(String, String)] = []) {
    var headers = HTTPHeaders(Self.headers + [("Content-Type", type)] + more)
    if let size { headers.add(name: "Content-Length", value: String(size)) }
    if !keepsOpen { headers.add(name: "Connection", value: "close") }
    let head = HTTPResponseHead(version: .http1_1, status: HTTPResponseStatus(statusCode: status), headers: headers)
    channel?.write(HTTPServerResponsePart.head(head), promise: nil)
  }

  private func write(_ status: Int, _ type: String, _ body: ByteBuffer, _ more: [(String, String)] = []) {
    begin(status, type, size: body.readableBytes, more)
    if head?.method != .HEAD { channel?.write(HTTPServerResponsePart.body(.byteBuffer(body)), promise: nil) }
    end()
  }

  /// Who does not read the answer is not waited for.
  private func end() {
    let keepsOpen = keepsOpen
    limit(.seconds(60))
    guard let channel else { return }
    let written = channel.eventLoop.makePromise(of: Void.self)
    channel.writeAndFlush(HTTPServerResponsePart.end(nil), promise: written)
    written.futureResult.assumeIsolated().whenSuccess { self.finished(keepsOpen: keepsOpen) }
  }

  // MARK: Files

  private static let piece = 1 << 18

  /// Sends a piece when the one before was taken.
  private func send(_ download: Download, from place: Int) {
    let size = min(Self.piece, download.size - place)
    guard let channel, size > 0 else { return end() }
    var buffer = channel.allocator.buffer(capacity: size)
    let got = buffer.writeWithUnsafeMutableBytes(minimumWritableBytes: size) { bytes in
      download.spool.read(into: UnsafeMutableRawBufferPointer(rebasing: bytes.prefix(size)), at: place)
    }
    // The file has become shorter: what was promised cannot be sent.
    guard got == size else { return channel.close(promise: nil) }
    limit(.seconds(60))
    let written = channel.eventLoop.makePromise(of: Void.self)
    channel.writeAndFlush(HTTPServerResponsePart.body(.byteBuffer(buffer)), promise: written)
    written.futureResult.assumeIsolated().whenSuccess { self.send(download, from: place + size) }
  }

  // MARK: Events

  private static let mostWaiting = 1 << 20

  private func stream() {
    if head?.method == .HEAD {
      begin(200, "text/event-stream", size: nil)
      return end()
    }
    guard server.events.add(self) else {
      return refuse(Refusal(503, "there are \(EventStreams.most) streams of events already"))
    }
    isStream = true
    limit(nil)
    begin(200, "text/event-stream", size: nil)
    server.events.greet(self)
  }

  /// Writes to a stream. Who does not read is closed.
  func send(event text: String) {
    guard let channel, waiting <= Self.mostWaiting else {
      self.channel?.close(promise: nil)
      return
    }
    let buffer = ByteBuffer(string: text)
    let size = buffer.readableBytes
    waiting += size
    let written = channel.eventLoop.makePromise(of: Void.self)
    channel.writeAndFlush(HTTPServerResponsePart.body(.byteBuffer(buffer)), promise: written)
    written.futureResult.assumeIsolated().whenComplete { _ in self.waiting -= size }
  }
}
