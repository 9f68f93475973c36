// HostWatch: connects to hosts as they come.
import Glibc
import NIOCore
import NIOPosix

/// Used on the event loop only.
final class HostWatch {
  /// A socket that was seen.
  private struct Target {
    let identity: SocketIdentity
    var source: Source?
    /// Nil: it is connected, or has ended.
    var nextTry: Int64?
  }

  private let list: SourceList
  private let loop: any EventLoop
  /// Nil: only the sockets that were named.
  private let folder: HostFolder?
  private let named: [String]
  private var targets: [String: Target] = [:]
  /// What was said last.
  private var lastProblem: String?
  private static let pause: Int64 = 2_000_000_000

  init(_ list: SourceList, _ loop: any EventLoop, folder: HostFolder?, named: [String]) {
    (self.list, self.loop, self.folder, self.named) = (list, loop, folder, named)
  }

  /// Looks now, and then each second.
  func start() {
    look()
    loop.assumeIsolated().scheduleTask(in: .seconds(1)) { self.start() }
  }

  private func look() {
    let problem = folder?.problem
    if let problem, problem != lastProblem { complain("\(problem); no program in it is looked at") }
    if folder != nil { lastProblem = problem }
    let busy = targets.filter { $0.value.source?.connection != nil }.map(\.key)
    let paths = (folder?.sockets(keeping: Set(busy)) ?? []) + named
    for path in targets.keys where !paths.contains(path) {
      if targets[path]?.source?.connection == nil { targets[path] = nil }
    }
    for path in paths {
      guard let identity = SocketIdentity(path) else { continue }
      if let known = targets[path], known.identity == identity {
        guard let time = known.nextTry, time <= monotonicNow() else { continue }
        // Somebody has said that it shall be forgotten.
        if let source = known.source, !list.all.contains(where: { $0 === source }) { continue }
      } else if targets[path]?.source?.connection != nil {
        continue
      } else {
        targets[path] = Target(identity: identity)
      }
      connect(path)
    }
  }

  private func connect(_ path: String) {
    targets[path]?.nextTry = monotonicNow() &+ Self.pause
    guard !list.isFull, let (descriptor, pid) = reach(path) else { return }
    targets[path]?.nextTry = nil
    let source = targets[path]?.source ?? list.addHost(path, pid: pid)
    targets[path]?.source = source
    let connection = HostConnection(source, list) { self.ended(path, $0) }
    let bound = NIOLoopBound(connection, eventLoop: loop)
    ClientBootstrap(group: loop)
      .channelInitializer { channel in
        channel.eventLoop.makeCompletedFuture { try channel.pipeline.syncOperations.addHandler(bound.value) }
      }
      .withConnectedSocket(descriptor).assumeIsolated()
      .whenFailure { _ in self.targets[path]?.nextTry = monotonicNow() &+ Self.pause }
  }

  /// Connects. What is wrong with a socket that was named is said once.
  private func reach(_ path: String) -> (descriptor: Int32, pid: Int32)? {
    do throws(HostSocket.Failure) {
      return try HostSocket.connect(path)
    } catch {
      if case .refused(let problem) = error, named.contains(path), problem != lastProblem {
        complain(problem)
        lastProblem = problem
      }
      return nil
    }
  }

  private func ended(_ path: String, _ connection: HostConnection) {
    targets[path]?.source = connection.source
    if connection.source.condition == .refused { targets[path]?.nextTry = monotonicNow() &+ Self.pause }
  }
}
