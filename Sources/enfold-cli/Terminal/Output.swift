// Output: writes to the standard output and the standard error.
import Glibc

/// What is written to a descriptor, collected until it is flushed.
///
/// Nothing is written twice. What nobody reads any more is dropped. If the standard output cannot be written for another reason,
/// such as a full disk, the command ends with a message and the exit status 1.
final class Output {
  private let descriptor: Int32
  private var waiting: [UInt8] = []

  init(_ descriptor: Int32) { self.descriptor = descriptor }

  var isTerminal: Bool { isatty(descriptor) == 1 }

  func write(_ text: String) {
    waiting.append(contentsOf: text.utf8)
    if waiting.count > 1 << 16 { flush() }
  }

  func line(_ text: String = "") { write(text + "\n") }

  func flush() {
    var done = 0
    waiting.withUnsafeBytes { bytes in
      while done < bytes.count {
        let count = Glibc.write(descriptor, bytes.baseAddress?.advanced(by: done), bytes.count - done)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else {
          if count < 0, errno != EPIPE, descriptor == STDOUT_FILENO { giveUp(errno) }
          return
        }
        done += count
      }
    }
    waiting.removeAll(keepingCapacity: true)
  }

  private func giveUp(_ error: Int32) -> Never {
    let message = "enfold: the output cannot be written: \(String(cString: strerror(error)))\n"
    _ = message.utf8CString.withUnsafeBytes { Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count - 1) }
    _exit(1)
  }

  deinit { flush() }
}
