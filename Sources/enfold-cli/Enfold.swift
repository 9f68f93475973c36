// The command `enfold`: looks into plugins and runs their features, through the C API alone.
import ArgumentParser
import CEnfold

@main
struct Enfold: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "enfold",
    abstract: "Looks into plugins, runs their features, writes their clients, and examines an installation.",
    discussion: """
      Examples:
        enfold info libTodos.so         what is in a plugin
        enfold run libTodos.so Todos    runs a feature by hand
        enfold doctor                   examines this installation

      Exit status: 0 if all is well; 1 if something failed, and a message on the standard error says what; 64 if the \
      arguments are wrong.
      """,
    version: String(cString: enfold_version()),
    subcommands: [Info.self, Run.self, Check.self, Doctor.self, Gen.self])
}
