// `enfold blame`: who changed a value of a recorded session.
import ArgumentParser
import EnfoldJSON
import EnfoldSchemas
import EnfoldSessions
import Glibc

struct BlameCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "blame",
    abstract: "Says which commits of a recorded session made a value what it is.",
    discussion: """
      The newest commit comes first; the last one made the value, if that was recorded. An element of a list is followed \
      when others come and go before it, and when it moves. In the pointer, id=7 is the element of a list whose "id" is 7.

      Examples:
        enfold blame monday.enfold.jsonl /items/id=7/title
        enfold blame monday.enfold.jsonl /count --store Counter#2 --at 12

      Exit status: 0, or 1 if the file cannot be read, or nothing is at the pointer.
      """)

  @Argument(help: "The session file.", completion: .file(extensions: ["jsonl"])) var file: String
  @Argument(help: "A JSON Pointer: where the value is at the end, or at the revision of --at.") var pointer: String
  @Option(
    help: ArgumentHelp("The store, if there are several: its name, or its number in the file.", valueName: "name"))
  var store: String?
  @Option(help: ArgumentHelp("Ask for the value after this revision.", valueName: "revision")) var at: UInt64?
  @Flag(help: "Write one JSON object for each commit.") var json = false
  @Option(help: "When to use colours. NO_COLOR in the environment is respected.") var color: ColorChoice = .auto

  func validate() throws {
    if !pointer.isEmpty, pointer.first != "/" {
      throw ValidationError("\(pointer): a JSON Pointer begins with \"/\". Try: /\(pointer)")
    }
  }

  func run() throws {
    let output = Output(STDOUT_FILENO)
    let style = Style(color, isTerminal: output.isTerminal)
    do throws(SessionError) {
      var blame = try Blame(try SessionFile(file), store: store, at: at)
      let changes = try blame.changes(of: pointer)
      if changes.isEmpty, !json { output.line("nothing in the session has changed it") }
      for change in changes {
        if json { output.line(change.json.json) } else { change.lines(style).forEach { output.line($0) } }
      }
    } catch {
      throw fail("\(error)")
    }
    output.flush()
  }
}

extension Blame.Change {
  /// As programs read it.
  var json: JSONValue {
    var record: JSONValue = [
      "line": .integer(Int64(entry.line)), "seq": .unsigned(entry.seq), "revision": .unsigned(entry.revision),
      "kind": .string(entry.kind.rawValue), "pointer": .string(path.pointer), "value": value,
    ]
    if let before { record = record.adding("before", before) }
    for (name, member) in [("time", SessionEntry.Member.time), ("action", .action), ("cause", .cause), ("tag", .tag)] {
      if let value = entry[member]?.value { record = record.adding(name, value) }
    }
    return record
  }

  /// As a person reads it.
  func lines(_ style: Style) -> [String] {
    let what = entry[.action]?.string ?? entry.kind.rawValue
    let tag = entry.string(.tag).map { ", tag \($0)" } ?? ""
    let cause = entry.cause.map { ", from revision \($0.revision)" } ?? ""
    let old = before.map { "\(shortened($0)) became " } ?? "came as "
    // What is made up has no place in a file.
    let place = entry.string(.time).map { ", line \(entry.line), \($0)" } ?? ""
    return [
      "revision \(entry.revision) \(style.blue(what))\(style.dim("\(cause)\(tag)\(place)"))",
      "  \(path.pointer): \(old)\(shortened(value))",
    ]
  }

  private func shortened(_ value: JSONValue) -> String {
    let text = value.json
    return text.count <= 80 ? text : text.prefix(77) + "..."
  }
}
