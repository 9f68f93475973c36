// `enfold play`: replays recorded sessions.
import ArgumentParser
import EnfoldJSON
import EnfoldSchemas
import EnfoldSessions
import Glibc

struct Play: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Replays recorded sessions, and names the first commit that does not come again.",
    discussion: """
      Each store begins with the recorded state and gets the recorded actions in order, those of effects, too; effects \
      themselves do not run. Each commit must lead to the recorded state. A folder is a suite: all its files that end in \
      .enfold.jsonl are replayed.

      Examples:
        enfold play monday.enfold.jsonl --plugin libTodos.so
        enfold play sessions --plugin libTodos.so --plugin libUsers.so
        enfold play monday.enfold.jsonl --plugin libTodos.so --until 12      the states behind entry 12
        enfold play monday.enfold.jsonl --plugin libTodos.so --speed 10      shows each commit, ten times as fast
        enfold play sessions --plugin libTodos.so --update                   writes what comes now into the files

      Exit status: 0, or 1 if a commit does not come again, or a file cannot be replayed.
      """)

  @Argument(
    help: ArgumentHelp("Session files, and folders of them.", valueName: "file"),
    completion: .file(extensions: ["jsonl"]))
  var files: [String]
  @Option(
    help: ArgumentHelp("A plugin with features of the stores. It may be given several times.", valueName: "file"),
    completion: .file(extensions: ["so"]))
  var plugin: [String] = []
  @Option(help: ArgumentHelp("Stop behind the entry with this number, and write the states.", valueName: "seq"))
  var until: UInt64?
  @Option(help: ArgumentHelp("Show each commit when it came, this many times as fast.", valueName: "factor"))
  var speed: Double?
  @Option(
    help: ArgumentHelp(
      "\"recorded\": what effects have sent is sent again. \"live\": they run, and are answered from the file.",
      valueName: "how"))
  var effects = Effects.recorded
  @Flag(help: "Write what comes now into the files, in place of what was recorded.") var update = false
  @Flag(help: "Replay twice here and once in another process, and compare what comes.") var checkDeterminism = false
  @Flag(help: ArgumentHelp("Write what comes, for --check-determinism.", visibility: .private)) var outcomes = false
  @Option(help: "When to use colours. NO_COLOR in the environment is respected.") var color: ColorChoice = .auto

  enum Effects: String, ExpressibleByArgument, CaseIterable { case recorded, live }

  func validate() throws {
    if let speed, !(speed > 0 && speed < 1e9) { throw ValidationError("--speed is \(speed); more than 0 is needed") }
    let modes = [
      (until != nil, "--until"), (speed != nil, "--speed"), (update, "--update"),
      (checkDeterminism, "--check-determinism"), (effects == .live, "--effects live"),
    ]
    let chosen = modes.filter(\.0).map(\.1)
    if chosen.count > 1, chosen != ["--until", "--speed"] {
      throw ValidationError("\(chosen.joined(separator: " and ")) do not go together")
    }
  }

  func run() throws {
    // If the plugin traps, one line says in which action.
    setenv("ENFOLD_CRASH_LINE", "1", 0)
    var isFine = true
    let output = Output(STDOUT_FILENO)
    for path in try paths() {
      do {
        if try !play(try SessionFile(path), output) { isFine = false }
      } catch {
        if error is ExitCode { throw error }
        isFine = false
        output.flush()
        let isMeant = error is Divergence && effects == .recorded
        let hint = isMeant ? "  `enfold blame` tells who changed a value; --update accepts what comes now" : nil
        _ = fail([(error as? Failure)?.description ?? "\(error)", hint].compactMap(\.self).joined(separator: "\n"))
      }
    }
    output.flush()
    if !isFine { throw ExitCode.failure }
  }

  private func paths() throws -> [String] {
    do throws(SessionError) {
      var paths: [String] = []
      for file in files { paths += try SessionFile.paths(file) }
      return paths
    } catch {
      throw fail("\(error)")
    }
  }

  /// False: something in it cannot be replayed.
  private func play(_ file: SessionFile, _ output: Output) throws -> Bool {
    if effects == .live {
      output.line("\(file.path): \(try LivePlay(file, plugins).run())")
    } else if outcomes {
      try PlayOutcomes(file, plugins).write(to: output)
    } else if checkDeterminism {
      try PlayOutcomes.checkDeterminism(of: file, plugins, output)
    } else if update {
      try SessionUpdate(file, try PlayHost(plugins)).write(output)
    } else {
      return try replay(file, output)
    }
    return true
  }

  private func replay(_ file: SessionFile, _ output: Output) throws -> Bool {
    var replay = Replay(file, in: try PlayHost(plugins))
    defer { replay.close() }
    let style = Style(color, isTerminal: output.isTerminal)
    var pace = speed.map { PlayPace(speed: $0) }
    while let (entry, _) = try replay.next() {
      if pace != nil { pace?.show(entry, style, output) }
      if let until, entry.seq >= until { break }
    }
    if until != nil {
      for store in try replay.states() {
        output.line("{\"store\":\(JSON.string(store.name)),\"state\":\(store.state)}")
      }
    } else {
      output.line("\(file.path): \(replay.report)")
    }
    return replay.report.verdict != .impossible
  }

  /// The plugins as libenfold wants them: with a slash, so that no directories of libraries are searched.
  private var plugins: [String] { plugin.map { $0.contains("/") ? $0 : "./" + $0 } }
}
