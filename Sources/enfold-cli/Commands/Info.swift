// `enfold info`.
import ArgumentParser

struct Info: ParsableCommand {
  static let configuration = CommandConfiguration(abstract: "Says what a plugin has in it.")
  @Argument(help: "The plugin's file.") var plugin: String

  func run() throws {
    print(plugin)
  }
}
