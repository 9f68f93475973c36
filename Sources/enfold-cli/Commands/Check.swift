// `enfold check`: whether a plugin can be relied on.
import ArgumentParser
import EnfoldJSON
import EnfoldSchemas
import Glibc

struct Check: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Checks that a plugin loads, and that its features begin as they say.",
    discussion: """
      Each feature is opened in the test environment. Its first state must fit its schema, and a store that is opened \
      with that state must have the same.

      Examples:
        enfold check libTodos.so
        enfold check libTodos.so --json

      Exit status: 0, or 1 if a check failed.
      """)

  @OptionGroup var file: PluginArgument
  @Flag(help: "Write one JSON object for each check.") var json = false
  @Option(help: "When to use colours. NO_COLOR in the environment is respected.") var color: ColorChoice = .auto

  func run() throws {
    // If the plugin traps, one line says in which action.
    setenv("ENFOLD_CRASH_LINE", "1", 0)
    let output = Output(STDOUT_FILENO)
    let style = Style(color, isTerminal: output.isTerminal)
    var hasFailed = false
    func check(_ name: String, _ body: () throws(Failure) -> Void) {
      var record: JSONValue = ["check": .string(name), "ok": true]
      var line = "\(style.green("ok"))      \(name)"
      do throws(Failure) {
        try body()
      } catch {
        hasFailed = true
        record = error.added(to: ["check": .string(name), "ok": false])
        line = "\(style.red("FAILED"))  \(name): \(error.message)"
      }
      output.line(json ? record.json : line)
    }

    let runtime = try failing { () throws(Failure) in try Runtime(environment: "test") }
    let before = Libraries.mapped()
    var features: [Feature] = []
    check("\(file.plugin) loads") { () throws(Failure) in
      _ = try runtime.load(file.path)
      features = try runtime.features()
    }
    for library in Libraries.mapped(since: before, without: file.path) where !library.isOfSystem {
      let name = "\(file.plugin) needs \(library.name)"
      let text = "\(library.path), \(Library.isForeign): elsewhere the plugin may not load. \(Self.advice(library))"
      let record: JSONValue = ["check": .string(name), "ok": true, "warning": .string(text)]
      output.line(json ? record.json : "\(style.yellow("warning")) \(name): \(text)")
    }
    for feature in features {
      for step in FeatureCheck.steps {
        check("\(feature.name) \(step.name)") { () throws(Failure) in try step.run(runtime, feature) }
      }
    }
    output.flush()
    if hasFailed { throw ExitCode.failure }
  }

  private static func advice(_ library: Library) -> String {
    library.name.contains("Foundation")
      ? "Leave `import Foundation` out, or ship Foundation with it."
      : "Ship it beside the plugin, or link it statically."
  }
}
