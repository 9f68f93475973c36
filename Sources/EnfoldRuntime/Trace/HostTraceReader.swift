// HostTraceReader: a function of the host that reads a trace.
import CEnfold
import EnfoldJSON

/// The type of a function that reads a trace.
typealias TraceFunction = @convention(c) (UnsafeMutableRawPointer?, UnsafePointer<CChar>?, Int) -> Void

/// Gets each entry as a JSON object.
struct HostTraceReader: TraceConsumer {
  let function: TraceFunction
  let release: Release

  func tell(_ record: TraceRecord) {
    var writer = JSONWriter(capacity: 256)
    record.write(to: &writer)
    call(&writer)
  }

  func tellDropped(_ count: UInt64, _ reader: UInt64) {
    var writer = JSONWriter(capacity: 64)
    writer.writeDropped(count)
    call(&writer)
  }

  private func call(_ writer: inout JSONWriter) {
    writer.nulTerminate()
    writer.withBytes { bytes in
      insideCallback { function(release.user, bytes.assumingMemoryBound(to: CChar.self).baseAddress, bytes.count) }
    }
  }
}
