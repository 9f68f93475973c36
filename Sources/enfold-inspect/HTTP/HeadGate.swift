// HeadGate: counts the bytes of a head that has no end. The parser keeps a long address without counting it.
import NIOCore

final class HeadGate: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = ByteBuffer

  private let connection: HTTPConnection
  private var count = 0

  init(_ connection: HTTPConnection) { self.connection = connection }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    if connection.phase == .draining { return }
    count += unwrapInboundIn(data).readableBytes
    let heads = connection.heads
    context.fireChannelRead(data)
    if connection.heads != heads || connection.phase != .idle {
      count = 0
    } else if count > HTTPConnection.longestHead {
      connection.refuseHead()
    }
  }
}
