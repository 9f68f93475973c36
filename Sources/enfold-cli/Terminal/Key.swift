// Key: what the bytes from a terminal mean.

/// A key that the line editor knows.
enum Key: Equatable {
  case character(Character)
  case enter, tab, backspace, delete
  case left, right, up, down, home, end
  case eraseToStart, eraseToEnd, eraseWord
  case clearScreen, interrupt, endOfInput
  /// A key that means nothing here.
  case other

  /// Takes one key from the start of the bytes. Nil if there are none, or if they are not a whole key yet.
  static func take(from bytes: inout [UInt8]) -> Key? {
    guard let first = bytes.first else { return nil }
    if first == 0x1B { return takeSequence(from: &bytes) }
    if first < 0x20 || first == 0x7F {
      bytes.removeFirst()
      return control(first)
    }
    let length = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
    guard bytes.count >= length else { return nil }
    let text = String(validating: bytes.prefix(length), as: UTF8.self)
    bytes.removeFirst(text == nil ? 1 : length)
    return text?.first.map { .character($0) } ?? .other
  }

  private static func control(_ byte: UInt8) -> Key {
    switch byte {
    case 0x01: .home
    case 0x02: .left
    case 0x03: .interrupt
    case 0x04: .endOfInput
    case 0x05: .end
    case 0x06: .right
    case 0x08, 0x7F: .backspace
    case 0x09: .tab
    case 0x0A, 0x0D: .enter
    case 0x0B: .eraseToEnd
    case 0x0C: .clearScreen
    case 0x0E: .down
    case 0x10: .up
    case 0x15: .eraseToStart
    case 0x17: .eraseWord
    default: .other
    }
  }

  /// An escape sequence: ESC [ or ESC O, numbers, and a final byte.
  private static func takeSequence(from bytes: inout [UInt8]) -> Key? {
    guard bytes.count >= 2 else { return nil }
    guard bytes[1] == UInt8(ascii: "[") || bytes[1] == UInt8(ascii: "O") else {
      bytes.removeFirst()
      return .other
    }
    guard let end = bytes.indices.dropFirst(2).first(where: { (0x40...0x7E).contains(bytes[$0]) }) else { return nil }
    let sequence = String(decoding: bytes[2...end], as: UTF8.self)
    bytes.removeFirst(end + 1)
    switch sequence {
    case "A": return .up
    case "B": return .down
    case "C": return .right
    case "D": return .left
    case "H", "1~", "7~": return .home
    case "F", "4~", "8~": return .end
    case "3~": return .delete
    default: return .other
    }
  }
}
