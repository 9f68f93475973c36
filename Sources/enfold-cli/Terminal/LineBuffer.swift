// LineBuffer: a line that is edited, and its cursor.

struct LineBuffer {
  private(set) var characters: [Character] = []
  /// Before which character the cursor is.
  var cursor = 0

  init(_ text: String = "") {
    characters = Array(text)
    cursor = characters.count
  }

  var text: String { String(characters) }

  mutating func insert(_ character: Character) {
    // A combining mark joins the character before.
    if cursor > 0, let joined = joined(characters[cursor - 1], character) {
      characters[cursor - 1] = joined
    } else {
      characters.insert(character, at: cursor)
      cursor += 1
    }
  }

  private func joined(_ first: Character, _ second: Character) -> Character? {
    let text = String(first) + String(second)
    return text.count == 1 ? text.first : nil
  }

  mutating func replace(last count: Int, with text: String) {
    characters.replaceSubrange((cursor - count)..<cursor, with: Array(text))
    cursor += text.count - count
  }

  mutating func deleteBackward() {
    guard cursor > 0 else { return }
    cursor -= 1
    characters.remove(at: cursor)
  }

  mutating func deleteForward() {
    if cursor < characters.count { characters.remove(at: cursor) }
  }

  mutating func eraseToStart() {
    characters.removeSubrange(..<cursor)
    cursor = 0
  }

  mutating func eraseToEnd() { characters.removeSubrange(cursor...) }

  mutating func eraseWord() {
    var start = cursor
    while start > 0, characters[start - 1].isWhitespace { start -= 1 }
    while start > 0, !characters[start - 1].isWhitespace { start -= 1 }
    characters.removeSubrange(start..<cursor)
    cursor = start
  }

  /// The part of the line that fits, and the column of the cursor in it.
  func window(width: Int) -> (text: String, column: Int) {
    var (start, column) = (0, columns(characters[..<cursor]))
    while column >= width {
      column -= columns(characters[start...start])
      start += 1
    }
    var (end, used) = (start, 0)
    while end < characters.count {
      used += columns(characters[end...end])
      if used > width { break }
      end += 1
    }
    return (String(characters[start..<end]), column)
  }
}

/// How many columns of a terminal characters take.
func columns(_ characters: some Sequence<Character>) -> Int { characters.reduce(0) { $0 + ($1.isWide ? 2 : 1) } }

extension Character {
  /// Whether a terminal gives it two columns: most of East Asia, and emoji.
  fileprivate var isWide: Bool {
    guard let scalar = unicodeScalars.first, scalar.value >= 0x1100 else { return false }
    switch scalar.value {
    case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60,
      0xFFE0...0xFFE6, 0x20000...0x3FFFD:
      return true
    default: return scalar.properties.isEmojiPresentation
    }
  }
}
