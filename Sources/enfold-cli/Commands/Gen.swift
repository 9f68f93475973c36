// `enfold gen`: writes a typed client of a plugin.
import ArgumentParser
import CEnfold
import EnfoldClients
import Glibc

extension ClientLanguage: ExpressibleByArgument {}

struct Gen: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Writes a typed client of a plugin, made of the schemas of its features.",
    discussion: """
      Examples:
        enfold gen python libTodos.so                writes to the standard output
        enfold gen cpp libTodos.so -o todos.hpp      the namespace is called like the file
        enfold gen c libTodos.so -o include/         include/todos.h

      The same plugin gives the same bytes. If it has changed, make its client again: what does not fit any more does not \
      compile. In place of a plugin, a file .json may have its features, as enfold_runtime_features gives them.

      Exit status: 0, or 1 if the plugin cannot be loaded or the client cannot be written.
      """)

  @Argument(help: "The language: python, cpp, c or typescript.") var language: ClientLanguage
  @OptionGroup var file: PluginArgument
  @Option(
    name: .shortAndLong, help: "The file to write, or a folder to write it into. (default: the standard output)",
    completion: .file())
  var output: String?
  @Option(help: "The only feature that is wanted.") var feature: String?

  func run() throws {
    let folder = output.flatMap { $0.hasSuffix("/") ? $0 : isDirectory($0) ? $0 + "/" : nil }
    let stem = folder == nil ? output.map { Self.fileName($0).prefix { $0 != "." } } : nil
    let request = ClientRequest(
      language: language, features: try features(), feature: feature,
      command: "enfold gen \(language.rawValue) \(Self.fileName(file.plugin))", name: stem.map(String.init))
    let client: ClientFile
    do {
      client = try generateClient(request)
    } catch {
      throw fail("\(file.plugin): \(error)")
    }
    guard let output else {
      let standard = Output(STDOUT_FILENO)
      standard.write(client.text)
      return standard.flush()
    }
    let path = folder.map { $0 + client.name } ?? output
    guard write(client.text, to: path) else { throw fail("\(path): \(String(cString: strerror(errno)))") }
  }

  /// The schemas of the plugin's features.
  private func features() throws -> String {
    if file.plugin.hasSuffix(".json") {
      guard let text = contents(of: file.plugin) else {
        throw fail("\(file.plugin): \(String(cString: strerror(errno)))")
      }
      return text
    }
    do throws(Failure) {
      let runtime = try Runtime(environment: "test")
      _ = try runtime.load(file.path)
      return try text { enfold_runtime_features(runtime.handle, $0, $1) }
    } catch {
      throw fail("\(file.plugin) cannot be loaded", error)
    }
  }

  private static func fileName(_ path: String) -> String { path.split(separator: "/").last.map(String.init) ?? path }

  private func isDirectory(_ path: String) -> Bool {
    var info = stat()
    return stat(path, &info) == 0 && info.st_mode & S_IFMT == S_IFDIR
  }

  /// False, and `errno` says why, if the file cannot be written.
  private func write(_ text: String, to path: String) -> Bool {
    guard let file = fopen(path, "w") else { return false }
    var text = text
    let isWritten = text.withUTF8 { fwrite($0.baseAddress, 1, $0.count, file) == $0.count }
    return fclose(file) == 0 && isWritten
  }
}
