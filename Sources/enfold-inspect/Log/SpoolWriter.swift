// SpoolWriter: writes a file from its beginning, in large pieces.
import Glibc

struct SpoolWriter {
  private let spool: Spool
  private var waiting: [UInt8] = []
  private(set) var size = 0
  private var problem: Int32 = 0
  private static let piece = 1 << 20

  init(_ spool: Spool) { self.spool = spool }

  mutating func write(_ bytes: some Collection<UInt8>) {
    waiting += bytes
    if waiting.count >= Self.piece { flush() }
  }

  private mutating func flush() {
    if problem == 0 { problem = waiting.withUnsafeBytes { spool.write($0, at: size) } }
    size += waiting.count
    waiting.removeAll(keepingCapacity: true)
  }

  /// Writes the rest. A problem of any of the writes is said here.
  mutating func finish() throws(Refusal) {
    flush()
    guard problem == 0 else {
      throw Refusal(507, "the temporary file cannot be written: \(String(cString: strerror(problem)))")
    }
  }
}
