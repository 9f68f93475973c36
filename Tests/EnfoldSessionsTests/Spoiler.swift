// Spoiler: makes nonsense of a session file, most of which still looks like one.

enum Spoiler {
  private static let pieces: [String] = [
    "", "0", "-1", "18446744073709551615", "9223372036854775807", "1e400", "\"\"", "\"[redacted]\"", "null", "[]", "{}",
    "[[", "\\u0000",
    "\"/\"", "\"/-\"", "\"/items/9\"", "\"remove\"", "\"move\"", "\"copy\"", "\"opened\"", "\"state\"", "\"dropped\"",
    "\"checkpoint\"", "\"set\"", "\"restore\"", "\"shared\"", "\"closed\"", "true", "\n",
    "{\"store\":1,\"kind\":\"closed\"}\n",
  ]

  /// Changes some tokens, bytes and lines.
  static func spoil(_ text: [UInt8], _ random: inout some RandomNumberGenerator) -> [UInt8] {
    var text = text
    for _ in 0...Int.random(in: 0...4, using: &random) {
      switch Int.random(in: 0..<5, using: &random) {
      case 0:
        let place = Int.random(in: 0..<text.count, using: &random)
        text[place] = UInt8.random(in: 0...255, using: &random)
      case 1: replaceToken(in: &text, &random)
      case 2: replaceToken(in: &text, &random)
      case 3:
        var lines = text.split(separator: 10, omittingEmptySubsequences: false)
        let (one, other) = (
          Int.random(in: 1..<lines.count, using: &random), Int.random(in: 1..<lines.count, using: &random)
        )
        if Bool.random(using: &random) { lines.swapAt(one, other) } else { lines[one] = lines[other] }
        text = Array(lines.joined(separator: [10]))
      default: text.removeLast(min(text.count / 4, Int.random(in: 0..<400, using: &random)))
      }
    }
    return text
  }

  /// Puts something else into the place of a value, which ends before a comma or a brace.
  private static func replaceToken(in text: inout [UInt8], _ random: inout some RandomNumberGenerator) {
    let begins = text.indices.filter { text[$0] == UInt8(ascii: ":") }
    guard let begin = begins.randomElement(using: &random), let piece = pieces.randomElement(using: &random) else {
      return
    }
    let rest = text[(begin + 1)...]
    let end = rest.firstIndex { $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: "}") } ?? text.endIndex
    text.replaceSubrange((begin + 1)..<end, with: piece.utf8)
  }
}
