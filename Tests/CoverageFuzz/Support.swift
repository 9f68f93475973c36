// What the targets in Swift share.
import EnfoldJSON

/// A condition that no input may break.
func require(_ condition: Bool, _ message: @autoclosure () -> String) {
  if !condition { fatalError(message()) }
}

/// An error must lie inside the text that it is about, and say something.
func require(_ error: JSONError, liesIn count: Int) {
  require((0...count).contains(error.offset), "the offset \(error.offset) is outside of \(count) bytes: \(error)")
  require(!error.message.isEmpty, "an error without a message")
}

/// What comes before the first newline, and what comes behind it.
func splitAtNewline(_ bytes: UnsafeRawBufferPointer) -> (first: UnsafeRawBufferPointer, rest: UnsafeRawBufferPointer) {
  let end = bytes.firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
  let next = min(end + 1, bytes.count)
  return (UnsafeRawBufferPointer(rebasing: bytes[..<end]), UnsafeRawBufferPointer(rebasing: bytes[next...]))
}
