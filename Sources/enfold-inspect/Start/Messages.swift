// What the person at the terminal is told: on the standard error.
import EnfoldJSON
import Glibc

/// Writes a message. Control characters in it do nothing to the terminal.
func complain(_ message: String) {
  var text = "enfold-inspect: "
  for scalar in message.unicodeScalars {
    let isControl = scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
    text += isControl ? "\\u{\(String(scalar.value, radix: 16))}" : String(scalar)
  }
  write(text + "\n", to: STDERR_FILENO)
}

func write(_ text: String, to descriptor: Int32) {
  var rest = Array(text.utf8)[...]
  while !rest.isEmpty {
    let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
    if count < 0, errno == EINTR { continue }
    guard count > 0 else { return }
    rest = rest.dropFirst(count)
  }
}
