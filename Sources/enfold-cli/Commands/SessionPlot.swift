// `enfold session plot`: a number of a recorded session over time, as a picture.
import ArgumentParser
import EnfoldSessions
import Glibc

struct SessionPlot: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "plot",
    abstract: "Draws a number of a recorded session over time.",
    discussion: """
      The picture is SVG, light or dark as the reader's browser. A value stays until the next commit that changes it.

      Example:
        enfold session plot monday.enfold.jsonl /count -o count.svg

      Exit status: 0, or 1 if the file cannot be read, or no number is at the pointer.
      """)

  @Argument(help: "The session file.", completion: .file(extensions: ["jsonl"])) var file: String
  @Argument(help: "A JSON Pointer: where the number is in the state.") var pointer: String
  @Option(
    help: ArgumentHelp("The store, if there are several: its name, or its number in the file.", valueName: "name"))
  var store: String?
  @Option(help: ArgumentHelp("What stands above it. (default: the store and the pointer)", valueName: "text"))
  var title: String?
  @Option(
    name: .shortAndLong, help: "The file to write. (default: the standard output)", completion: .file())
  var output: String?

  func validate() throws {
    if !pointer.isEmpty, pointer.first != "/" {
      throw ValidationError("\(pointer): a JSON Pointer begins with \"/\". Try: /\(pointer)")
    }
  }

  func run() throws {
    let series = try reading { () throws(SessionError) in
      try Series(try SessionFile(file), pointer, store: store)
    }
    try deliver(PlotSVG(series, title: title ?? "\(series.name) \(pointer)").text, to: output, mode: 0o644)
  }
}
