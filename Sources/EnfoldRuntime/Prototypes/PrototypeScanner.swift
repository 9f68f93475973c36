// PrototypeScanner: the words and signs of a prototype, one after the other.

/// A word or a sign of a prototype.
struct PrototypeToken {
  enum Kind: Equatable {
    case word(String)
    /// A sign that is one byte, such as `*`.
    case sign(UInt8)
    /// `...`
    case ellipsis
    /// A byte that begins no word and no sign of C: a digit, a quote, a byte that is not ASCII.
    case other
    case end
  }

  let kind: Kind
  /// Where it is in the text.
  let range: Range<Int>
}

/// Splits a prototype into tokens. It skips white space and comments.
struct PrototypeScanner {
  let text: PrototypeText
  private var position = 0

  init(_ text: PrototypeText) { self.text = text }

  mutating func next() throws(RuntimeError) -> PrototypeToken {
    try skipBlanks()
    let start = position
    guard let byte = text.byte(at: start) else { return PrototypeToken(kind: .end, range: start..<start) }
    if isWordStart(byte) {
      while let byte = text.byte(at: position), isWordStart(byte) || isDigit(byte) { position += 1 }
      return PrototypeToken(kind: .word(text.string(start..<position)), range: start..<position)
    }
    if byte == UInt8(ascii: "."), text.byte(at: start + 1) == byte, text.byte(at: start + 2) == byte {
      position += 3
      return PrototypeToken(kind: .ellipsis, range: start..<position)
    }
    position += 1
    let isSign = byte > 0x20 && byte < 0x7F && !isDigit(byte) && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "'")
    return PrototypeToken(kind: isSign ? .sign(byte) : .other, range: start..<position)
  }

  private mutating func skipBlanks() throws(RuntimeError) {
    while let byte = text.byte(at: position) {
      switch (byte, text.byte(at: position + 1)) {
      case (0x20, _), (0x09...0x0D, _):
        position += 1
      case (UInt8(ascii: "/"), UInt8(ascii: "/")):
        while let byte = text.byte(at: position), byte != UInt8(ascii: "\n") { position += 1 }
      case (UInt8(ascii: "/"), UInt8(ascii: "*")):
        try skipComment()
      default:
        return
      }
    }
  }

  private mutating func skipComment() throws(RuntimeError) {
    let start = position
    position += 2
    while text.byte(at: position) != UInt8(ascii: "*") || text.byte(at: position + 1) != UInt8(ascii: "/") {
      guard text.byte(at: position) != nil else {
        throw text.error("this comment has no end; */ is missing", at: start)
      }
      position += 1
    }
    position += 2
  }
}

private func isWordStart(_ byte: UInt8) -> Bool {
  (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) || byte == UInt8(ascii: "_")
}

private func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }
