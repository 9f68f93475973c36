// PlayOutcomes: what comes when a session is replayed, to see whether it always comes.
import EnfoldJSON
import EnfoldSchemas
import EnfoldSessions
import Glibc

/// The patch of each commit that was done again. What was recorded is not compared.
struct PlayOutcomes {
  /// A line of the file, what stands there, and the patch that came.
  struct Outcome {
    let line: Int
    let what: String
    let patch: String
  }

  let outcomes: [Outcome]

  init(_ file: SessionFile, _ plugins: [String]) throws {
    var replay = Replay(file, in: try PlayHost(plugins), isComparing: false)
    defer { replay.close() }
    var (outcomes, names) = ([Outcome](), [UInt64: String]())
    while let (entry, patch) = try replay.next() {
      if entry.kind == .opened { names[entry.store] = entry.string(.name) }
      guard let patch else { continue }
      let action = entry[.action]?.string ?? entry.kind.rawValue
      outcomes.append(
        Outcome(
          line: entry.line, what: "\(names[entry.store] ?? ""), revision \(entry.revision), \(action)", patch: patch))
    }
    self.outcomes = outcomes
  }

  /// Writes the patches, one in each line.
  func write(to output: Output) { for outcome in outcomes { output.line(outcome.patch) } }

  /// Replays a session twice here and once in another process. Fails with the first commit that is another one.
  static func checkDeterminism(of file: SessionFile, _ plugins: [String], _ output: Output) throws {
    let first = try PlayOutcomes(file, plugins).outcomes
    try compare(first, try PlayOutcomes(file, plugins).outcomes.map(\.patch), file, "the second time")
    try compare(first, try inAnotherProcess(file, plugins), file, "in another process")
    output.line("\(file.path): \(counted(first.count, "commit")) came three times")
  }

  private static func compare(
    _ first: [Outcome], _ second: [String], _ file: SessionFile, _ when: String
  ) throws {
    guard first.count == second.count else {
      throw Failure("\(file.path): \(first.count) commits came, and \(second.count) \(when)")
    }
    for (one, other) in zip(first, second) where one.patch != other {
      throw Failure(
        "\(file.path):\(one.line): \(one.what): came \(one.patch), and \(when) \(other): the feature depends on more than "
          + "its state, its action and its dependencies, such as a clock that it reads by itself")
    }
  }

  /// What this command writes with `--outcomes`.
  private static func inAnotherProcess(_ file: SessionFile, _ plugins: [String]) throws -> [String] {
    var pipe: [Int32] = [0, 0]
    guard Glibc.pipe(&pipe) == 0 else { throw Failure(cannot: "open a pipe for", file.path) }
    for end in pipe { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    defer { close(pipe[0]) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, pipe[1], STDOUT_FILENO)
    let arguments = ["enfold", "play", "--outcomes"] + plugins.flatMap { ["--plugin", $0] } + ["--", file.path]
    var words = arguments.map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    var child: pid_t = 0
    let problem = posix_spawn(&child, "/proc/self/exe", &actions, nil, &words, environ)
    close(pipe[1])
    guard problem == 0 else { throw Failure("enfold cannot be started again: \(String(cString: strerror(problem)))") }
    var (text, buffer) = ([UInt8](), [UInt8](repeating: 0, count: 1 << 16))
    while true {
      let count = read(pipe[0], &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      if count <= 0 { break }
      text.append(contentsOf: buffer[..<count])
    }
    var status: Int32 = 0
    while waitpid(child, &status, 0) < 0, errno == EINTR {}
    guard status == 0 else { throw Failure("\(file.path): the replay in another process has failed") }
    return text.split(separator: 10).map { String(decoding: $0, as: UTF8.self) }
  }
}
