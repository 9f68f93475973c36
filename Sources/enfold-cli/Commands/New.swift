// `enfold new`: a folder with a plugin or a program that builds and tests at once.
import ArgumentParser
import Glibc

struct New: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Makes a folder with a new plugin or program, which builds and tests at once.",
    discussion: """
      It needs an installed Enfold, and no network; for --lang python its wheel is enough. Plugins and programs in Swift need the plugin kit, too (make install, or the \
      kit's archive), and the compiler that it was made with; tests in Python need pytest.

      Examples:
        enfold new plugin Inbox
        enfold new plugin Inbox --dialect reactor
        enfold new plugin Inbox --lang c
        enfold new app Desk --lang python

      Exit status: 0, or 1 if the folder cannot be made: then nothing of it is there.
      """)

  enum Kind: String, ExpressibleByArgument, CaseIterable { case plugin, app }
  enum Language: String, ExpressibleByArgument, CaseIterable { case swift, c, cpp, python }
  enum Dialect: String, ExpressibleByArgument, CaseIterable { case reducer, reactor }

  @Argument(help: "What to make: plugin or app.") var kind: Kind
  @Argument(help: "Its name, such as Inbox: the folder, the feature and its type are called so.") var name: String
  @Option(name: [.customLong("lang"), .short], help: "The language it is written in.") var language: Language = .swift
  @Option(help: "How a feature in Swift is written; reducer, if nothing is said.") var dialect: Dialect?

  func validate() throws {
    try ProjectName.check(name)
    if kind == .plugin, language == .cpp {
      throw ValidationError(
        "A plugin is written in swift, c or python. C++ is for programs: enfold new app \(name) --lang cpp")
    }
    if dialect != nil, language != .swift { throw ValidationError("--dialect is for --lang swift alone.") }
  }

  func run() throws {
    var layers = ["common", "\(language)-\(kind)"]
    if language == .swift { layers.append("swift-\(dialect ?? .reducer)") }
    let prefix: String
    do throws(Failure) {
      prefix = try InstalledTree.prefix()
      if InstalledTree.isWheel(prefix), language != .python {
        throw Failure(
          "the wheel has templates for Python alone: add --lang python. The others are in the archive of Enfold, and in what "
            + "`make install` installs")
      }
      try Template(folder: prefix + "/share/enfold/templates", layers: layers).write(name: name)
    } catch {
      throw fail(nil, error)
    }

    let output = Output(STDOUT_FILENO)
    output.line("\(name) is there. Type next:\n")
    if language == .swift, access(prefix + "/lib/enfold/kit/kit.mk", R_OK) != 0 {
      output.line("  (the plugin kit is missing: unpack its archive, enfold-kit-….tar.gz, over \(prefix))")
    }
    if !InstalledTree.isInPath(prefix), !InstalledTree.isWheel(prefix) {
      output.line("  export PATH=\(prefix)/bin:$PATH")
    }
    for line in next { output.line("  \(line)") }
    output.flush()
  }

  /// What to type when the folder is there.
  private var next: [String] {
    let library = "build/lib\(name).so"
    return ["cd \(name)", "make test"]
      + (kind == .plugin && language != .python ? ["enfold run \(library) \(name)"] : ["make run"])
  }
}
