// Inspector: how one runtime is inspected: its socket, what is kept for an inspector, and who is connected.
import CEnfold
import CEnfoldHost
import CEnfoldSupport
import Enfold
import EnfoldJSON
import Glibc
import Synchronization

/// Used by the thread of the ``InspectServer``, but for `stores` and what begins and ends it.
final class Inspector: @unchecked Sendable {
  // Unchecked: `recording`, `stores`, `isEnding` and `hasEnded` are touched under `lock` only; the rest is atomic, is used by the
  // server's thread, or does not change after init.
  let options: InspectOptions
  let runtime: Inspected
  private(set) var socket: enfold_inspect_socket
  private let lock = Lock()
  private var recording: (ring: InspectRing, reader: UInt64)?
  /// The handles of the stores by their numbers in the recording.
  private var stores: [UInt64: UInt64] = [:]
  private var isEnding = false, hasEnded = false
  /// How a reader of the trace begins, and ends.
  private let begin: (SessionWriter) throws(RuntimeError) -> UInt64
  private let end: (UInt64) -> Void

  /// Who is connected; nil: nobody.
  var connection: InspectConnection?
  /// Whether somebody is; asked by other threads, too.
  let isConnected = Atomic<Bool>(false)
  /// What a controller that has gone has left: the stores that it holds, and its breakpoints.
  var left: (control: InspectControl, until: Int64)?
  /// When an ended inspector waits no longer for who is connected; 0: it has not ended.
  var endsBy: Int64 = 0

  /// What is to be known of a runtime, and done with it.
  struct Inspected {
    let handle: UInt64
    /// Among the runtimes of the process.
    let number: UInt64
    let redactions: [String]
    let longestLine: Int
    /// Whether a store is held; and whether that is by a breakpoint.
    let isHeld: (_ store: UInt64) -> Bool
    let isStopped: (_ store: UInt64) -> Bool
    /// The JSON of a state, or of what is at a pointer of it, without what is redacted; nil if nothing of it is.
    let redacted: (_ store: UInt64, _ state: UnsafeRawBufferPointer, _ pointer: UnsafeRawBufferPointer) -> [UInt8]?
  }

  /// Listens, and begins to record.
  init(
    _ options: InspectOptions, of runtime: Inspected, begin: @escaping (SessionWriter) throws(RuntimeError) -> UInt64,
    end: @escaping (UInt64) -> Void
  ) throws(RuntimeError) {
    self.options = options
    self.runtime = runtime
    (self.begin, self.end) = (begin, end)
    socket = enfold_inspect_socket()
    var problem = [CChar](repeating: 0, count: 512)
    guard enfold_inspect_listen(&socket, runtime.number, &problem, problem.count) else {
      let message = problem.withUnsafeBytes { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      throw RuntimeError(ENFOLD_IO, message)
    }
    do throws(RuntimeError) {
      try record(true)
    } catch {
      enfold_inspect_remove(&socket)
      enfold_inspect_unlisten(&socket)
      throw error
    }
  }

  /// Where the socket is.
  var path: String {
    withUnsafeBytes(of: socket.path) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }

  /// Begins or ends to keep what happens. True if that is news.
  @discardableResult func record(_ isOn: Bool) throws(RuntimeError) -> Bool {
    guard isOn else {
      guard let old = lock.withLock({ exchange(&recording, with: nil) }) else { return false }
      end(old.reader)
      lock.withLock { stores = [:] }
      return true
    }
    if lock.withLock({ recording != nil || isEnding }) { return false }
    let ring = InspectRing(limit: options.bytes) { [weak self] in
      if self?.isConnected.load(ordering: .acquiring) ?? false { InspectServer.shared.wake() }
    }
    let writer = SessionWriter(
      to: ring, named: "the inspector", RecordOptions(checkpoint: 0), redactions: runtime.redactions)
    writer.onStore = { [weak self] number, handle in self?.lock.withLock { self?.stores[number] = handle } }
    let reader = try begin(writer)
    let isLate = lock.withLock {
      recording = (ring, reader)
      return isEnding
    }
    // The runtime has ended meanwhile, and has found nothing to end.
    if isLate { try record(false) }
    return true
  }

  var ring: InspectRing? { lock.withLock { recording?.ring } }

  /// The handle of a store; nil if the recording has none of this number.
  func store(_ number: UInt64) -> UInt64? { lock.withLock { stores[number] } }

  /// The runtime is closed, or it is to be inspected no more: who is connected still gets what is kept.
  func finish() {
    var socket = socket
    enfold_inspect_remove(&socket)
    // Nobody begins to record again.
    lock.withLock { isEnding = true }
    try? record(false)
    // The last lines are there now.
    lock.withLock { hasEnded = true }
  }

  /// Whether the runtime ends, or has ended.
  var isEnded: Bool { lock.withLock { isEnding } }

  /// Whether nothing more comes.
  var isFinished: Bool { lock.withLock { hasEnded } }

  /// On the server's thread.
  func closeSocket() { enfold_inspect_unlisten(&socket) }
}
