// The command `enfold`: looks into plugins and runs their features, through the C API alone.
import ArgumentParser
import CEnfold
import EnfoldJSON
import Glibc

@main
struct Enfold: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "enfold",
    abstract: "Makes plugins and clients, looks into plugins, runs their features, and examines an installation.",
    discussion: """
      Examples:
        enfold info libTodos.so         what is in a plugin
        enfold run libTodos.so Todos    runs a feature by hand
        enfold doctor                   examines this installation

      Exit status: 0 if all is well; 1 if something failed, and a message on the standard error says what; 64 if the \
      arguments are wrong.
      """,
    version: String(cString: enfold_version()),
    subcommands: [
      Info.self, Run.self, Inspect.self, Play.self, BlameCommand.self, Sessions.self, New.self, Gen.self, Check.self,
      Explain.self,
      Doctor.self,
    ])

  /// An unknown command would be taken for an argument too many.
  static func main() {
    openClosedDescriptors()
    let arguments = Array(CommandLine.arguments.dropFirst())
    let names = configuration.subcommands.map { $0._commandName } + ["help"]
    if let name = arguments.first, name.first != "-", !names.contains(name) {
      let meant = nearest(to: name, among: names).map { " Did you mean \($0)?" } ?? ""
      Glibc.exit(usage("there is no command \"\(name)\".\(meant) Commands: \(names.joined(separator: ", "))").rawValue)
    }
    main(arguments)
  }

  /// A program may be started without standard input, output or error. Without this, the next file that it opens would be
  /// taken for one of them.
  private static func openClosedDescriptors() {
    for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
      _ = open("/dev/null", O_RDWR)
    }
  }
}
