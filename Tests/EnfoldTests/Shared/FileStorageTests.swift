// Files of shared values: what is written when, and where.
import EnfoldTesting
import Foundation
import Testing

@testable import Enfold
@testable import EnfoldFiles

@Suite("FileStorage", .timeLimit(.minutes(1)))
struct FileStorageTests {
  let folder = TemporaryFolder()
  let clock = TestClock()

  func storage(_ path: String? = nil) -> FileStorage { FileStorage(directory: folder.path, path: path, clock: clock) }

  // MARK: Time

  @Test("The first write is immediate, the next ones within a second are one write at its end")  // 146
  func throttle() async {
    let storage = storage()
    #expect(storage.begin("a", "1").now == .some(nil))
    #expect(folder.text("a.json") == "1")

    clock.advanceNow(by: .milliseconds(300))
    let second = storage.begin("a", "2")
    clock.advanceNow(by: .milliseconds(300))
    let third = storage.begin("a", "3")
    await clock.waitForSleepers(1)
    clock.advanceNow(by: .milliseconds(399))
    #expect(second.now == nil && third.now == nil && folder.text("a.json") == "1")

    clock.advanceNow(by: .milliseconds(1))
    #expect(await second.value == nil)
    #expect(await third.value == nil)
    #expect(folder.text("a.json") == "3")
    #expect(second.count == 1 && third.count == 1)
  }

  @Test("A write after a second without one is immediate, and the trailing write counts as one")  // 146
  func writeAfterIdle() async {
    let storage = storage()
    storage.begin("a", "1")
    clock.advanceNow(by: .seconds(1))
    #expect(storage.begin("a", "2").now == .some(nil))
    #expect(folder.text("a.json") == "2")

    let third = storage.begin("a", "3")
    await clock.waitForSleepers(1)
    clock.advanceNow(by: .seconds(1))
    _ = await third.value
    clock.advanceNow(by: .milliseconds(999))
    #expect(storage.begin("a", "4").now == nil)
    #expect(folder.text("a.json") == "3")
    storage.flush()
    #expect(folder.text("a.json") == "4")
  }

  @Test func eachKeyHasItsOwnSecond() {
    let storage = storage()
    storage.begin("a", "1")
    #expect(storage.begin("b", "1").now == .some(nil))
  }

  @Test func flushWritesWhatWaitsAndAnswers() async {
    let storage = storage()
    storage.begin("a", "1")
    let second = storage.begin("a", "2")
    storage.flush()
    #expect(second.now == .some(nil))
    #expect(folder.text("a.json") == "2")
    storage.flush()
    #expect(folder.text("a.json") == "2")
  }

  @Test func theEndOfAStorageWritesWhatWaits() {
    var storage: FileStorage? = storage()
    storage?.begin("a", "1")
    let second = storage?.begin("a", "2")
    storage = nil
    #expect(second?.now == .some(nil))
    #expect(folder.text("a.json") == "2")
  }

  @Test func aTextThatWaitsIsLoaded() async {
    let storage = storage()
    storage.begin("a", "1")
    storage.begin("a", "2")
    #expect(await storage.load("a") == .success("2"))
    #expect(folder.text("a.json") == "1")
  }

  @Test func removingIsImmediateAndTakesTheWaitingWriteWithIt() async {
    let storage = storage()
    storage.begin("a", "1")
    let second = storage.begin("a", "2")
    #expect(storage.begin("a", nil).now == .some(nil))
    #expect(second.now == .some(nil))
    #expect(folder.names == [])
    #expect(await storage.load("a") == .success(nil))
    storage.flush()
    #expect(folder.names == [])
    #expect(await storage.save("a", nil) == nil, "it may be absent")
  }

  @Test func answersMaySaveAndFlush() async {
    let storage = storage()
    let inner = Saving()
    storage.save(
      "a", Array("1".utf8),
      SharedSave { _ in
        storage.save("a", Array("2".utf8), SharedSave { inner.give($0) })
        storage.flush()
      })
    #expect(inner.now == .some(nil))
    #expect(folder.text("a.json") == "2")
  }

  @Test func manyThreadsSaveLoadAndFlush() async {
    let storage = FileStorage(directory: folder.path, path: nil, clock: ContinuousClock())
    let answers = Box(0)
    await onThreads(4) { thread in
      for index in 0..<scaled(200) {
        storage.save(
          "a", Array("\(thread) \(index)".utf8),
          SharedSave { error in answers.update { $0 += error == nil ? 1 : 1_000_000 } })
        if index % 5 == thread { storage.flush() }
        if index % 7 == thread { storage.load("a", SharedLoad { _ in }) }
      }
    }
    storage.flush()
    #expect(answers.value == 4 * scaled(200))
    #expect(folder.names == ["a.json"])
    #expect(folder.text("a.json")?.hasSuffix(" \(scaled(200) - 1)") == true)
  }

  // MARK: Files

  @Test func whatWasSavedIsLoadedByAnother() async {
    #expect(await storage("x/y").save("a", "[1]") == nil)
    #expect(await storage("x/y").load("a") == .success("[1]"))
    #expect(await storage("x").load("a") == .success(nil))
    #expect(folder.names == ["x", "x/y", "x/y/a.json"])
    #expect(folder.mode("x") == 0o700 && folder.mode("x/y") == 0o700 && folder.mode("x/y/a.json") == 0o600)
  }

  @Test func loadingAndObservingMakeNothing() async {
    let storage = storage("x")
    #expect(await storage.load("a") == .success(nil))
    let observation = storage.observe("a") {}
    storage.setAside("a")
    #expect(await storage.save("a", nil) == nil)
    storage.flush()
    #expect(folder.names == [])
    withExtendedLifetime(observation) {}
  }

  @Test func anEmptyFileHasNoText() async {
    folder.write("", to: "a.json")
    #expect(await storage().load("a") == .success(nil))
    #expect(folder.text("a.json") == "")
  }

  @Test func permissionsAreKept() async {
    folder.write("1", to: "a.json")
    chmod(folder["a.json"], 0o640)
    #expect(await storage().save("a", "2") == nil)
    #expect(folder.mode("a.json") == 0o640 && folder.text("a.json") == "2")
  }

  @Test func aLinkStaysAndItsFileIsReplaced() async {
    folder.makeFolder("else")
    folder.write("1", to: "else/real")
    folder.link("b.json", to: "else/real")
    folder.link("a.json", to: "b.json")
    let storage = storage()
    #expect(await storage.load("a") == .success("1"))
    #expect(await storage.save("a", "2") == nil)
    #expect(folder.isLink("a.json") && folder.isLink("b.json"))
    #expect(folder.text("else/real") == "2")
    #expect(await storage.save("a", nil) == nil)
    #expect(folder.isLink("a.json") && folder.text("else/real") == nil)
    clock.advanceNow(by: .seconds(1))
    #expect(await storage.save("a", "3") == nil, "it leads to a file that is not there yet")
    #expect(folder.text("else/real") == "3")
  }

  @Test func unusualKeys() async {
    let storage = storage("in")
    // No dictionary: Swift takes the two spellings of "ü" for one key.
    let names = [
      ("../x", "%2E.%2Fx"), ("a/b", "a%2Fb"), ("ü", "%C3%BC"), ("u\u{308}", "u%CC%88"), ("", "%"), (".", "%2E"),
      ("..", "%2E."), (".hidden", "%2Ehidden"), ("a.b_c-D9", "a.b_c-D9"), ("%", "%25"), ("a b", "a%20b"),
      ("nul\0", "nul%00"), ("\n", "%0A"), (".defaults", "%2Edefaults"), ("a.defaults", "a%2Edefaults"),
      // Swift takes the dot and what comes before it for one character.
      ("\u{600}.defaults", "%D8%80%2Edefaults"),
      (String(repeating: "k", count: 212), String(repeating: "k", count: 212)),
    ]
    for (index, name) in names.enumerated() { #expect(await storage.save(name.0, "\(index)") == nil) }
    for (index, name) in names.enumerated() { #expect(await storage.load(name.0) == .success("\(index)")) }
    #expect(folder.names == (["in"] + names.map { "in/\($0.1).json" }).sorted())
    storage.setAside(String(repeating: "k", count: 212))
    #expect(folder.names.contains("in/\(String(repeating: "k", count: 212)).json.broken"))
  }

  @Test func aKeyThatIsTooLongIsRefused() async {
    let storage = storage()
    let key = String(repeating: "ü", count: 40)
    #expect(await storage.save(key, "1")?.description.contains("240 bytes, encoded, and may have at most 212") == true)
    #expect(await storage.loadError(key)?.contains("too long for a file name") == true)
    #expect(storage.observe(key) {} == nil)
    storage.setAside(key)
    #expect(folder.names == [])
  }

  @Test(arguments: ["..", "a/../b", "/etc", "", "a//b", "a/", ".", "a/./b", "a\0b"])
  func aPathThatLeadsElsewhereIsRefused(path: String) async {
    let storage = storage(path)
    #expect(storage.problem?.description.contains("such as \"app/settings\"") == true)
    #expect(await storage.save("a", "1") == storage.problem)
    #expect(await storage.loadError("a") == storage.problem?.description)
    #expect(storage.observe("a") {} == nil)
    #expect(folder.names == [])
  }

  @Test(arguments: ["here", "", "./x", "~/x"])
  func aDirectoryMustBeAbsolute(directory: String) async {
    let storage = FileStorage(directory: directory, path: nil, clock: clock)
    #expect(await storage.save("a", "1")?.description.contains("must be an absolute path") == true)
  }

  @Test func aBrokenTextIsSetAside() async {
    let storage = storage()
    folder.write("no JSON", to: "a.json")
    folder.write("older", to: "a.json.broken")
    #expect(await storage.load("a") == .success("no JSON"))
    storage.setAside("a")
    #expect(folder.text("a.json") == "no JSON" && folder.text("a.json.broken") == "no JSON")
    #expect(await storage.save("a", "1") == nil)
    #expect(folder.text("a.json") == "1" && folder.text("a.json.broken") == "no JSON")
    #expect(folder.names == ["a.json", "a.json.broken"])
  }

  @Test func whatCannotBeSetAsideIsNotOverwritten() async {
    let storage = storage()
    folder.write("no JSON", to: "a.json")
    folder.makeFolder("a.json.broken")
    storage.setAside("a")
    #expect(await storage.save("a", "1")?.description.contains("there is a directory of that name") == true)
    #expect(folder.text("a.json") == "no JSON")
    folder.remove("a.json.broken")
    #expect(await storage.save("a", "2") == nil)
    #expect(folder.text("a.json") == "2" && folder.text("a.json.broken") == "no JSON")
  }

  @Test func leftoversOfKilledProcessesAreRemoved() async {
    let leftover = ".a.json.0123456789abcdef.tmp"
    folder.write("half", to: leftover)
    let others = [".a.json.swp", ".b.json.0123456789abcdef.tmp", ".a.json.0123456789abcdeg.tmp", "a.json.tmp"]
    for name in others { folder.write("other", to: name) }
    // One that a process is writing.
    let used = ".a.json.1123456789abcdef.tmp"
    folder.write("used", to: used)
    let file = open(folder[used], O_RDONLY)
    #expect(flock(file, LOCK_EX) == 0)
    defer { close(file) }
    #expect(await storage().save("a", "1") == nil)
    #expect(folder.names == (others + [used, "a.json"]).sorted())
  }

  @Test func theDefaultDirectoryFollowsTheEnvironment() {
    func directory(_ state: String?, _ home: String?) -> String? {
      try? StandardDirectory.find { ["XDG_STATE_HOME": state, "HOME": home][$0] ?? nil }
    }
    #expect(directory("/state", "/home/me") == "/state/enfold")
    #expect(directory("state", "/home/me") == "/home/me/.local/state/enfold")
    #expect(directory("", "/home/me") == "/home/me/.local/state/enfold")
    #expect(directory(nil, "me") == nil)
    #expect(directory(nil, nil) == nil)
  }

  @Test func aRemovalThatWaitsIsSeenByALoad() async {
    let storage = DefaultsStorage(directory: folder.path, name: "x", clock: clock)
    #expect(await storage.save("a", "1") == nil)
    let removal = storage.begin("a", nil)
    #expect(await storage.load("a") == .success(nil))
    #expect(removal.now == nil, "it waits")
    storage.flush()
    #expect(folder.text("x.defaults.json") == "{}")
  }

  @Test func aFileThatCouldNotBeReadIsNotLost() async {
    // A link in a circle, as an example of what cannot be read at the moment.
    folder.link("a.json", to: "a.json")
    let registry = SharedRegistry(directory: .at(folder.path), clock: clock)
    let dependencies = DependencyValues(.test) { $0.shared = registry }
    let shared = withDependencies(dependencies) {
      let shared = Shared(wrappedValue: 0, .file(), key: "a")
      _ = shared.wrappedValue
      return shared
    }
    #expect(shared.loadError?.description.contains("Too many levels") == true)
    folder.remove("a.json")
    folder.write("42", to: "a.json")
    shared.withLock { $0 = 1 }
    registry.flush()
    #expect(folder.text("a.json") == "1")
    #expect(folder.text("a.json.broken") == "42")
  }
}
