// `enfold info`: what a plugin has in it, or why it does not fit.
import ArgumentParser
import EnfoldJSON
import EnfoldSchemas
import Glibc

struct Info: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Says what a plugin has in it, or why it cannot be loaded.",
    discussion: """
      Examples:
        enfold info libTodos.so             features, actions, requests, sizes, compiler
        enfold info libTodos.so --schemas   with the JSON Schemas of states and actions
        enfold info libTodos.so --json      everything, for programs

      Exit status: 0, or 1 if the plugin cannot be loaded.
      """)

  @OptionGroup var file: PluginArgument
  @Flag(help: "Also show the JSON Schemas.") var schemas = false
  @Flag(help: "Write one JSON object, with the schemas.") var json = false
  @Option(help: "When to use colours. NO_COLOR in the environment is respected.") var color: ColorChoice = .auto

  func run() throws {
    let sizes = PluginFile(path: file.path)
    let before = Libraries.mapped()
    let output = Output(STDOUT_FILENO)
    do throws(Failure) {
      let runtime = try Runtime(environment: "test")
      let plugin = try runtime.load(file.path)
      let features = try runtime.features()
      let needs = Libraries.mapped(since: before, without: file.path)
      if json {
        output.line(record(plugin, features, sizes, needs).json)
      } else {
        write(plugin, features, sizes, needs, to: output)
      }
    } catch {
      guard json else { throw fail("\(file.plugin) cannot be loaded", error) }
      output.line((["path": .string(file.plugin), "error": error.added(to: [:])] as JSONValue).json)
      throw ExitCode.failure
    }
  }

  private func record(
    _ plugin: PluginInfo, _ features: [Feature], _ sizes: PluginFile?, _ needs: [Library]
  ) -> JSONValue {
    plugin.json.adding("bytes", .integer(Int64(sizes?.bytes ?? 0)))
      .adding("loadedBytes", .integer(Int64(sizes?.loaded ?? 0)))
      .adding("debugBytes", .integer(Int64(sizes?.debug ?? 0)))
      .adding("needs", .array(needs.map { .string($0.path) }))
      .adding("features", .array(features.map(\.json)))
  }

  private func write(
    _ plugin: PluginInfo, _ features: [Feature], _ sizes: PluginFile?, _ needs: [Library], to output: Output
  ) {
    let style = Style(color, isTerminal: output.isTerminal)
    output.line("\(style.bold(plugin.id)) \(plugin.version)")
    if let sizes {
      output.line(
        "  file      \(file.plugin), \(megabytes(sizes.bytes)), of which \(megabytes(sizes.loaded)) are loaded")
      if sizes.debug > sizes.bytes / 4 {
        output.line("            \(megabytes(sizes.debug)) are for debuggers: strip --strip-debug \(file.plugin)")
      }
    }
    output.line("  compiler  \(plugin.compiler.map(shortCompiler) ?? "no Swift in it")")
    for (number, library) in needs.enumerated() {
      let text = library.isOfSystem ? library.path : style.yellow("\(library.path), \(Library.isForeign)")
      output.line("  \(number == 0 ? "needs     " : "          ")\(text)")
    }
    for feature in features { write(feature, style, to: output) }
    output.flush()
  }

  private func write(_ feature: Feature, _ style: Style, to output: Output) {
    output.line("\n\(style.bold(feature.name))")
    for (number, property) in feature.state.properties.enumerated() {
      let title = number == 0 ? "state     " : "          "
      output.line("  \(title)\(style.blue(property.name)): \(property.schema.summary())")
    }
    let cases = feature.action.cases
    for (number, each) in cases.enumerated() {
      let title = number == 0 ? "actions   " : "          "
      output.line("  \(title)\(style.blue(each.name))\(each.payload.map { " " + $0.summary() } ?? "")")
    }
    if cases.isEmpty { output.line("  actions   \(feature.action.summary())") }
    for (number, request) in feature.requests.enumerated() {
      let title = number == 0 ? "requests  " : "          "
      let answer = (request.isStream ? "a stream of " : "") + request.answer.summary()
      output.line("  \(title)\(style.blue(request.name)) \(request.payload.summary()) -> \(answer)")
    }
    if schemas {
      output.line("  state schema\n\(style.json(feature.json["state"] ?? .null, width: 100))")
      output.line("  action schema\n\(style.json(feature.json["action"] ?? .null, width: 100))")
    }
  }
}
