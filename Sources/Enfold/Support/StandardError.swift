// StandardError: where messages go that nobody listens to.

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

enum StandardError {
  /// Writes one line.
  static func print(_ message: String) {
    let line = "enfold: \(message)\n"
    line.utf8CString.withUnsafeBytes { bytes in _ = write(STDERR_FILENO, bytes.baseAddress, bytes.count - 1) }
  }
}
