// `enfold run`: opens a store of a feature and sends it actions.
import ArgumentParser
import EnfoldJSON
import EnfoldSchemas
import Glibc

struct Run: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Runs a feature: at a terminal by hand, otherwise with one JSON action per line.",
    discussion: """
      At a terminal actions are typed, such as: increment, setCount 5, {"add":{"title":"milk"}}. Tab completes names and \
      keys, what changes is shown as it comes, and `undo`, `state`, `answer`, `help`, `quit` do what they say. `:hold`, \
      `:step`, `:release` and `:break` hold the store, to look at it between two actions; `help` tells more.

      From a file or a pipe each line is one action. What is refused is told on the standard error with the number of its \
      line, and the next line is read. Each event is one line of JSON on the standard output:
        {"event":"state","pointer":"","revision":1,"value":{…}}
        {"event":"refused","line":2,"status":"ENFOLD_BAD_ACTION","message":"…"}
        {"event":"end","actions":1,"refused":1,"failed":0,"idle":true,…}
      A line may be one of the commands with a colon, too.

      Examples:
        enfold run libCounter.so Counter
        echo '"increment"' | enfold run libCounter.so Counter --observe /count
        enfold run libTodos.so Todos --state @todos.json --file actions.jsonl --quiet
        enfold run libAsker.so Asker --answer 'fact="7 is prime"'

      Exit status: 0, or 1 if the plugin or the feature cannot be opened, an action was refused, an effect failed, or \
      effects still ran, or were kept back by a store that is held, at the end.
      """)

  @OptionGroup var file: PluginArgument
  @Argument(help: "The feature's name. It may be left out if the plugin has one feature.") var feature: String?
  @Option(help: ArgumentHelp("The first state: JSON, or @ and the name of a file.", valueName: "json|@file"))
  var state: String?
  @Option(
    help: ArgumentHelp(
      "Tell changes of what is at this JSON Pointer, not of the whole state. It may be given several times.",
      valueName: "pointer"))
  var observe: [String] = []
  @Option(
    name: .customLong("file"), help: ArgumentHelp("Read actions from this file, one per line.", valueName: "file"),
    completion: .file())
  var actions: String?
  @Option(
    help: ArgumentHelp(
      "Answer each request of this name with JSON: a stream with the elements of an array. Other requests fail.",
      valueName: "name=json"))
  var answer: [String] = []
  @Option(help: ArgumentHelp("How long effects are waited for at the end.", valueName: "seconds"))
  var timeout = 10.0
  @Option(help: "Which dependencies features see.")
  var environment: RuntimeEnvironment = .live
  @Flag(help: "Events have JSON Patches in place of values.") var patch = false
  @Flag(help: "Write no events, but the last state at the end.") var quiet = false
  @Option(help: "When to use colours. NO_COLOR in the environment is respected.") var color: ColorChoice = .auto

  func validate() throws {
    guard timeout >= 0, timeout <= 1e9 else {
      throw ValidationError("--timeout is \(timeout); 0 or more seconds are needed")
    }
    for each in observe where !each.isEmpty && each.first != "/" {
      throw ValidationError("--observe \(each): a JSON Pointer begins with \"/\". Try: --observe /\(each)")
    }
    for each in answer where !each.contains("=") || each.first == "=" {
      throw ValidationError("--answer is \(each); NAME=JSON is needed")
    }
  }

  func run() throws {
    // If the plugin traps, one line says in which action.
    setenv("ENFOLD_CRASH_LINE", "1", 0)
    let runtime = try failing { () throws(Failure) in try Runtime(environment: environment.rawValue) }
    let feature = try loadFeature(runtime)
    try giveAnswers(runtime, feature)
    let store = try openStore(runtime, feature)
    let output = Output(STDOUT_FILENO)
    let pointers = observe.isEmpty ? [""] : observe
    if actions == nil, isatty(STDIN_FILENO) == 1, output.isTerminal {
      let style = Style(color, isTerminal: output.isTerminal)
      let session = Session(runtime: runtime, store: store, feature: feature, style: style, output: output)
      try failing { () throws(Failure) in try session.run(observing: pointers) }
      return
    }
    var source = STDIN_FILENO
    if let actions {
      source = open(actions, O_RDONLY | O_CLOEXEC)
      guard source >= 0 else { throw fail("\(actions) cannot be read: \(String(cString: strerror(errno)))") }
    }
    let errors = Output(STDERR_FILENO)
    let style = Style(color, isTerminal: errors.isTerminal)
    let batch = Batch(
      runtime: runtime, store: store, feature: feature, output: output, errors: errors, style: style, isQuiet: quiet)
    let isFine = try failing { () throws(Failure) in
      try batch.run(
        from: source, named: actions ?? "the standard input", observing: pointers, patches: patch,
        timeout: Int64(timeout * 1000))
    }
    output.flush()
    if !isFine { throw ExitCode.failure }
  }

  private func loadFeature(_ runtime: Runtime) throws -> Feature {
    let features = try failing { () throws(Failure) in
      _ = try runtime.load(file.path)
      return try runtime.features()
    }
    let names = features.map(\.name)
    guard let feature else {
      if let only = features.first, features.count == 1 { return only }
      throw usage("\(file.plugin) has several features; name one: \(names.joined(separator: ", "))")
    }
    if let found = features.first(where: { $0.name == feature || "\($0.plugin)/\($0.name)" == feature }) {
      return found
    }
    let meant = nearest(to: feature, among: names).map { ". Did you mean \($0)?" } ?? ""
    throw fail("\(file.plugin) has no feature \"\(feature)\"; it has: \(names.joined(separator: ", "))\(meant)")
  }

  private func giveAnswers(_ runtime: Runtime, _ feature: Feature) throws {
    for each in answer {
      let name = String(each.prefix { $0 != "=" })
      let text = String(each.dropFirst(name.count + 1))
      guard let request = feature.requests.first(where: { $0.name == name }) else {
        let names = feature.requests.map(\.name).joined(separator: ", ")
        throw usage(
          "--answer \(name): \(feature.name) asks its host for \(names.isEmpty ? "nothing" : "other things: \(names)")")
      }
      let json: JSONValue
      do {
        json = try JSONValue(parsing: text)
      } catch {
        throw usage("--answer \(name): \(error.message)\n\(plainCaret(text, error.offset))")
      }
      if request.isStream, !json.isArray {
        throw usage("--answer \(name): it is a stream, so the answer is an array of its elements")
      }
      try failing { () throws(Failure) in try runtime.answer(request, with: json) }
    }
  }

  private func openStore(_ runtime: Runtime, _ feature: Feature) throws -> Store {
    var first = state
    if let state, state.first == "@" {
      let path = String(state.dropFirst())
      guard let text = contents(of: path) else {
        throw fail("\(path) cannot be read: \(String(cString: strerror(errno)))")
      }
      first = text
    }
    do throws(Failure) {
      return try runtime.open("\(feature.plugin)/\(feature.name)", state: first)
    } catch {
      if let state, error.status == "ENFOLD_BAD_JSON", !["@", "{"].contains(state.first) {
        throw fail("--state \(state) is no JSON. A file is written --state @\(state)")
      }
      throw fail(nil, error, caret: error.offset.flatMap { offset in first.map { plainCaret($0, offset) } })
    }
  }

  private func plainCaret(_ text: String, _ offset: Int) -> String {
    withCaret(text, offset: offset, width: 100, style: Style(.never, isTerminal: false))
  }
}

/// Which dependencies features see.
enum RuntimeEnvironment: String, ExpressibleByArgument, CaseIterable {
  case live, preview, test
}
