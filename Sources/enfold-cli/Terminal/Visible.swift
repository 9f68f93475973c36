// Texts of others, as a terminal may show them: it would obey their control characters.

extension String {
  /// The text with its control characters written as `\x1b`. Lines and tabs stay.
  var visible: String {
    var shown = ""
    for scalar in unicodeScalars {
      if scalar.isControl, scalar != "\n", scalar != "\t" {
        shown += "\\x" + (scalar.value < 16 ? "0" : "") + String(scalar.value, radix: 16)
      } else {
        shown.unicodeScalars.append(scalar)
      }
    }
    return shown
  }
}

extension Character {
  /// The character in one column: a space for a line or a tab, and a sign for each other control character.
  var visible: Character {
    guard let scalar = unicodeScalars.first, scalar.isControl else { return self }
    return isWhitespace ? " " : "\u{FFFD}"
  }
}

extension Unicode.Scalar {
  fileprivate var isControl: Bool { value < 0x20 || (0x7F...0x9F).contains(value) }
}
