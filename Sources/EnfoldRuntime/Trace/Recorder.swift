// Recorder: the thread that calls the readers of all traces.
import CEnfoldSupport
import Enfold
import Glibc
import Synchronization

/// One thread of the process calls the readers. It is started with the first reader, and ends when there is none any more. It
/// holds nothing of a store.
final class Recorder: @unchecked Sendable {
  // Unchecked: what changes is atomic, or is used with the lock held.
  static let shared = Recorder()

  private let lock = Lock()
  private let condition: UnsafeMutablePointer<enfold_condition>
  /// The handles of the readers, and the releases of those that have ended.
  private var readers: [UInt64] = []
  private var ended: [Release] = []
  private var isRunning = false
  /// Whether the thread sleeps until somebody wakes it.
  private let isSleeping = Atomic<Bool>(false)

  private init() {
    condition = .allocate(capacity: 1)
    enfold_condition_init(condition)
  }

  /// Adds a reader. Returns 0, or the number of the error if the system gives no thread.
  func add(_ reader: UInt64) -> Int32 {
    lock.withLock {
      let problem = startIfNeeded()
      if problem == 0 { readers.append(reader) }
      return problem
    }
  }

  /// Calls a release on the thread; here, if the system gives none.
  func afterwards(_ release: Release) {
    let isTaken = lock.withLock { () -> Bool in
      guard startIfNeeded() == 0 else { return false }
      ended.append(release)
      return true
    }
    if isTaken { wake() } else { Gates.after { release() } }
  }

  /// Something was put into the queue of a reader.
  @inline(__always) func wake() {
    if isSleeping.load(ordering: .sequentiallyConsistent) { wakeNow() }
  }

  @inline(never) private func wakeNow() {
    lock.withLock {
      isSleeping.store(false, ordering: .relaxed)
      enfold_condition_broadcast(condition)
    }
  }

  /// With the lock held.
  private func startIfNeeded() -> Int32 {
    if isRunning { return 0 }
    let problem = enfold_thread_start { _ in
      Recorder.shared.work()
      return nil
    }
    isRunning = problem == 0
    return problem
  }

  /// How many rounds without work the thread looks again by itself, a millisecond apart, before it sleeps: to wake a thread costs
  /// a store more than everything else that it does for a trace.
  private static let patience = 16

  private func work() {
    var idleRounds = 0
    while true {
      let (readers, ended) = lock.withLock { () -> ([UInt64], [Release]) in
        defer { self.ended = [] }
        return (self.readers.unshared, self.ended)
      }
      for release in ended { insideCallback { release() } }
      var hasWorked = !ended.isEmpty
      var gone: Set<UInt64> = []
      for reader in readers {
        guard let served = serve(reader) else {
          gone.insert(reader)
          continue
        }
        hasWorked = served || hasWorked
      }
      if !gone.isEmpty { lock.withLock { self.readers.removeAll { gone.contains($0) } } }
      hasWorked = hasWorked || !gone.isEmpty
      idleRounds = hasWorked ? 0 : idleRounds + 1
      if idleRounds == 0 { continue }
      let isOver = lock.withLock { () -> Bool in
        if self.readers.isEmpty, self.ended.isEmpty {
          isRunning = false
          return true
        }
        if idleRounds < Self.patience {
          lock.wait(for: condition, until: enfold_monotonic_now() + 1_000_000)
        } else if idleRounds == Self.patience {
          // Announced first, then looks once more: so nothing that came in between is missed.
          isSleeping.store(true, ordering: .sequentiallyConsistent)
        } else if isSleeping.load(ordering: .relaxed), self.ended.isEmpty {
          lock.wait(for: condition, until: -1)
          idleRounds = 0
        } else {
          idleRounds = 0
        }
        return false
      }
      if isOver { return }
    }
  }

  /// Calls a reader with some of what waits for it. Whether there was something; nil if the reader has ended.
  private func serve(_ handle: UInt64) -> Bool? {
    guard let pin = handles.pin(handle, TraceReader.self) else { return nil }
    let (hasWorked, isOver) = pin.entry._withUnsafeGuaranteedRef { $0.deliver(atMost: 256) }
    handles.unpin(pin)
    if isOver { handles.closeIfOpen(handle, TraceReader.self) }
    return hasWorked || isOver
  }

  // MARK: The end of the process

  /// The readers whose last lines are waited for when the process ends.
  private var printers: [UInt64] = []
  /// The process that has the thread. A forked child has none, and perhaps a lock that nobody releases.
  private var process: pid_t = 0

  /// From now on the end of the process waits until this reader was told all, but at most a second.
  func flushAtExit(_ reader: UInt64) {
    let isFirst = lock.withLock { () -> Bool in
      printers.removeAll { !handles.isOpen($0, .traceReader) }
      printers.append(reader)
      defer { process = getpid() }
      return process == 0
    }
    guard isFirst else { return }
    atexit { Recorder.shared.waitForPrinters() }
  }

  /// At the end of the process.
  func waitForPrinters() {
    guard getpid() == process else { return }
    let end = enfold_monotonic_now() + 1_000_000_000
    wakeNow()
    for printer in lock.withLock({ printers.unshared }) {
      while !isIdle(printer), enfold_monotonic_now() < end { usleep(1_000) }
    }
  }

  private func isIdle(_ handle: UInt64) -> Bool {
    guard let pin = handles.pin(handle, TraceReader.self) else { return true }
    defer { handles.unpin(pin) }
    return pin.entry._withUnsafeGuaranteedRef { $0.isIdle }
  }

}
