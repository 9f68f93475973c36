// Files of shared values: what happens if the system refuses.
import EnfoldTesting
import Foundation
import Testing

@testable import Enfold
@testable import EnfoldFiles

@Suite("FileStorage: errors", .timeLimit(.minutes(1)))
struct FileErrorTests {
  let folder = TemporaryFolder()
  let clock = TestClock()

  func storage(_ path: String? = nil) -> FileStorage { FileStorage(directory: folder.path, path: path, clock: clock) }

  @Test func aDirectoryInPlaceOfTheFile() async {
    let storage = storage()
    folder.makeFolder("a.json")
    #expect(await storage.loadError("a") == "cannot read \(folder["a.json"]): it is a directory, not a file")
    #expect(await storage.save("a", "1")?.description.contains("write \(folder["a.json"]): it is a directory") == true)
    #expect(await storage.save("a", nil)?.description.contains("remove \(folder["a.json"]): it is a directory") == true)
    folder.remove("a.json")
    #expect(await storage.save("a", "2") == nil, "a later save tries again")
    #expect(folder.names == ["a.json"])
  }

  @Test func nobodyWaitsForTheOtherEndOfAPipe() async {
    mkfifo(folder["a.json"], 0o600)
    folder.link("b.json", to: "/dev/zero")
    let storage = storage()
    for key in ["a", "b"] {
      #expect(await storage.loadError(key)?.contains("not an ordinary file") == true)
      #expect(await storage.save(key, "1")?.description.contains("not an ordinary file") == true)
      storage.setAside(key)
    }
    #expect(folder.names == ["a.json", "b.json"])
  }

  @Test func aFileInPlaceOfTheFolder() async {
    folder.write("", to: "x")
    let storage = storage("x/y")
    #expect(await storage.save("a", "1")?.description.contains("Not a directory") == true)
    #expect(await storage.loadError("a")?.contains("stat: Not a directory") == true)
    #expect(await storage.save("a", nil)?.description.contains("Not a directory") == true)
    folder.remove("x")
    #expect(await storage.save("a", "2") == nil)
    #expect(folder.text("x/y/a.json") == "2")
  }

  @Test func aFolderThatVanishesIsMadeAgain() async {
    let storage = storage("x")
    #expect(await storage.save("a", "1") == nil)
    folder.remove("x")
    let second = storage.begin("a", "2")
    storage.flush()
    #expect(second.now == .some(nil))
    #expect(folder.text("x/a.json") == "2")
  }

  @Test func linksInACircle() async {
    folder.link("a.json", to: "b.json")
    folder.link("b.json", to: "a.json")
    let storage = storage()
    #expect(await storage.loadError("a")?.contains("Too many levels of symbolic links") == true)
    #expect(await storage.save("a", "1")?.description.contains("Too many levels of symbolic links") == true)
    let observation = storage.observe("a") {}
    folder.link("c.json", to: "absent/x")
    #expect(await storage.load("c") == .success(nil))
    #expect(await storage.save("c", "1")?.description.contains("No such file or directory") == true)
    withExtendedLifetime(observation) {}
  }

  @Test func aTextThatIsTooLong() async {
    let limit = 64 << 20
    folder.write("1", to: "a.json")
    truncate(folder["a.json"], limit + 1)
    let storage = storage()
    #expect(await storage.loadError("a")?.contains("longer than 64 MiB") == true)
    #expect(await storage.save("a", "2") == nil)
    #expect(folder.text("a.json") == "2")
    var status = stat()
    #expect(stat(folder["a.json.broken"], &status) == 0 && status.st_size == limit + 1, "nobody could read it")
    #expect(folder.names == ["a.json", "a.json.broken"])

    let answer = Saving()
    storage.save("b", Array(repeating: 0x31, count: limit + 1), SharedSave { answer.give($0) })
    #expect(answer.now??.description.contains("more than 64 MiB") == true)
    #expect(folder.text("b.json") == nil)
  }

  @Test func aTextThatIsTooLongIsNotCopied() async {
    folder.write("1", to: "a.json")
    truncate(folder["a.json"], 10 << 30)
    let storage = storage()
    for _ in 0..<2 {
      #expect(await storage.loadError("a")?.contains("longer than 64 MiB") == true)
      storage.setAside("a")
      var (original, kept) = (stat(), stat())
      #expect(stat(folder["a.json"], &original) == 0 && stat(folder["a.json.broken"], &kept) == 0)
      #expect(original.st_ino == kept.st_ino && original.st_nlink == 2, "it has a second name")
    }
    #expect(await storage.save("a", "2") == nil)
    #expect(folder.text("a.json") == "2" && folder.names == ["a.json", "a.json.broken"])
    var kept = stat()
    #expect(stat(folder["a.json.broken"], &kept) == 0 && kept.st_size == 10 << 30)
  }

  @Test func whereThereAreNoSecondNamesTheBeginningIsCopied() throws {
    // A link cannot lead from one file system to another.
    let script = """
      mkdir "$2/else" && mount -t tmpfs -o size=100m none "$2/else" || { echo no mount; exit; }
      printf 1 > "$2/else/a.json" && truncate -s 10G "$2/else/a.json" && ln -s else/a.json "$2/a.json"
      "$0" aside "$2"; stat -c %s "$2/a.json.broken" "$2/else/a.json"
      """
    let said = try inOwnMounts(script, ["aside", folder.path])
    if said.contains("no mount") { return }
    #expect(said == "\(64 << 20)\n\(10 << 30)\n")
  }

  @Test func aSecondNameStaysIfItsFolderCannotBeSynchronised() throws {
    folder.write("1", to: "a.json")
    truncate(folder["a.json"], 10 << 30)
    _ = try Helper(["unsynced", folder.path]).end()
    var (original, kept) = (stat(), stat())
    #expect(stat(folder["a.json"], &original) == 0 && stat(folder["a.json.broken"], &kept) == 0)
    #expect(original.st_ino == kept.st_ino, "not a copy of its beginning")
  }

  @Test func aFileThatIsAMountPoint() throws {
    folder.write("1", to: "a.json")
    let script = """
      mount --bind "$2/a.json" "$2/a.json" || { echo no mount; exit; }
      "$0" try "$2" 10; cat "$2/a.json"
      """
    let said = try inOwnMounts(script, ["try", folder.path])
    if said.contains("no mount") { return }
    #expect(said.contains("cannot write \(folder["a.json"]): the file is a mount point"))
    #expect(said.hasSuffix(": mount the folder instead\n1"))
    #expect(folder.names == ["a.json"])
  }

  @Test func theMarkOfAnEditorIsSkipped() async {
    folder.write("\u{FEFF}42", to: "a.json")
    folder.write("\u{FEFF}{\"b\":1}", to: "x.defaults.json")
    folder.write("\u{FEFF}", to: "empty.json")
    #expect(await storage().load("a") == .success("42"))
    #expect(await storage().load("empty") == .success(nil))
    let members = DefaultsStorage(directory: folder.path, name: "x", clock: clock)
    #expect(await members.load("b") == .success("1"))
    #expect(await members.save("c", "2") == nil)
    #expect(folder.text("x.defaults.json") == #"{"b":1,"c":2}"#)
  }

  @Test func theAnswersOfAFailedTrailingWriteAreItsError() async {
    let storage = storage()
    storage.begin("a", "1")
    let second = storage.begin("a", "2")
    let third = storage.begin("a", "3")
    folder.remove("a.json")
    folder.makeFolder("a.json")
    await clock.waitForSleepers(1)
    clock.advanceNow(by: .seconds(1))
    #expect(await second.value?.description.contains("it is a directory") == true)
    #expect(await third.value == second.value)
    folder.remove("a.json")
    #expect(await storage.save("a", "4") == nil)
    #expect(folder.names == ["a.json"])
  }

  // MARK: Errors that need a process

  @Test("A full disk: an error, no leftovers, and the old text stays") func fullDisk() throws {
    // A file system of 64 KiB, which only this process sees.
    let script = """
      mount -t tmpfs -o size=64k none "$2" || { echo no mount; exit; }
      "$0" try "$2" 10; "$0" try "$2" 1000000; cat "$2/a.json"; echo; ls -A "$2"
      """
    let said = try inOwnMounts(script, ["try", folder.path])
    if said.contains("no mount") { return }
    #expect(
      said == """
        saved
        cannot write \(folder["a.json"]): write: No space left on device
        1111111111
        a.json

        """)
  }

  @Test func aFolderThatCannotBeWritten() throws {
    let script = """
      mount --bind "$2" "$2" && mount -o remount,bind,ro "$2" || { echo no mount; exit; }
      "$0" try "$2" 10; ls -A "$2"
      """
    let said = try inOwnMounts(script, ["try", folder.path])
    if said.contains("no mount") { return }
    #expect(
      said == """
        cannot write \(folder["a.json"]): open of a temporary file beside it: Read-only file system

        """)
  }

  @Test func aFileThatMayNotGrow() throws {
    folder.write("old", to: "a.json")
    let said = try Helper(["limited", folder.path, "2000"]).end()
    #expect(said == "cannot write \(folder["a.json"]): write: File too large\n")
    #expect(folder.text("a.json") == "old" && folder.names == ["a.json"])
  }

  @Test func noDescriptorsLeft() throws {
    let said = try Helper(["watches", folder.path, "10"]).end()
    #expect(
      said == """
        changes of \(folder["a.json"]) by others may stay unnoticed: inotify_init1: Too many open files
        cannot write \(folder["a.json"]): open of its folder: Too many open files

        """)
  }

  @Test func noWatchesLeft() throws {
    let script = "echo 0 > /proc/sys/user/max_inotify_watches || { echo no limit; exit; }; exec \"$0\" \"$@\""
    let said = try Helper(["observe", folder.path, "10"], inFront: ["unshare", "-Ur", "sh", "-c", script]).end()
    if said.contains("no limit") || said.contains("unshare") { return }
    #expect(
      said == """
        changes of \(folder["a.json"]) by others may stay unnoticed: inotify_add_watch: No space left on device
        saved

        """)
  }

  /// Runs a script in which `$0` is the helper, with mounts of its own.
  private func inOwnMounts(_ script: String, _ words: [String]) throws -> String {
    try Helper(words, inFront: ["unshare", getuid() == 0 ? "-m" : "-rm", "sh", "-c", script]).end()
  }
}
