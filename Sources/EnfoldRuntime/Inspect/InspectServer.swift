// InspectServer: the thread that serves the inspectors of all runtimes.
import CEnfold
import CEnfoldHost
import CEnfoldSupport
import Enfold
import Glibc
import Synchronization

/// One thread of the process. It is started with the first inspector, and ends when there is none any more.
final class InspectServer: @unchecked Sendable {
  // Unchecked: what changes is touched under `lock` only, or is atomic.
  static let shared = InspectServer()

  private let lock = Lock()
  private var inspectors: [Inspector] = []
  /// How many are about to be added.
  private var reservations = 0
  private var isRunning = false
  /// Readable when somebody has woken the thread; -1: there is no thread.
  private var wakeUp: Int32 = -1
  private let isAwake = Atomic<Bool>(false)
  private var forks: UInt32 = 0
  private var flushesAtExit = false

  /// Makes sure that there is a thread, until ``release()``. Returns 0, or the number of the error if the system gives none.
  func reserve() -> Int32 {
    lock.withLock {
      // The child of a fork has neither the thread nor the sockets, and the event is its parent's.
      if forks != enfold_fork_count() {
        if wakeUp >= 0 { close(wakeUp) }
        (isRunning, inspectors, reservations, wakeUp) = (false, [], 0, -1)
      }
      if !isRunning {
        let problem = start()
        if problem != 0 { return problem }
      }
      reservations += 1
      return 0
    }
  }

  /// With the lock held.
  private func start() -> Int32 {
    wakeUp = enfold_inspect_wake_up()
    if wakeUp < 0 { return errno }
    forks = enfold_fork_count()
    let problem = enfold_thread_start { _ in
      InspectServer.shared.work()
      return nil
    }
    isRunning = problem == 0
    guard isRunning else {
      close(wakeUp)
      wakeUp = -1
      return problem
    }
    if !flushesAtExit { atexit { InspectServer.shared.flush() } }
    flushesAtExit = true
    return 0
  }

  /// Takes the place of a reservation.
  func add(_ inspector: Inspector) {
    lock.withLock {
      reservations -= 1
      inspectors.append(inspector)
    }
    wake()
  }

  /// Gives up a reservation. If nobody else needs the thread, it has ended when this returns.
  func release() {
    let isLast = lock.withLock {
      reservations -= 1
      return reservations == 0 && inspectors.isEmpty
    }
    wake()
    while isLast, lock.withLock({ isRunning && inspectors.isEmpty && reservations == 0 }) { usleep(100) }
  }

  /// There is something to do.
  func wake() {
    if isAwake.exchange(true, ordering: .acquiringAndReleasing) { return }
    // With the lock, because the thread closes it when it ends.
    lock.withLock {
      var one: UInt64 = 1
      if wakeUp >= 0 { _ = write(wakeUp, &one, 8) }
    }
  }

  /// At the end of the process: waits until all inspectors have got what is kept, at most a second.
  private func flush() {
    let isNeeded = lock.withLock { isRunning && forks == enfold_fork_count() }
    guard isNeeded, enfold_thread_id() != thread.load(ordering: .relaxed) else { return }
    // They are told first what waits.
    Recorder.shared.waitForPrinters()
    let end = enfold_monotonic_now() + 1_000_000_000
    // The round that is being made may have looked already.
    let enough = rounds.load(ordering: .acquiring) + 2
    while isBusy.load(ordering: .acquiring) || rounds.load(ordering: .acquiring) < enough {
      if enfold_monotonic_now() > end { return }
      isAwake.store(false, ordering: .sequentiallyConsistent)
      wake()
      usleep(500)
    }
  }

  /// How often the thread has gone around; whether somebody was to be sent more then.
  private let rounds = Atomic<UInt64>(0)
  private let isBusy = Atomic<Bool>(false)
  private let thread = Atomic<UInt>(0)

  // MARK: The thread

  /// How long, in milliseconds, what a controller holds stays held when it has gone; and how long an ended runtime waits for an inspector
  /// to take the last lines.
  private static let patience: Int64 = 5_000

  private func work() {
    thread.store(enfold_thread_id(), ordering: .relaxed)
    // As the thread before may have left it. What was added until now is seen below.
    isAwake.store(false, ordering: .sequentiallyConsistent)
    while let (inspectors, wakeUp) = lock.withLock({ () -> ([Inspector], Int32)? in
      if !inspectors.isEmpty || reservations > 0 { return (inspectors, wakeUp) }
      close(wakeUp)
      (isRunning, wakeUp) = (false, -1)
      return nil
    }) {
      var waits: [pollfd] = [pollfd(fd: wakeUp, events: Int16(POLLIN), revents: 0)]
      for inspector in inspectors {
        waits.append(
          pollfd(fd: inspector.isFinished ? -1 : inspector.socket.descriptor, events: Int16(POLLIN), revents: 0))
        waits.append(inspector.connection?.waiting ?? pollfd(fd: -1, events: 0, revents: 0))
      }
      let isTimed = inspectors.contains { $0.left != nil || $0.isFinished }
      poll(&waits, nfds_t(waits.count), isTimed ? 50 : -1)
      if waits[0].revents != 0 {
        var count: UInt64 = 0
        _ = Glibc.read(waits[0].fd, &count, 8)
      }
      isAwake.store(false, ordering: .sequentiallyConsistent)
      for (index, inspector) in inspectors.enumerated() {
        serve(inspector, hasCaller: waits[1 + 2 * index].revents != 0, waits[2 + 2 * index].revents)
      }
      isBusy.store(inspectors.contains { $0.connection?.wantsToWrite ?? false }, ordering: .releasing)
      rounds.add(1, ordering: .acquiringAndReleasing)
    }
  }

  private func serve(_ inspector: Inspector, hasCaller: Bool, _ events: Int16) {
    if hasCaller { accept(inspector) }
    if let connection = inspector.connection {
      var isThere = true
      if events & Int16(POLLIN | POLLHUP | POLLERR) != 0, !connection.isFull { isThere = connection.read() }
      if isThere { isThere = connection.write() }
      while isThere, connection.hasCommand, !connection.isFull {
        connection.takeCommands()
        isThere = connection.write()
      }
      let isDone = (connection.isEnding || inspector.isFinished) && connection.hasWrittenAll
      if !isThere || isDone { end(connection, of: inspector) }
    }
    if let left = inspector.left, enfold_monotonic_now() > left.until || inspector.isFinished {
      inspector.left = nil
      left.control.letGo(keeping: inspector.connection?.held ?? [])
    }
    if inspector.isFinished { finish(inspector) }
  }

  private func accept(_ inspector: Inspector) {
    var socket = inspector.socket
    var peer: pid_t = 0
    let descriptor = enfold_inspect_accept(&socket, &peer)
    guard descriptor >= 0 else {
      // Without a free descriptor it stays there: do not ask again and again.
      if errno == EMFILE || errno == ENFILE { usleep(50_000) }
      return
    }
    guard let other = inspector.connection else {
      inspector.connection = InspectConnection(descriptor, peer, of: inspector)
      return inspector.isConnected.store(true, ordering: .releasing)
    }
    // What it is told fits into the buffer of the socket: nobody waits for it.
    var line =
      "{\"kind\":\"refused\",\"pid\":\(other.peer),\"message\":\"process \(other.peer) inspects this program already\"}\n"
    line.withUTF8 { _ = send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
    enfold_inspect_close(descriptor)
  }

  private func end(_ connection: InspectConnection, of inspector: Inspector) {
    inspector.connection = nil
    inspector.isConnected.store(false, ordering: .releasing)
    let control = connection.close()
    guard control.isHolding else { return }
    inspector.left?.control.letGo()
    inspector.left = (control, enfold_monotonic_now() + Self.patience * 1_000_000)
  }

  /// The runtime has ended. Who is connected gets the last lines, unless it is too slow.
  private func finish(_ inspector: Inspector) {
    if inspector.endsBy == 0 { inspector.endsBy = enfold_monotonic_now() + Self.patience * 1_000_000 }
    if let connection = inspector.connection {
      if enfold_monotonic_now() < inspector.endsBy { return }
      end(connection, of: inspector)
      inspector.left?.control.letGo()
      inspector.left = nil
    }
    inspector.closeSocket()
    lock.withLock { inspectors.removeAll { $0 === inspector } }
  }
}

extension InspectConnection {
  fileprivate var waiting: pollfd {
    let events = (isFull || isEnding ? 0 : Int16(POLLIN)) | (wantsToWrite ? Int16(POLLOUT) : 0)
    return pollfd(fd: descriptor, events: events, revents: 0)
  }
}
