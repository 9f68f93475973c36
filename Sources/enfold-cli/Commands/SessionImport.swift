// `enfold session import`: a session file of what another tool has exported.
import ArgumentParser
import EnfoldSessions
import Glibc

struct SessionImport: ParsableCommand {
  enum Format: String, ExpressibleByArgument, CaseIterable {
    case reduxDevTools = "redux-devtools"
    case reduxActions = "redux-actions"
  }

  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Makes a session file of what another tool has exported.",
    discussion: """
      The verdict is "fine"; or "risky", and each line below it says what was not taken over; or the import is impossible: \
      then nothing is written, and a message says why, and where.

      A list of actions has no states. So its actions are sent to a store of the plugin's feature, without effects, and \
      that is recorded. If the file has states, --plugin only checks that they come again.

      Examples:
        enfold session import devtools.json --from redux-devtools --feature Todos -o devtools.enfold.jsonl
        enfold session import actions.json --from redux-actions --feature Todos --plugin libTodos.so -o a.enfold.jsonl

      Exit status: 0, or 1 if the import is impossible.
      """)

  @Argument(help: "The exported file.", completion: .file(extensions: ["json"])) var file: String
  @Option(help: "The format: redux-devtools or redux-actions.") var from: Format
  @Option(help: ArgumentHelp("The feature that the store has.", valueName: "name")) var feature: String
  @Option(
    help: ArgumentHelp("The plugin with the feature.", valueName: "file"), completion: .file(extensions: ["so"]))
  var plugin: String?
  @Option(
    name: .shortAndLong, help: "The session file to write; its name should end in .enfold.jsonl.", completion: .file())
  var output: String

  func validate() throws {
    if from == .reduxActions, plugin == nil {
      throw ValidationError("a list of actions has no states: --plugin FILE is needed, in which the actions are run")
    }
    if feature.isEmpty { throw ValidationError("--feature is empty; the name of a feature is needed") }
  }

  func run() throws {
    var session = try reading { () throws(SessionError) in
      from == .reduxActions ? try ReduxImport.actions(file) : try ReduxImport.liftedState(file)
    }
    let maker = SessionMaker(feature: feature, plugin: plugin.map { $0.contains("/") ? $0 : "./" + $0 }, output: output)
    do {
      let commits = try maker.make(&session)
      let output = Output(STDOUT_FILENO)
      for (index, line) in session.verdict(commits).enumerated() {
        output.line(index == 0 ? "\(self.output): \(line)" : line)
      }
      output.flush()
    } catch let failure as Failure {
      throw fail(file, failure)
    } catch let error as SessionError {
      throw fail("\(error)")
    }
  }
}
