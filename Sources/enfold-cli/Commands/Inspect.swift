// `enfold inspect`: shows running programs and session files in the browser.
import ArgumentParser
import Glibc

struct Inspect: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "inspect",
    abstract: "Shows running programs, or a session file, in the browser.",
    discussion: """
      A program is shown if it was started with ENFOLD_INSPECT=1 in its environment, or has called \
      enfold_runtime_inspect. With ENFOLD_INSPECT=control it can be controlled, too.

      Without a path it shows all programs of this user, also those that are started later. It prints the address of its \
      page, which only this machine reaches, and ends with Ctrl-C. What programs have told stays until then, also when \
      they have ended.

      Examples:
        ENFOLD_INSPECT=1 ./my-program &
        enfold inspect --open
        enfold inspect monday.enfold.jsonl

      Exit status: 0, or 1 if a path cannot be opened.
      """)

  @Argument(
    help: ArgumentHelp("Session files, and sockets of programs.", valueName: "path"),
    completion: .file(extensions: ["jsonl", "sock"]))
  var paths: [String] = []
  @Flag(help: "Open the page in the browser.") var open = false
  @Option(help: ArgumentHelp("Write what programs tell into a session file, too.", valueName: "file"))
  var record: String?
  @Option(help: ArgumentHelp("The port of the page. (default: a free one)", valueName: "number")) var port: UInt16?

  func validate() throws {
    if let record, access(record, F_OK) == 0 { throw ValidationError("\(record): the file exists") }
  }

  func run() throws {
    let server = try failing { () throws(Failure) in try InstalledTree.prefix() } + "/libexec/enfold/enfold-inspect"
    for path in paths where access(path, R_OK) != 0 {
      throw fail("\(path): \(String(cString: strerror(errno)))")
    }
    var arguments = ["enfold-inspect"]
    if open { arguments.append("--open") }
    if let record { arguments += ["--record", record] }
    if let port { arguments += ["--port", String(port)] }
    // A path may begin with a hyphen.
    arguments += paths.isEmpty ? [] : ["--"] + paths
    var words: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
    execv(server, &words)
    let reason = String(cString: strerror(errno))
    throw fail("\(server) cannot be started: \(reason). It is a part of an installation of Enfold, and of `make build`")
  }
}
