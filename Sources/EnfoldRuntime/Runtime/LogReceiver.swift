// LogReceiver: the way of log records from stores to the host. Without a receiver they are dropped.
import CEnfold
import CEnfoldSupport
import EnfoldJSON
import Synchronization

typealias LogFunction = @convention(c) (UnsafeMutableRawPointer?, Int32, UnsafePointer<CChar>?, Int) -> Void

/// The host's function that receives a runtime's diagnostics. It is pinned while it is called, so that its release
/// comes after its last call.
final class LogReceiver: Handled {
  static var kind: HandleKind { .logReceiver }
  var handle: UInt64 = 0
  let level: Int32
  private let runtime: Runtime
  private let function: LogFunction
  private let release: Release

  init(_ runtime: Runtime, level: Int32, _ function: @escaping LogFunction, _ release: Release) {
    self.runtime = runtime
    self.level = level
    self.function = function
    self.release = release
  }

  func receive(_ level: Int32, _ record: UnsafePointer<CChar>, _ length: Int) {
    insideCallback { function(release.user, level, record, length) }
  }

  func handleEnded() {
    let release = release
    runtime.callBack { release() }
  }
}

extension Runtime {
  /// Replaces the receiver. The release of the old one runs when no thread is inside it any more. If this fails, the
  /// release of the new one runs.
  func setLogReceiver(_ receiver: LogReceiver?) throws(RuntimeError) {
    var handle: UInt64 = 0
    if let receiver {
      do throws(RuntimeError) {
        handle = try handles.open(receiver)
      } catch {
        receiver.handleEnded()
        throw error
      }
    }
    replaceLogReceiver(by: handle)
    // Another thread may be closing the runtime. Either it removes this receiver, or this thread sees here that the
    // runtime was closed.
    guard handle != 0, isClosed.load(ordering: .acquiring) else { return }
    replaceLogReceiver(by: 0)
    throw RuntimeError(ENFOLD_STALE, "the runtime was closed meanwhile")
  }

  /// - Parameter handle: the handle of the new receiver; 0 for none.
  func replaceLogReceiver(by handle: UInt64) {
    let old = logReceiver.exchange(handle, ordering: .acquiringAndReleasing)
    if old != 0 { handles.closeIfOpen(old, LogReceiver.self) }
  }

  /// Whether there is a receiver that wants this level.
  func hears(_ level: Int32) -> Bool {
    guard let pin = handles.pin(logReceiver.load(ordering: .acquiring), LogReceiver.self) else { return false }
    defer { handles.unpin(pin) }
    return level <= pin.entry._withUnsafeGuaranteedRef { $0.level }
  }

  /// Passes a record to the receiver, if it wants this level: now, or in the next pump of the host's loop.
  ///
  /// - Parameter write: writes the record. Not called if nobody wants it.
  func log(_ level: Int32, _ write: (inout JSONWriter) -> Void) {
    guard let pin = handles.pin(logReceiver.load(ordering: .acquiring), LogReceiver.self) else { return }
    defer { handles.unpin(pin) }
    guard level <= pin.entry._withUnsafeGuaranteedRef({ $0.level }) else { return }
    var writer = JSONWriter()
    write(&writer)
    writer.nulTerminate()
    let text = LogRecord(level: level, writer: writer)
    callInPump { self.deliver(text) }
  }

  private func deliver(_ record: LogRecord) {
    guard let pin = handles.pin(logReceiver.load(ordering: .acquiring), LogReceiver.self) else { return }
    defer { handles.unpin(pin) }
    let receiver = pin.entry.takeUnretainedValue()
    guard record.level <= receiver.level else { return }
    record.withText { receiver.receive(record.level, $0, $1) }
  }
}

/// A record that waits to be delivered.
private final class LogRecord {
  let level: Int32
  private let writer: JSONWriter

  init(level: Int32, writer: consuming JSONWriter) {
    self.level = level
    self.writer = writer
  }

  func withText(_ body: (UnsafePointer<CChar>, Int) -> Void) {
    writer.withBytes { bytes in
      guard let start = bytes.baseAddress else { return }
      body(start.assumingMemoryBound(to: CChar.self), bytes.count)
    }
  }
}
