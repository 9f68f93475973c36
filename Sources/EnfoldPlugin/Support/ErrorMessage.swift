// Writing the message of an enfold_error.

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
