// The command `enfold`: looks into plugins and runs their features, through the C API alone.
import ArgumentParser
import CEnfold

@main
struct Enfold: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "enfold",
    abstract: "Makes plugins, looks into them, runs their features, and examines an installation.",
    discussion: """
      Exit status: 0 if all is well; 1 if something failed, and a message on the standard error says what; 64 if the \
      arguments are wrong.
      """,
    version: String(cString: enfold_version()),
    subcommands: [Info.self, Run.self, New.self, Gen.self, Check.self, Doctor.self])
}
