// Runtime: who reads its trace.
import CEnfold
import Enfold
import EnfoldJSON
import Glibc

/// The options of `enfold_runtime_trace`.
struct TraceOptions {
  /// How many bytes of entries may wait for the reader.
  private(set) var bytes = standardBytes

  static let standardBytes = 16 << 20

  init(_ text: UnsafeRawBufferPointer?) throws(RuntimeError) {
    var options = TraceOptions()
    try readOptions(text, known: "bytes") { (key, reader) throws(JSONError) -> Bool in
      guard key == "bytes" else { return false }
      options.bytes = Int(clamping: try UInt64(json: &reader))
      return true
    }
    self = options
  }

  private init() {}
}

extension Runtime {
  /// Adds a reader of the trace. If this fails, its release runs.
  ///
  /// - Parameter know: receives its handle before the stores that are there tell it anything.
  @discardableResult func addTraceReader(
    _ reader: TraceReader, _ know: (_ handle: UInt64) -> Void = { _ in }
  ) throws(RuntimeError) -> UInt64 {
    var handle: UInt64 = 0
    do throws(RuntimeError) {
      handle = try handles.open(reader)
    } catch {
      reader.handleEnded()
      throw error
    }
    let problem = Recorder.shared.add(handle)
    guard problem == 0 else {
      handles.closeIfOpen(handle, TraceReader.self)
      throw RuntimeError(ENFOLD_FAILED, "no thread for the trace: \(String(cString: strerror(problem)))")
    }
    guard trace.add(handle, reader.changes) else {
      handles.closeIfOpen(handle, TraceReader.self)
      throw RuntimeError(ENFOLD_STALE, "the runtime was closed meanwhile")
    }
    know(handle)
    for store in stores {
      store.trace(for: handle, true)
      store.tellChanges(reader.changes, to: handle)
    }
    return handle
  }

  /// Has a store that was opened report for everybody who reads. Called when the runtime has the store: so a reader that is added
  /// meanwhile finds it, and one that is ended meanwhile is found here.
  func trace(_ store: AnyHostStore) {
    for reader in trace.all {
      store.trace(for: reader, true)
      if !trace.has(reader) { store.trace(for: reader, false) }
    }
    for (reader, changes) in trace.readersOfChanges {
      store.tellChanges(changes, to: reader)
      if !trace.has(reader) { store.tellChanges(.none, to: reader) }
    }
  }

  /// Begins to print the trace if the environment asks for that. Called before another thread knows the runtime.
  func printTraceIfWanted() {
    guard let printer = TracePrinter.wanted() else { return }
    // If the system has no thread left, nothing is printed.
    if let handle = try? addTraceReader(TraceReader(printer, limit: TraceOptions.standardBytes)) {
      Recorder.shared.flushAtExit(handle)
    }
  }

  /// Ends a reader: no call begins after this.
  func endTraceReader(_ handle: UInt64) throws(RuntimeError) {
    guard stopTelling(handle) else { throw RuntimeError(ENFOLD_NOT_FOUND, "the runtime has no reader \(handle)") }
    handles.closeIfOpen(handle, TraceReader.self)
  }

  /// From now on no store tells a reader anything. False if it is none.
  func stopTelling(_ reader: UInt64) -> Bool {
    guard trace.remove(reader) else { return false }
    for store in stores {
      store.trace(for: reader, false)
      store.tellChanges(.none, to: reader)
    }
    return true
  }
}
