// Server: listens at 127.0.0.1, and counts its connections.
import NIOCore
import NIOHTTP1
import NIOPosix

/// Used on the event loop only.
final class Server {
  let loop: NIOIsolatedEventLoop
  let router: Router
  let events: EventStreams
  private var connections = 0
  private static let mostConnections = 64
  /// Called when the page was opened, once.
  private var opened: (() -> Void)?

  init(_ loop: NIOIsolatedEventLoop, _ router: Router, _ events: EventStreams, opened: @escaping () -> Void) {
    (self.loop, self.router, self.events, self.opened) = (loop, router, events, opened)
  }

  /// Somebody who has the token has asked for something.
  func wasOpened() {
    opened?()
    opened = nil
  }

  func closed(_ connection: HTTPConnection) { events.remove(connection) }

  /// Sets up a connection. Those that are too many are closed at once.
  func accept(_ channel: any Channel) throws {
    guard connections < Self.mostConnections else { return channel.close(promise: nil) }
    connections += 1
    channel.closeFuture.assumeIsolated().whenComplete { _ in self.connections -= 1 }
    var limits = NIOHTTPDecoderLimitConfiguration()
    limits.maxHeaderFieldSize = HTTPConnection.longestHead
    limits.maxHeaderListSize = HTTPConnection.longestHead
    limits.maxHeaderFieldCount = 128
    let connection = HTTPConnection(self)
    try channel.pipeline.syncOperations.addHandler(HeadGate(connection))
    try channel.pipeline.syncOperations.configureHTTPServerPipeline(
      withPipeliningAssistance: false, withServerUpgrade: nil, withErrorHandling: false,
      withOutboundHeaderValidation: true, withEncoderConfiguration: .init(), withDecoderLimitConfiguration: limits)
    try channel.pipeline.syncOperations.addHandler(connection)
  }

  /// Listens. The port is known before the server is made, because the address is a part of its rules.
  static func listen(
    _ loop: any EventLoop, port: Int, _ accept: @escaping @Sendable (any Channel) throws -> Void
  ) throws -> any Channel {
    try ServerBootstrap(group: loop)
      .serverChannelOption(.backlog, value: 64)
      .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
      .childChannelOption(.maxMessagesPerRead, value: 2)
      .childChannelInitializer { channel in channel.eventLoop.makeCompletedFuture { try accept(channel) } }
      .bind(host: "127.0.0.1", port: port).wait()
  }
}
