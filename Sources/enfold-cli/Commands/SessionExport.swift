// `enfold session export`: a recorded session for another tool.
import ArgumentParser
import EnfoldSessions
import Glibc

struct SessionExport: ParsableCommand {
  enum Format: String, ExpressibleByArgument, CaseIterable {
    case reduxDevTools = "redux-devtools"
    case reduxActions = "redux-actions"
    case perfetto, otlp
  }

  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Writes a recorded session for another tool.",
    discussion: """
      redux-devtools  the lifted state of one store, which the extension Redux DevTools imports
      redux-actions   the actions of one store, as an array
      perfetto        trace events, for ui.perfetto.dev and chrome://tracing
      otlp            spans of OpenTelemetry, one ExportTraceServiceRequest in each line; values are not told

      What cannot be exported is said on the standard error.

      Exit status: 0, or 1 if the file cannot be read or written.
      """)

  @Argument(help: "The session file.", completion: .file(extensions: ["jsonl"])) var file: String
  @Option(help: "The format: redux-devtools, redux-actions, perfetto or otlp.") var to: Format
  @Option(
    help: ArgumentHelp("The store, if there are several: its name, or its number in the file.", valueName: "name"))
  var store: String?
  @Option(
    name: .shortAndLong, help: "The file to write. (default: the standard output)", completion: .file())
  var output: String?

  func run() throws {
    var notes: [String] = []
    let text = try reading { () throws(SessionError) in
      let session = try SessionFile(file)
      switch to {
      case .reduxDevTools, .reduxActions:
        var export = try ReduxExport(session, store: store)
        let text = to == .reduxActions ? try export.actions() : try export.liftedState()
        notes = export.notes
        return text
      case .perfetto: return try PerfettoExport(session, store: store).json
      case .otlp: return try OTLPExport(session, store: store).lines
      }
    }
    try deliver(text, to: output)
    for note in notes { _ = fail("\(file): \(note)") }
  }
}
