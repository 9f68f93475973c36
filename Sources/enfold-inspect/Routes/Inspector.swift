// Inspector: what all routes use.
import NIOCore
import NIOPosix

/// Used on the event loop only.
final class Inspector {
  let list: SourceList
  let loop: any EventLoop
  /// One thread for work that would hold up the sockets.
  let worker: NIOThreadPool
  let uploads = Uploads()
  /// How many exports are made or kept now.
  var exports = 0

  init(_ list: SourceList, _ loop: any EventLoop, _ worker: NIOThreadPool) {
    (self.list, self.loop, self.worker) = (list, loop, worker)
  }

  var slices: Slices { list.slices }

  /// Adds all routes.
  func addRoutes(to router: inout Router) {
    router.get("/api/sources") { [list] call in call.answer(.json(list.json)) }
    router.get("/api/events") { call in call.answer(.events) }
    addLogRoutes(to: &router)
    addStateRoutes(to: &router)
    addCompareRoutes(to: &router)
    addBlameRoute(to: &router)
    addNumberRoutes(to: &router)
    addCommandRoutes(to: &router)
    addSchemaRoutes(to: &router)
    addFileRoutes(to: &router)
    addExportRoute(to: &router)
  }

  func source(_ call: Call) throws(Refusal) -> Source { try list.source(try call.query.neededNumber("source")) }

  /// The source and the place of the store that a GET names.
  func store(_ call: Call) throws(Refusal) -> (Source, place: Int) {
    let source = try source(call)
    return (source, try source.place(ofStore: try call.query.neededNumber("store")))
  }

  /// The number of an entry: that of a parameter, or that of the newest entry.
  func entry(_ number: Int?, of source: Source) -> Int { max(min(number ?? Int.max, source.log.count - 1), -1) }

  /// An entry that must be there.
  func neededEntry(_ call: Call, _ source: Source) throws(Refusal) -> Int {
    let n = try call.query.neededNumber("n")
    guard n >= 0, n < source.log.count else { throw Refusal(404, "there is no entry \(n)") }
    return n
  }

  /// Does work on the other thread, and answers on the event loop.
  func work<Value: Sendable>(
    _ call: Call, _ body: @escaping @Sendable () -> Result<Value, Refusal>, _ done: @escaping (Value) -> Void
  ) {
    worker.runIfActive(eventLoop: loop, body).assumeIsolated().whenComplete { result in
      switch result {
      case .success(.success(let value)): done(value)
      case .success(.failure(let refusal)): call.refuse(refusal)
      case .failure: call.refuse(Refusal(503, "the server ends"))
      }
    }
  }
}
