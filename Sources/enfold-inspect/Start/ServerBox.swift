// ServerBox: the server, which is made on the event loop when its port is known.
import NIOCore
import NIOPosix

final class ServerBox: Sendable {
  private let server: NIOLoopBoundBox<Server?>
  private let loop: any EventLoop

  init(_ loop: any EventLoop) {
    self.loop = loop
    server = NIOLoopBoundBox.makeEmptyBox(valueType: Server.self, eventLoop: loop)
  }

  /// On the event loop.
  func accept(_ channel: any Channel) throws {
    guard let server = server.value else { return channel.close(promise: nil) }
    try server.accept(channel)
  }

  /// On the event loop.
  func start(
    _ arguments: Arguments, _ paths: GivenPaths, _ access: Access, _ worker: NIOThreadPool, _ opener: PageOpener?
  ) throws {
    let list = SourceList(Slices(loop.assumeIsolated()), record: arguments.record.map { RecordPath($0) })
    let files = StaticFiles()
    if !files.hasPage { complain("the page is not installed; only its API is served") }
    var router = Router(access, files)
    let inspector = Inspector(list, loop, worker)
    inspector.addRoutes(to: &router)
    server.value = Server(loop.assumeIsolated(), router, EventStreams(list)) { opener?.remove() }
    for file in paths.files { _ = list.addFile(file.path, file.spool) }
    let folder = arguments.paths.isEmpty ? HostFolder() : nil
    let watch = HostWatch(list, loop, folder: folder, named: paths.sockets)
    watch.start()
    loop.scheduleTask(in: .seconds(30)) { opener?.remove() }
  }
}
