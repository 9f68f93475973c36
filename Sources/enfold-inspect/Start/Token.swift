// The token: who has it may use the API.
import Glibc

/// 256 random bits of the system, as hexadecimal digits.
func makeToken() throws(Refusal) -> String {
  var bytes = [UInt8](repeating: 0, count: 32)
  // The C library asks getrandom for them.
  guard getentropy(&bytes, bytes.count) == 0 else {
    throw Refusal("the system gives no random numbers: \(String(cString: strerror(errno)))")
  }
  return bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
}
