// StandardError: where messages go if nobody listens to them.
import CEnfoldSupport

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

package enum StandardError {
  /// Writes one line.
  package static func print(_ message: String) {
    let line = "enfold: \(message)\n"
    let cancellation = enfold_cancellation_off()
    defer { enfold_cancellation_restore(cancellation) }
    line.utf8CString.withUnsafeBytes { bytes in _ = write(STDERR_FILENO, bytes.baseAddress, bytes.count - 1) }
  }
}
