// The command `enfold`.
import ArgumentParser
import CEnfold

@main
struct Enfold: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "enfold",
    abstract: "Looks into plugins, runs their features, and examines an installation.",
    version: String(cString: enfold_version()),
    subcommands: [Info.self])
}
