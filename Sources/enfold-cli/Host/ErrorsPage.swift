// ErrorsPage: what docs/errors.md says of each error.
import Glibc

struct ErrorsPage {
  struct Entry {
    /// The name that messages have: of a status, a topic of the log, a diagnostic of the macros.
    let name: String
    var text: String
  }

  struct Group {
    let title: String
    var entries: [Entry] = []
  }

  private(set) var groups: [Group] = []

  /// The page of the tree that this command belongs to.
  static func installed() throws(Failure) -> ErrorsPage {
    let path = try InstalledTree.prefix() + "/share/doc/enfold/errors.md"
    guard let markdown = contents(of: path) else { throw Failure(cannot: "read", path) }
    return ErrorsPage(markdown: markdown)
  }

  /// "## Title" begins a group, "### Name" an entry, and so does a row of a table that begins with an anchor.
  init(markdown: String) {
    var isInEntry = false
    for line in markdown.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("## ") {
        groups.append(Group(title: String(line.dropFirst(3))))
        isInEntry = false
      } else if groups.isEmpty {
        continue
      } else if line.hasPrefix("### ") {
        groups[groups.count - 1].entries.append(Entry(name: Self.name(of: line.dropFirst(4)), text: ""))
        isInEntry = true
      } else if let row = Self.entry(ofRow: line) {
        groups[groups.count - 1].entries.append(row)
        isInEntry = false
      } else if isInEntry {
        let (group, entry) = (groups.count - 1, groups[groups.count - 1].entries.count - 1)
        groups[group].entries[entry].text += plainText(line) + "\n"
      }
    }
    groups = groups.map { group in
      var group = group
      group.entries = group.entries.map { Entry(name: $0.name, text: $0.text.trimmed) }
      return group
    }
  }

  /// A status has its name as its title. Of another title the name is the anchor that it has on the site.
  private static func name(of title: Substring) -> String {
    if title.hasPrefix("ENFOLD_") { return String(title) }
    return title.lowercased().split(separator: " ").joined(separator: "-")
  }

  /// `| <a id="noType"></a>`noType` | cause | cure |`
  private static func entry(ofRow line: Substring) -> Entry? {
    let cells = line.split(separator: "|").map { String($0).trimmed }
    guard line.hasPrefix("| <a id=\""), cells.count == 3 else { return nil }
    let name = cells[0].split(separator: "\"")[1]
    return Entry(name: String(name), text: "Cause: \(plainText(cells[1][...])).\nCure: \(plainText(cells[2][...])).")
  }
}

/// Markdown without stars and the addresses of links.
private func plainText(_ line: Substring) -> String {
  var text = String(line).replacing("**", with: "")
  while let middle = text.firstRange(of: "]("), let end = text[middle.upperBound...].firstIndex(of: ")"),
    let start = text[..<middle.lowerBound].lastIndex(of: "[")
  {
    text.replaceSubrange(middle.lowerBound...end, with: "")
    text.remove(at: start)
  }
  return text
}
