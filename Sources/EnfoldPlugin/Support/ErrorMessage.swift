// Writing and reading the message of an enfold_error.
import CEnfold

/// Puts a message where an `enfold_error` has room for it. A message that is too long is cut between two characters. A
/// NUL ends it; NULs inside become spaces.
///
/// - Parameter room: at least one byte.
package func copyMessage(_ message: String, to room: UnsafeMutableRawBufferPointer) {
  var message = message
  message.withUTF8 { text in
    var count = min(text.count, room.count - 1)
    while count > 0, count < text.count, text[count] & 0b1100_0000 == 0b1000_0000 { count -= 1 }
    for index in 0..<count { room[index] = text[index] == 0 ? UInt8(ascii: " ") : text[index] }
    room[count] = 0
  }
}

/// The message of an error that somebody else has filled, with or without a NUL at its end.
package func readMessage(_ error: inout enfold_error) -> String {
  withUnsafeBytes(of: &error.message) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
}

private let offsetOfOffset = MemoryLayout<enfold_error>.offset(of: \.offset) ?? 8
private let offsetOfMessage = MemoryLayout<enfold_error>.offset(of: \.message) ?? 16

/// Writes an error for its reader, as much of it as the reader's `struct_size` has room for.
package func fill(
  _ error: UnsafeMutablePointer<enfold_error>, _ status: enfold_status, _ message: String, offset: UInt64
) {
  let size = min(Int(error.pointee.struct_size), MemoryLayout<enfold_error>.size)
  if size >= offsetOfOffset { error.pointee.code = status }
  if size >= offsetOfMessage { error.pointee.offset = offset }
  if size > offsetOfMessage {
    let room = UnsafeMutableRawBufferPointer(
      start: UnsafeMutableRawPointer(error) + offsetOfMessage, count: size - offsetOfMessage)
    copyMessage(message, to: room)
  }
}
