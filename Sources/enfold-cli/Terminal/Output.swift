// Output: writes to the standard output and the standard error.
import Glibc

/// What is written to a descriptor, collected until it is flushed.
///
/// Nothing is written twice, and what cannot be written, because nobody reads any more, is dropped.
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
        guard count > 0 else { return }
        done += count
      }
    }
    waiting.removeAll(keepingCapacity: true)
  }

  deinit { flush() }
}
