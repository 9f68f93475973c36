// A process that keeps shared values in files, for tests that need more than one. Usage: shared-files TASK FOLDER ...
//
//   count FOLDER            saves "a" with growing numbers, until it is killed; says "ready" after the first one
//   members FOLDER KEY N    saves 1 to N as the member KEY of the defaults, each written at once
//   whole FOLDER KEY N      saves 1 to N as the file of KEY, each written at once
//   exit FOLDER             saves twice, and ends with the second text waiting
//   return FOLDER           the same, and returns from main
//   fork FOLDER             the same, and a child ends first, by exit
//   try FOLDER SIZE         saves a text of so many bytes as "a", and says what came of it
//   limited FOLDER SIZE     the same, when no file may be longer than 1000 bytes
//   observe FOLDER SIZE     observes, and says why nothing will be noticed; then tries to save
//   watches FOLDER SIZE     the same, when the system has no descriptors left, and tries to load
//   program FOLDER          a program with stores, whose files are in the folder: adds to their values, and says them
//   mistakes FOLDER         a program whose values cannot be kept
//   aside FOLDER            keeps a copy of the file of "a"
//   unsynced FOLDER         the same, when no folder can be synchronised
import Dispatch
import Enfold
import EnfoldFiles
import Glibc

let arguments = CommandLine.arguments
guard arguments.count >= 3 else { exit(2) }
let folder = arguments[2]
let number = arguments.count > 3 ? Int(arguments[arguments.count - 1]) ?? 0 : 0

// No helper outlives its test for long. The thread that has started it may have blocked signals.
var noSignals = sigset_t()
sigemptyset(&noSignals)
sigprocmask(SIG_SETMASK, &noSignals, nil)
alarm(60)

/// A clock that stands still, and tells when somebody sleeps on it.
struct StoppedClock: Clock {
  struct Instant: InstantProtocol {
    func advanced(by duration: Duration) -> Instant { self }
    func duration(to other: Instant) -> Duration { .zero }
    static func < (lhs: Instant, rhs: Instant) -> Bool { false }
  }

  let sleeps = DispatchSemaphore(value: 0)
  var now: Instant { Instant() }
  var minimumResolution: Duration { .zero }
  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in sleeps.signal() }
  }
}

@Sendable func say(_ text: String) {
  print(text)
  fflush(nil)
}

/// A text in which it can be seen whether it is whole: a number, again and again.
func text(_ number: Int) -> [UInt8] {
  Array("[\(Array(repeating: String(number), count: 500).joined(separator: ","))]".utf8)
}

func save(_ storage: some SharedStorage, _ key: String, _ text: [UInt8]) {
  storage.save(key, text, SharedSave { error in if let error { say("error: \(error)") } })
}

/// A private type, whose property has no key.
private struct Hidden: Reducer {
  @ObservableState struct State: Equatable {
    @Shared(.file()) var count = 0
    @Shared(.file(path: "Test/")) var inFolder = 0
    @Shared(.defaults, key: "member") var member = 0
  }
  enum Action: Sendable { case add }
  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    state.count += 1
    state.inFolder += 1
    state.member += 1
    return .none
  }
}

/// A state whose values cannot be kept.
private struct Mistaken: Reducer {
  @ObservableState struct State: Equatable {
    @Shared(.file(path: "../up"), key: "lost") var lost = 0
    @Shared(.memory, key: "twice") var memory = 0
    @Shared(.file(), key: "twice") var file = 0
    @Shared(.file(), key: "typed") var number = 0
    @Shared(.file(), key: "typed") var text = ""
  }
  enum Action: Sendable { case add }
  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    state.lost += 1
    state.file += 1
    return .none
  }
}

let files = FileStorage(directory: folder, path: nil, clock: ContinuousClock())
let stopped = FileStorage(directory: folder, path: nil, clock: StoppedClock())

func saveTwice(_ files: FileStorage) {
  save(files, "a", Array("1".utf8))
  save(files, "a", Array("2".utf8))
}

func tryToSave(_ files: FileStorage, _ number: Int) {
  files.save("a", Array(repeating: UInt8(ascii: "1"), count: number), SharedSave { say($0.map { "\($0)" } ?? "saved") })
}

switch arguments[1] {
case "count":
  for number in 0... {
    save(files, "a", text(number))
    files.flush()
    if number == 0 { say("ready") }
  }
case "members":
  let storage = DefaultsStorage(directory: folder, name: "defaults", clock: ContinuousClock())
  for value in 1...number {
    save(storage, arguments[3], Array("\(value)".utf8))
    storage.flush()
  }
case "whole":
  for value in 1...number {
    save(files, arguments[3], text(value))
    files.flush()
  }
case "exit":
  saveTwice(stopped)
  exit(0)
case "return":
  saveTwice(stopped)
case "fork":
  // The other threads must be idle when the process forks: Swift's own locks stay as they are in the child. So each of them
  // has done once what it does.
  let clock = StoppedClock()
  let changed = DispatchSemaphore(value: 0)
  let files = FileStorage(directory: folder, path: nil, clock: clock)
  let observation = files.observe("a") { changed.signal() }
  save(FileStorage(directory: folder, path: nil, clock: clock), "a", Array("0".utf8))
  changed.wait()
  saveTwice(files)
  clock.sleeps.wait()
  let child = forkProcess()
  if child == 0 {
    alarm(60)
    // Nothing of the parent is written here, and what is new works.
    let own = FileStorage(directory: folder + "/child", path: nil, clock: ContinuousClock())
    save(own, "b", Array("3".utf8))
    withExtendedLifetime((own.observe("b") {}, observation)) {}
    exit(0)
  }
  var status: Int32 = 0
  waitpid(child, &status, 0)
  files.load("a", SharedLoad { _ in })
  say("child \(status)")
  exit(0)
case "try":
  tryToSave(files, number)
case "limited":
  signal(SIGXFSZ, SIG_IGN)
  var limit = rlimit(rlim_cur: 1000, rlim_max: 1000)
  setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
  tryToSave(files, number)
case "observe":
  let observation = files.observe("a") {}
  say(files.observationError("a").map { "\($0)" } ?? "no error")
  tryToSave(files, number)
  withExtendedLifetime(observation) {}
case "watches":
  var limit = rlimit(rlim_cur: 3, rlim_max: 3)
  setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
  let observation = files.observe("a") {}
  say(files.observationError("a").map { "\($0)" } ?? "no error")
  tryToSave(files, number)
  files.load("a", SharedLoad { if case .failure(let error) = $0 { say("\(error)") } })
  withExtendedLifetime(observation) {}
case "program":
  setenv("XDG_STATE_HOME", folder, 1)
  let store = Store(initialState: Hidden.State(), reducer: Hidden())
  store.send(.add)
  say("\(store.state.count) \(store.state.inFolder) \(store.state.member)")
case "mistakes":
  setenv("XDG_STATE_HOME", folder, 1)
  let stores = (0..<2).map { _ in Store(initialState: Mistaken.State(), reducer: Mistaken()) }
  for store in stores { store.send(.add) }
  @Shared(.file()) var nameless = 0
  nameless = 1
  mkdir(folder + "/enfold", 0o700)
  mkdir(folder + "/enfold/full.json", 0o700)
  @Shared(.file(), key: "full") var full = 0
  full = 1
case "aside":
  files.setAside("a")
case "unsynced":
  FolderSync.fails = true
  files.setAside("a")
default:
  exit(2)
}

/// Swift does not import fork, because the child has one thread only. Here it does little.
func forkProcess() -> pid_t {
  typealias Fork = @convention(c) () -> pid_t
  guard let address = dlsym(nil, "fork") else { exit(3) }
  return unsafeBitCast(address, to: Fork.self)()
}
