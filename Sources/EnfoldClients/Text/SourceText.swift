// SourceText: the lines of a file under construction, and how long ones are broken.

struct SourceText {
  private(set) var lines: [String] = []

  var text: String {
    var lines = lines
    while lines.last == "" { lines.removeLast() }
    return lines.joined(separator: "\n") + "\n"
  }

  mutating func add(_ line: String = "") { lines.append(line) }
  mutating func add(_ more: [String], indent: String = "") {
    for line in more { lines.append(line.isEmpty ? "" : indent + line) }
  }

  /// Blank lines, as many as are missing.
  mutating func gap(_ count: Int = 1) {
    guard !lines.isEmpty else { return }
    while lines.last == "", lines.count > 1, lines[lines.count - 2] == "" { lines.removeLast() }
    var present = lines.last == "" ? 1 : 0
    while present < count {
      lines.append("")
      present += 1
    }
  }
}

enum Layout {
  /// `opening` with all items behind it, as many on a line as fit; the others begin under the first.
  static func filled(_ opening: String, _ items: [String], _ closing: String, indent: String = "", width: Int = 120)
    -> [String]
  {
    let whole = indent + opening + items.joined(separator: ", ") + closing
    if whole.count <= width { return [whole] }
    let under = String(repeating: " ", count: (indent + opening).count)
    var lines: [String] = []
    var line = indent + opening
    for (index, item) in items.enumerated() {
      let isLast = index == items.count - 1
      let end = isLast ? closing : ","
      let isFirst = line == indent + opening || line == under
      if !isFirst, line.count + 1 + item.count + end.count > width {
        lines.append(line)
        line = under + item + end
      } else {
        line += (isFirst ? "" : " ") + item + end
      }
    }
    return lines + [line]
  }

  /// All items on the line of `opening` if they fit, otherwise each on a line of its own.
  static func exploded(
    _ opening: String, _ items: [String], _ closing: String, indent: String = "", step: String = "    ", width: Int = 88
  ) -> [String] {
    let whole = indent + opening + items.joined(separator: ", ") + closing
    if whole.count <= width { return [whole] }
    return [indent + opening] + items.map { indent + step + $0 + "," } + [indent + closing]
  }

  /// The whole on one line if it fits, otherwise each item on a line of its own behind `opening`.
  static func listed(_ opening: String, _ items: [String], _ closing: String, width: Int = 120) -> [String] {
    let whole = opening + items.joined(separator: ", ") + closing
    if whole.count <= width { return [whole] }
    let indent = String(opening.prefix { $0 == " " }) + "    "
    return [opening] + items.enumerated().map { indent + $1 + ($0 == items.count - 1 ? closing : ",") }
  }

  /// An assignment: the value is on the same line as its target if it fits.
  static func assigned(_ left: String, _ right: String, width: Int = 120) -> [String] {
    let whole = "\(left) = \(right);"
    return whole.count <= width ? [whole] : ["\(left) =", "    \(right);"]
  }

  /// A comment of one or more lines.
  static func comment(_ text: String, _ mark: String, indent: String = "", width: Int = 100) -> [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false)
      .flatMap { wrapped(String($0), width: width - indent.count - mark.count - 1) }
      .map { $0.isEmpty ? indent + mark : "\(indent)\(mark) \($0)" }
      // A backslash at the end would make the next line a part of the comment.
      .map { $0.hasSuffix("\\") ? $0 + "." : $0 }
  }

  /// A paragraph as lines of at most this width. A longer word has a line of its own.
  static func wrapped(_ paragraph: String, width: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    for word in paragraph.split(separator: " ") {
      if !line.isEmpty, line.count + 1 + word.count > width {
        lines.append(line)
        line = ""
      }
      line += (line.isEmpty ? "" : " ") + word
    }
    return lines + [line]
  }

  /// A text as a string literal of C, C++, Python and TypeScript, all of which know JSON's short escapes.
  static func quoted(_ text: String) -> String {
    var literal = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": literal += "\\\""
      case "\\": literal += "\\\\"
      case "\n": literal += "\\n"
      case "\t": literal += "\\t"
      case "\r": literal += "\\r"
      default:
        if scalar.value < 0x20 || scalar.value == 0x7f {
          literal += "\\" + octal(scalar.value)
        } else {
          literal.unicodeScalars.append(scalar)
        }
      }
    }
    return literal + "\""
  }

  private static func octal(_ value: UInt32) -> String {
    let digits = String(value, radix: 8)
    return String(repeating: "0", count: 3 - digits.count) + digits
  }
}
