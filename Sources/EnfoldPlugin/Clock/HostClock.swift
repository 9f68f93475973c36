// HostClock: the clock of a runtime that was opened with "clock":"manual". Its host moves it.
import CEnfold
import Enfold

/// Stands still until `enfold_clock_advance` moves it. Time is counted from when the runtime was opened.
final class HostClock: Clock, @unchecked Sendable {
  // Unchecked: nothing changes after init, and the host's functions may be called on any thread.
  struct Instant: InstantProtocol {
    var offset: Duration

    func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    func duration(to other: Instant) -> Duration { other.offset - offset }
    static func < (lhs: Instant, rhs: Instant) -> Bool { lhs.offset < rhs.offset }

    /// In nanoseconds, as the host counts. A time outside Int64 becomes its minimum or maximum.
    fileprivate var nanoseconds: Int64 {
      let (seconds, attoseconds) = offset.components
      let (whole, overflows) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
      let (sum, overflowsToo) = whole.addingReportingOverflow(attoseconds / 1_000_000_000)
      return overflows || overflowsToo ? (seconds < 0 ? .min : .max) : sum
    }
  }

  fileprivate let table: enfold_clock
  fileprivate let runtime: UInt64

  /// Nil if the runtime has the system's clock.
  init?(_ host: PluginHost, runtime: UInt64) {
    guard
      let table = host.offered(ENFOLD_CLOCK_EXTENSION, as: enfold_clock.self),
      let now = table.now, table.sleep != nil, table.cancel != nil, table.begin != nil, table.run != nil,
      now(runtime) >= 0
    else { return nil }
    self.table = table
    self.runtime = runtime
  }

  /// When the runtime has been closed, this is the beginning: nobody sleeps any more.
  var now: Instant { Instant(offset: .nanoseconds(max(table.now?(runtime) ?? 0, 0))) }

  var minimumResolution: Duration { .nanoseconds(1) }

  /// Sleeps until the clock shows `deadline`. If that is the present time, the next advance wakes it, also one of 0 ns.
  func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    let sleep = HostSleep(self)
    try await withTaskCancellationHandler {
      try await withUnsafeThrowingContinuation { sleep.begin(until: deadline.nanoseconds, $0) }
    } onCancel: {
      sleep.cancel()
    }
  }

  /// Announces work: the thread that moves the clock waits for it.
  func begin() { table.begin?(runtime) }

  /// Does the work that was announced.
  func run(_ job: UnownedJob, on executor: UnownedTaskExecutor) {
    var work = (job, executor)
    withUnsafeMutablePointer(to: &work) {
      table.run?(
        runtime,
        { user in
          guard let user else { return }
          let (job, executor) = user.assumingMemoryBound(to: (UnownedJob, UnownedTaskExecutor).self).pointee
          job.runSynchronously(on: executor)
        }, $0)
    }
  }
}

/// One sleep of a task.
private final class HostSleep: @unchecked Sendable {
  // Unchecked: what changes is touched under `lock` only, except `continuation`, which is set before the host knows of it.
  private let clock: HostClock
  private let lock = Lock()
  private var isCancelled = false
  /// The number by which the host finds it; nil before the host has been asked.
  private var number: UInt64?
  private var continuation: UnsafeContinuation<Void, any Error>?

  init(_ clock: HostClock) { self.clock = clock }

  func begin(until deadline: Int64, _ continuation: UnsafeContinuation<Void, any Error>) {
    if lock.withLock({ isCancelled }) { return continuation.resume(throwing: CancellationError()) }
    self.continuation = continuation
    var given: UInt64 = 0
    clock.table.sleep?(
      clock.runtime, deadline,
      { user, status in
        guard let user else { return }
        Unmanaged<HostSleep>.fromOpaque(user).takeRetainedValue().wake(status)
      }, Unmanaged.passRetained(self).toOpaque(), &given)
    let number = given
    let isLate = lock.withLock { () -> Bool in
      self.number = number
      return isCancelled
    }
    if isLate { clock.table.cancel?(clock.runtime, number) }
  }

  func cancel() {
    let number = lock.withLock { () -> UInt64? in
      isCancelled = true
      return self.number
    }
    if let number { clock.table.cancel?(clock.runtime, number) }
  }

  private func wake(_ status: enfold_status) {
    if status == Status.ok {
      continuation?.resume()
    } else {
      continuation?.resume(throwing: CancellationError())
    }
  }
}
