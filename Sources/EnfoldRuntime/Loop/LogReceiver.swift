// Diagnostics: records on their way from stores to the host.
import CEnfold
import CEnfoldSupport
import EnfoldJSON
import Synchronization

typealias LogFunction = @convention(c) (UnsafeMutableRawPointer?, Int32, UnsafePointer<CChar>?, Int) -> Void

/// Who receives a runtime's diagnostics. Pinned while it is called, so that its release waits for its last call.
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
  /// Replaces the receiver; the old one's release runs when nobody is inside it. If this fails, the new one's runs.
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
    // Either closing the runtime takes this one away, or this sees that the runtime was closed.
    guard handle != 0, isClosed.load(ordering: .acquiring) else { return }
    replaceLogReceiver(by: 0)
    throw RuntimeError(ENFOLD_STALE, "the runtime was closed meanwhile")
  }

  /// - Parameter handle: the new receiver's, or 0.
  func replaceLogReceiver(by handle: UInt64) {
    let old = logReceiver.exchange(handle, ordering: .acquiringAndReleasing)
    if old != 0 { handles.closeIfOpen(old, LogReceiver.self) }
  }

  /// Passes a record to the receiver, if it wants this level: now, or in the next pump of the host's loop.
  func log(_ level: Int32, _ record: UnsafeRawBufferPointer) {
    guard let pin = handles.pin(logReceiver.load(ordering: .acquiring), LogReceiver.self) else { return }
    defer { handles.unpin(pin) }
    guard level <= pin.entry._withUnsafeGuaranteedRef({ $0.level }) else { return }
    // A copy, because records need not be NUL-terminated and may have to wait.
    var writer = JSONWriter(capacity: record.count + 1)
    writer.raw(record)
    writer.nulTerminate()
    let text = LogRecord(level: level, writer: writer)
    pumpOrDo { self.deliver(text) }
  }

  /// Passes on a message about a feature that is no record.
  func note(_ level: Int32, _ message: String, of feature: String) {
    let names: [String] = ["error", "warning", "info", "debug"]
    var writer = JSONWriter()
    writer.literal("{\"level\":")
    writer.write(names[min(max(Int(level) - 1, 0), names.count - 1)])
    writer.literal(",\"feature\":")
    writer.write(feature)
    writer.literal(",\"message\":")
    writer.write(message)
    writer.literal("}")
    writer.withBytes { log(level, $0) }
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
