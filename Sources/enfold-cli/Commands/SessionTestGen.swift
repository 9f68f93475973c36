// `enfold session test-gen`: a recorded session as a test.
import ArgumentParser
import EnfoldSessions
import Glibc

struct SessionTestGen: ParsableCommand {
  enum Language: String, ExpressibleByArgument, CaseIterable { case swift, python }

  static let configuration = CommandConfiguration(
    commandName: "test-gen",
    abstract: "Makes a test of a recorded session.",
    discussion: """
      The test begins with the recorded state, sends the recorded actions, those of effects, too, and expects the recorded \
      states. Effects do not run. What cannot be done again is taken over, and a comment says why.

      Examples:
        enfold session test-gen monday.enfold.jsonl --lang python --plugin build/plugins/libTodos.so -o test_monday.py
        enfold session test-gen monday.enfold.jsonl --lang swift --module TodosFeature --from 4 --to 6

      Exit status: 0, or 1 if the file cannot be read or written, or has no such commits.
      """)

  @Argument(help: "The session file.", completion: .file(extensions: ["jsonl"])) var file: String
  @Option(help: "The language: swift or python.") var lang: Language
  @Option(
    help: ArgumentHelp("The store, if there are several: its name, or its number in the file.", valueName: "name"))
  var store: String?
  @Option(help: ArgumentHelp("The first commit. (default: the first one in the file)", valueName: "revision"))
  var from: UInt64?
  @Option(help: ArgumentHelp("The last commit. (default: the last one in the file)", valueName: "revision"))
  var to: UInt64?
  @Option(
    help: ArgumentHelp(
      "For Swift: the module of the feature. (default: that of an effect in the file, or the feature's name)",
      valueName: "name"))
  var module: String?
  @Option(
    help: ArgumentHelp("For Python: the plugin. (default: build/plugins/libNAME.so)", valueName: "file"),
    completion: .file(extensions: ["so"]))
  var plugin: String?
  @Option(
    name: .shortAndLong, help: "The file to write. (default: the standard output)", completion: .file())
  var output: String?

  func validate() throws {
    if let from, let to, from > to {
      throw ValidationError("--from \(from) is more than --to \(to); the first revision comes first")
    }
    if lang == .python, module != nil { throw ValidationError("--module is for --lang swift") }
    if lang == .swift, plugin != nil { throw ValidationError("--plugin is for --lang python") }
  }

  func run() throws {
    let text = try reading { () throws(SessionError) in
      let test = try RecordedTest(try SessionFile(file), store: store, from: from, to: to, command: typed)
      switch lang {
      case .swift: return test.swift(module: module)
      case .python: return test.python(plugin: plugin ?? "build/plugins/lib\(test.feature).so")
      }
    }
    try deliver(text, to: output, mode: 0o666)
  }

  /// What was typed, without folders: the same file gives the same test on each machine.
  private var typed: String {
    var words = ["enfold", "session", "test-gen", file.split(separator: "/").last.map(String.init) ?? file]
    words += ["--lang", lang.rawValue]
    for (name, value) in [("--store", store), ("--from", from.map { "\($0)" }), ("--to", to.map { "\($0)" })] {
      if let value { words += [name, value] }
    }
    return words.joined(separator: " ")
  }
}
