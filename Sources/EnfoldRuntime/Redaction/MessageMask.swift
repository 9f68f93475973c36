// MessageMask: hides texts in an error message, so that it does not quote what is redacted.
import EnfoldJSON

/// A message, and which of its bytes are hidden.
///
/// Messages quote values whole, or parts of them. So a text is hidden where it stands in the message, and where eight bytes of its
/// beginning do, or three that are cut by "…" or by the end of the message. But ordinary words must stay readable:
/// - A text of less than eight bytes is hidden only where it is no part of a longer word or number.
/// - A text of one or two bytes is hidden only where quotes are around it, or where it is a number of its own. It cannot be known
///   from the rest of a message.
struct MessageMask {
  private let message: [UInt8]
  private var isHidden: [Bool]
  private var hasHidden = false
  /// Where each byte stands in the message.
  private var places: [[Int]]

  private static let longEnough = 8
  private static let readable = 3
  private static let ellipsis = Array("…".utf8)
  static let replacement = "[redacted]"

  init(_ message: String) {
    self.message = Array(message.utf8)
    isHidden = Array(repeating: false, count: self.message.count)
    places = Array(repeating: [], count: 256)
    for (place, byte) in self.message.enumerated() { places[Int(byte)].append(place) }
  }

  // MARK: Hiding

  /// Hides a text wherever the message quotes it.
  mutating func hide(_ text: UnsafeRawBufferPointer) {
    guard let first = text.first else { return }
    for start in places[Int(first)] {
      var length = 1
      while length < text.count, start + length < message.count, message[start + length] == text[length] { length += 1 }
      if length == text.count {
        if mayHideWhole(start, length) { hide(start, length) }
        continue
      }
      // Not in the middle of a character.
      while length > 0, start + length < message.count, message[start + length] & 0xC0 == 0x80 { length -= 1 }
      if mayHideBeginning(start, length) { hide(start, length) }
    }
  }

  mutating func hide(_ text: String) {
    var text = text
    text.withUTF8 { hide(UnsafeRawBufferPointer($0)) }
  }

  private func mayHideWhole(_ start: Int, _ length: Int) -> Bool {
    if length >= Self.longEnough { return true }
    guard beginsWord(start), endsWord(start + length) else { return false }
    if length >= Self.readable { return true }
    return isNumber(start, length) || isQuote(start - 1) && isQuote(start + length)
  }

  private func mayHideBeginning(_ start: Int, _ length: Int) -> Bool {
    if length >= Self.longEnough { return true }
    let isCut = start + length == message.count || message[(start + length)...].starts(with: Self.ellipsis)
    return length >= Self.readable && isCut && beginsWord(start)
  }

  private mutating func hide(_ start: Int, _ length: Int) {
    for place in start..<start + length { isHidden[place] = true }
    hasHidden = hasHidden || length > 0
  }

  // MARK: Words

  /// Whether a byte is part of a word. Bytes that are not ASCII are none: they may be quotes and dots.
  private func isPartOfWord(_ place: Int) -> Bool {
    guard message.indices.contains(place) else { return false }
    let byte = message[place]
    return byte &- UInt8(ascii: "0") < 10 || (byte | 0x20) &- UInt8(ascii: "a") < 26 || byte == UInt8(ascii: "_")
  }
  private func beginsWord(_ place: Int) -> Bool { !isPartOfWord(place) || !isPartOfWord(place - 1) }
  private func endsWord(_ place: Int) -> Bool { !isPartOfWord(place - 1) || !isPartOfWord(place) }
  private func isQuote(_ place: Int) -> Bool {
    guard message.indices.contains(place) else { return false }
    return message[place] == UInt8(ascii: "\"") || message[place] == UInt8(ascii: "'")
      || message[place] == UInt8(ascii: "`")
  }
  private func isNumber(_ start: Int, _ length: Int) -> Bool {
    message[start..<start + length].allSatisfy { $0 &- UInt8(ascii: "0") < 10 || $0 == UInt8(ascii: "-") }
  }

  // MARK: The result

  /// The message without what is hidden; nil if nothing is.
  var masked: String? {
    guard hasHidden else { return nil }
    var bytes: [UInt8] = []
    for (place, byte) in message.enumerated() {
      if !isHidden[place] {
        bytes.append(byte)
      } else if place == 0 || !isHidden[place - 1] {
        bytes += Self.replacement.utf8
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The texts that are hidden.
  var hidden: [[UInt8]] {
    message.indices.split { !isHidden[$0] }.map { Array(message[$0]) }
  }
}

extension MessageMask {
  /// Hides a JSON value in every way in which a message can quote it: as it is written, its strings and the names of its members
  /// with and without escapes, and its numbers as they are read.
  mutating func hide(value text: UnsafeRawBufferPointer) {
    if !text.elementsEqual("null".utf8) { hide(text) }
    hide(wordsOf: text)
    hide(partsOf: text, near: 512)
  }

  /// Hides a text that is not JSON: its words and strings, and every eight bytes near its beginning, where the mistake is.
  mutating func hide(damaged text: UnsafeRawBufferPointer) {
    hide(wordsOf: text)
    hide(partsOf: text, near: 4_096)
  }

  /// Hides every eight bytes that begin near the beginning.
  private mutating func hide(partsOf text: UnsafeRawBufferPointer, near count: Int) {
    for start in 0..<max(min(text.count - Self.longEnough + 1, count), 0) {
      hide(UnsafeRawBufferPointer(rebasing: text[start...]))
    }
  }

  private mutating func hide(wordsOf text: UnsafeRawBufferPointer) {
    var position = 0
    while position < text.count {
      let start = position
      if text[position] == UInt8(ascii: "\"") {
        position += 1
        while position < text.count, text[position] != UInt8(ascii: "\"") {
          position += text[position] == UInt8(ascii: "\\") ? 2 : 1
        }
        let end = min(position, text.count)
        position = min(position + 1, text.count)
        hide(string: UnsafeRawBufferPointer(rebasing: text[start + 1..<end]), text.jsonString(start..<position))
      } else if text[position].endsWord {
        position += 1
      } else {
        while position < text.count, !text[position].endsWord { position += 1 }
        hide(word: UnsafeRawBufferPointer(rebasing: text[start..<position]))
      }
    }
  }

  /// - Parameters:
  ///   - written: as it stands in the text, between its quotes.
  ///   - meant: without escapes.
  private mutating func hide(string written: UnsafeRawBufferPointer, _ meant: String) {
    hide(written)
    let isToken = written.contains(UInt8(ascii: "/")) || written.contains(UInt8(ascii: "~"))
    if !isToken, meant.utf8.elementsEqual(written) { return }
    hide(meant)
    hide(String(JSON.string(meant).dropFirst().dropLast()))
    // As a token of a JSON Pointer.
    hide(String(JSONPath(tokens: [meant]).pointer.dropFirst()))
  }

  /// Hides a word without quotes: a number, or true or false. That nothing is there is no secret.
  private mutating func hide(word: UnsafeRawBufferPointer) {
    let text = String(decoding: word, as: UTF8.self)
    switch text {
    case "null": return
    // A message with only one of them would tell which it was.
    case "true", "false":
      hide("true")
      hide("false")
    default:
      hide(word)
      // What is not JSON may be quoted up to where a name would end.
      for part in text.split(whereSeparator: { !$0.isLetter && !$0.isNumber && $0 != "_" })
      where part.count < text.count {
        hide(String(part))
      }
      guard let number = Double(text) else { return }
      hide("\(number)")
      if let whole = Int64(exactly: number) { hide("\(whole)") }
    }
  }
}
