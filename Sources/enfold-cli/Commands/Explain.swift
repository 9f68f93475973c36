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
    let meant = nearest(to: name, among: entries.map(\.name)).map { " Did you mean \($0)?" } ?? ""
    throw fail("there is no error of the name \"\(name)\".\(meant) `enfold explain` lists all names")
  }
}
