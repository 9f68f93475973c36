// RecordPath: the files of `--record`.

/// One for each recording: `%p` stands for the number of the process, and a number tells a second file of the same name from the first.
final class RecordPath {
  private let pattern: String
  private var used: [String: Int] = [:]
  private static let ending = ".enfold.jsonl"

  init(_ pattern: String) { self.pattern = pattern }

  /// A new file.
  func next(pid: Int32) throws(Refusal) -> Spool {
    let path = Self.filled(pattern, String(pid))
    let number = (used[path] ?? 0) + 1
    used[path] = number
    return try Spool.new(number == 1 ? path : Self.numbered(path, number))
  }

  /// Puts a number in the place of each %p.
  private static func filled(_ pattern: String, _ number: String) -> String {
    var (text, rest) = ("", pattern[...])
    while let character = rest.popFirst() {
      if character == "%", rest.first == "p" {
        rest.removeFirst()
        text += number
      } else {
        text.append(character)
      }
    }
    return text
  }

  /// "monday-2.enfold.jsonl".
  private static func numbered(_ path: String, _ number: Int) -> String {
    let slash = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
    let name = path[slash...]
    if name.hasSuffix(ending), name != ending { return "\(path.dropLast(ending.count))-\(number)\(ending)" }
    guard let point = name.lastIndex(of: "."), point != name.startIndex else { return "\(path)-\(number)" }
    return "\(path[..<point])-\(number)\(path[point...])"
  }
}
