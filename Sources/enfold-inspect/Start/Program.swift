// Program: makes everything, says where the page is, and waits for its end.
import Glibc
import NIOCore
import NIOPosix

enum Program {
  /// Returns the exit status.
  static func run(_ arguments: Arguments) -> Int32 {
    do {
      let (paths, token) = (try GivenPaths(arguments.paths), try makeToken())
      var facts = stat()
      if let record = arguments.record, lstat(record, &facts) == 0 {
        throw Refusal("\(record) is there already; --record makes a new file")
      }
      var signals = endingSignals()
      pthread_sigmask(SIG_BLOCK, &signals, nil)
      signal(SIGPIPE, SIG_IGN)
      let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
      let worker = NIOThreadPool(numberOfThreads: 1)
      worker.start()
      let loop = group.next()
      let server = ServerBox(loop)
      let channel = try Server.listen(loop, port: arguments.port) { try server.accept($0) }
      guard let port = channel.localAddress?.port else { throw Refusal("the address of the server is not known") }
      let url = "http://127.0.0.1:\(port)/#t=\(token)"
      let opener = arguments.opensPage ? try PageOpener(url) : nil
      let access = Access(token: token, port: port)
      try loop.submit { try server.start(arguments, paths, access, worker, opener) }.wait()
      write(url + "\n", to: STDOUT_FILENO)
      opener?.open()
      var number: Int32 = 0
      while sigwait(&signals, &number) != 0 {}
      opener?.remove()
      return 0
    } catch let refusal as Refusal {
      complain(refusal.message)
    } catch {
      complain("the port \(arguments.port) cannot be used: \(error)")
    }
    return 1
  }

  private static func endingSignals() -> sigset_t {
    var signals = sigset_t()
    sigemptyset(&signals)
    for number in [SIGINT, SIGTERM, SIGHUP] { sigaddset(&signals, number) }
    return signals
  }
}
