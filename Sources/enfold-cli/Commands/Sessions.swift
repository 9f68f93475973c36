// `enfold session`: recorded sessions for other tools, and as tests.
import ArgumentParser
import EnfoldSessions
import Glibc

struct Sessions: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "session",
    abstract: "Writes recorded sessions for other tools, reads theirs, and makes tests and pictures of sessions.",
    discussion: """
      Examples:
        enfold session export monday.enfold.jsonl --to perfetto -o monday.json
        enfold session import devtools.json --from redux-devtools --feature Todos -o devtools.enfold.jsonl
        enfold session test-gen monday.enfold.jsonl --lang python -o test_monday.py
        enfold session plot monday.enfold.jsonl /count -o count.svg
      """,
    subcommands: [SessionExport.self, SessionImport.self, SessionTestGen.self, SessionPlot.self])
}

/// Writes a text into a file, or to the standard output.
func deliver(_ text: String, to path: String?, mode: mode_t = 0o600) throws {
  if let path { return try failing { () throws(Failure) in try NewFile(path, mode: mode).write(Array(text.utf8)) } }
  let output = Output(STDOUT_FILENO)
  output.write(text)
  output.flush()
}

/// Does what reads a session file. What is wrong with the file ends the command.
func reading<T>(_ body: () throws(SessionError) -> T) throws -> T {
  do {
    return try body()
  } catch {
    throw fail("\(error)")
  }
}
