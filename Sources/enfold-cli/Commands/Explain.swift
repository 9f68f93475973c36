// `enfold explain`: the cause and the cure of an error.
import ArgumentParser
import EnfoldJSON
import Glibc

struct Explain: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Tells the cause and the cure of an error, by its name.",
    discussion: """
      The name is a status, the topic of a record of the log, or what a message of a macro ends with. The same texts are in \
      docs/errors.md; on the site the name, in small letters, is the anchor.

      Examples:
        enfold explain ENFOLD_BAD_ACTION
        enfold explain an-effect-failed
        enfold explain noType
        enfold explain                      lists all names

      Exit status: 0, or 1 if there is no error of this name.
      """)

  @Argument(
    help: "The name of the error. Without one, all names are listed.", completion: .custom { _, _, _ in Self.names })
  var name: String?

  private static var names: [String] {
    (try? ErrorsPage.installed())?.groups.flatMap(\.entries).map(\.name) ?? []
  }

  func run() throws {
    let page = try failing { () throws(Failure) in try ErrorsPage.installed() }
    let output = Output(STDOUT_FILENO)
    guard let name else {
      for group in page.groups {
        output.line("\(group.title):")
        for entry in group.entries { output.line("  \(entry.name)") }
      }
      return output.flush()
    }
    let entries = page.groups.flatMap(\.entries)
    if let found = entries.first(where: { $0.name.lowercased() == name.lowercased() }) {
      output.line("\(found.name)\n\n\(found.text)")
      return output.flush()
    }
    let guess = guess(among: entries.map(\.name))
    throw fail("there is no error of the name \"\(name)\".\(guess) `enfold explain` lists all names")
  }

  /// What may have been meant. If several names begin like the given one, all of them.
  private func guess(among known: [String]) -> String {
    let longer = known.filter { $0.lowercased().hasPrefix((name ?? "").lowercased()) }
    if longer.count > 1 { return " Names that begin so: \(longer.joined(separator: ", "))." }
    return (longer.first ?? nearest(to: name ?? "", among: known)).map { " Did you mean \($0)?" } ?? ""
  }
}
