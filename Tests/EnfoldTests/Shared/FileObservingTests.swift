// Files of shared values that others change.
import EnfoldTesting
import Foundation
import Testing

@testable import Enfold
@testable import EnfoldFiles

@Suite("FileStorage: changes by others", .timeLimit(.minutes(1)))
struct FileObservingTests {
  let folder = TemporaryFolder()
  let clock = TestClock()

  func storage(_ path: String? = nil) -> FileStorage { FileStorage(directory: folder.path, path: path, clock: clock) }

  @Test("What others write into the file is a change")  // 148
  func externalWrite() async {
    let storage = storage()
    #expect(await storage.save("a", "1") == nil)
    let changes = Changes(storage, "a")
    folder.write("2", to: "a.json")
    await changes.until(storage, "a", is: "2")
    folder.write("3", to: "a.json")
    await changes.until(storage, "a", is: "3")
    #expect(storage.observationError("a") == nil)
  }

  @Test("A file that others remove has no text any more")  // 148
  func deletion() async {
    let storage = storage()
    #expect(await storage.save("a", "1") == nil)
    let changes = Changes(storage, "a")
    folder.remove("a.json")
    await changes.until(storage, "a", is: nil)
    #expect(changes.count.value == 1)
  }

  @Test("What could not be read was not removed by others: what could not be saved there stays")
  func removedObstacle() async {
    let storage = storage()
    folder.makeFolder("a.json")
    let (changes, others) = (Changes(storage, "a"), Changes(storage, "b"))
    #expect(await storage.save("a", "1") != nil)
    folder.remove("a.json")
    folder.write("2", to: "b.json")
    await others.until(storage, "b", is: "2")  // events come in order
    #expect(changes.count.value == 0)
    folder.write("3", to: "a.json")
    await changes.until(storage, "a", is: "3")
  }

  @Test("A file that is moved away has no text, and has it again when it is moved back")  // 148
  func moving() async {
    let storage = storage()
    #expect(await storage.save("a", "1") == nil)
    let changes = Changes(storage, "a")
    folder.move("a.json", "away")
    await changes.until(storage, "a", is: nil)
    folder.move("away", "a.json")
    await changes.until(storage, "a", is: "1")
    folder.move("a.json", "away")
    await changes.until(storage, "a", is: nil)
    folder.write("2", to: "a.json")
    await changes.until(storage, "a", is: "2")
  }

  @Test("A file that others replace is a change, again and again, and own writes work afterwards")  // 148
  func replacement() async {
    let storage = storage()
    #expect(await storage.save("a", "1") == nil)
    let changes = Changes(storage, "a")
    for round in 1...10 {
      folder.replace("a.json", with: "theirs \(round)")
      await changes.until(storage, "a", is: "theirs \(round)")
      clock.advanceNow(by: .seconds(1))
      #expect(await storage.save("a", "ours \(round)") == nil)
      #expect(folder.text("a.json") == "ours \(round)")
    }
    #expect(changes.count.value == 10)
  }

  @Test func ownWritesAreNoChanges() async {
    let storage = storage()
    let changes = Changes(storage, "a")
    for round in 1...20 {
      #expect(await storage.save("a", "\(round)") == nil)
      if round % 5 == 0 { #expect(await storage.save("a", nil) == nil) }
      clock.advanceNow(by: .seconds(1))
    }
    // Events come in order. So when this one is there, all before were looked at.
    folder.replace("a.json", with: "theirs")
    await changes.until(storage, "a", is: "theirs")
    #expect(changes.count.value == 1)
  }

  @Test func theSameTextIsNoChange() async {
    let storage = storage()
    folder.write("1", to: "a.json")
    #expect(await storage.load("a") == .success("1"))
    let changes = Changes(storage, "a")
    folder.replace("a.json", with: "1")
    folder.replace("a.json", with: "2")
    await changes.until(storage, "a", is: "2")
    #expect(changes.count.value == 1)
  }

  @Test func aChangeBeforeTheObservationIsNotMissed() async {
    let storage = storage()
    #expect(await storage.load("a") == .success(nil))
    folder.write("1", to: "a.json")
    let changes = Changes(storage, "a")
    await changes.until(storage, "a", is: "1")
  }

  @Test func foldersComeGoAndComeAgain() async {
    let storage = storage("x/y/z")
    let changes = Changes(storage, "a")
    for round in 1...5 {
      folder.makeFolder("x")
      folder.makeFolder("x/y")
      folder.makeFolder("x/y/z")
      folder.write("\(round)", to: "x/y/z/a.json")
      await changes.until(storage, "a", is: "\(round)")
      folder.remove("x")
      await changes.until(storage, "a", is: nil)
    }
    folder.makeFolder("other")
    folder.makeFolder("other/z")
    folder.write("other", to: "other/z/a.json")
    folder.makeFolder("x")
    folder.move("other", "x/y")
    await changes.until(storage, "a", is: "other")
    folder.move("x", "away")
    await changes.until(storage, "a", is: nil)
    folder.move("away", "x")
    await changes.until(storage, "a", is: "other")
  }

  @Test func linksAreFollowed() async {
    folder.makeFolder("one")
    folder.makeFolder("two")
    folder.write("1", to: "one/real")
    folder.write("2", to: "two/real")
    folder.link("current", to: "one")
    folder.makeFolder("x")
    folder.link("x/a.json", to: "../current/real")
    let storage = storage("x")
    let changes = Changes(storage, "a")
    #expect(await storage.load("a") == .success("1"))
    folder.write("1b", to: "one/real")
    await changes.until(storage, "a", is: "1b")
    folder.link("next", to: folder["two"])
    folder.move("next", "current")
    await changes.until(storage, "a", is: "2")
    folder.replace("two/real", with: "2b")
    await changes.until(storage, "a", is: "2b")
    folder.remove("x/a.json")
    await changes.until(storage, "a", is: nil)
    folder.link("x/a.json", to: folder["one/real"])
    await changes.until(storage, "a", is: "1b")
  }

  @Test func aHardLinkIsAWholeFile() async {
    folder.write("1", to: "b")
    let storage = storage()
    let changes = Changes(storage, "a")
    link(folder["b"], folder["a.json"])
    await changes.until(storage, "a", is: "1")
  }

  @Test func aFileThatIsBeingWrittenIsReadWhenItIsClosed() async {
    let storage = storage()
    let changes = Changes(storage, "a")
    let file = open(folder["a.json"], O_WRONLY | O_CREAT, 0o600)
    write(file, "ha", 2)
    // Another key in the same folder: when it was told, so would have been the first half.
    let others = Changes(storage, "b")
    folder.write("1", to: "b.json")
    await others.until(storage, "b", is: "1")
    #expect(changes.count.value == 0)
    write(file, "lf", 2)
    close(file)
    await changes.until(storage, "a", is: "half")
    #expect(changes.count.value == 1)
  }

  @Test func aFileThatIsCutToBeWrittenIsNoChange() async {
    let storage = storage()
    for round in 1...scaled(100) {
      // That somebody begins to observe makes the storage look at the file, while it is written.
      let changes = Changes(storage, "a")
      folder.write("\(round)", to: "a.json")
      await changes.until(storage, "a", is: "\(round)")
      #expect(changes.count.value == 1)
    }
  }

  @Test func aWaitingWriteWinsOverTheirs() async {
    let storage = storage()
    #expect(await storage.save("a", "1") == nil)
    let changes = Changes(storage, "a")
    let others = Changes(storage, "b")
    let second = storage.begin("a", "2")
    folder.replace("a.json", with: "theirs")
    folder.write("1", to: "b.json")
    await others.until(storage, "b", is: "1")
    #expect(changes.count.value == 0)
    storage.flush()
    #expect(second.now == .some(nil))
    #expect(folder.text("a.json") == "2")
    folder.replace("a.json", with: "3")
    await changes.until(storage, "a", is: "3")
    #expect(changes.count.value == 1)
  }

  @Test func aDeletionCancelsTheWaitingWrite() async {
    let storage = storage()
    #expect(await storage.save("a", "1") == nil)
    let changes = Changes(storage, "a")
    let second = storage.begin("a", "2")
    folder.remove("a.json")
    await changes.until(storage, "a", is: nil)
    #expect(await second.value?.description.contains("was removed there") == true)
    storage.flush()
    clock.advanceNow(by: .seconds(2))
    #expect(folder.names == [])
    #expect(await storage.save("a", "3") == nil)
    #expect(folder.text("a.json") == "3")
  }

  @Test func whatWasIgnoredForAFailedWriteIsToldLater() async {
    let storage = storage()
    #expect(await storage.save("a", "1") == nil)
    let changes = Changes(storage, "a")
    let others = Changes(storage, "b")
    // The write will fail, because this cannot be set aside.
    folder.makeFolder("a.json.broken")
    storage.setAside("a")
    let second = storage.begin("a", "2")
    folder.replace("a.json", with: "theirs")
    folder.write("1", to: "b.json")
    await others.until(storage, "b", is: "1")
    #expect(changes.count.value == 0)
    storage.flush()
    #expect(second.now??.description.contains("there is a directory of that name") == true)
    await changes.until(storage, "a", is: "theirs")
  }

  @Test func anObservationThatHasEndedIsNotTold() async {
    let storage = storage()
    let first = Changes(storage, "a")
    let second = Changes(storage, "a")
    folder.replace("a.json", with: "1")
    await first.until(storage, "a", is: "1")
    await second.next()
    first.end()
    folder.replace("a.json", with: "2")
    await second.until(storage, "a", is: "2")
    #expect(first.count.value == 1 && second.count.value == 2)
  }

  @Test func anObservationMayEndInsideOfItsCall() async {
    let storage = storage()
    for round in 1...20 {
      let observation = Box<AnyObject?>(nil)
      let called = Answered<Bool>()
      observation.value = storage.observe("a") {
        observation.value = nil
        called.give(true)
      }
      folder.replace("a.json", with: "\(round)")
      #expect(await called.value)
      #expect(called.count == 1)
    }
  }

  @Test func theStorageMayEndInsideOfACall() async {
    let storage = Box<FileStorage?>(storage())
    let observation = Box<AnyObject?>(nil)
    let ended = Answered<String?>()
    storage.value?.begin("a", "1")
    observation.value = storage.value?.observe("a") { [folder] in
      storage.value?.begin("a", "2")
      observation.value = nil
      storage.value = nil
      ended.give(folder.text("a.json"))
    }
    folder.write("theirs", to: "a.json")
    #expect(await ended.value == "2")
  }

  @Test func manyObserveAndEndWhileFilesChange() async {
    let storage = storage()
    await onThreads(4) { thread in
      for round in 0..<scaled(200) {
        let key = "\(round % 3)"
        let observation = storage.observe(key) { storage.load(key, SharedLoad { _ in }) }
        if thread == 0 { folder.write("\(round)", to: key + ".json") }
        if thread == 1 { storage.begin(key, "own \(round)") }
        withExtendedLifetime(observation) {}
      }
    }
    let changes = Changes(storage, "x")
    folder.write("1", to: "x.json")
    await changes.until(storage, "x", is: "1")
  }

  /// In a process of its own, because all watches of a process are looked at then.
  @Test("If more happens than the system remembers, nothing is missed") func moreEventsThanTheSystemRemembers() async {
    await #expect(processExitsWith: .success) {
      let folder = TemporaryFolder()
      let storage = FileStorage(directory: folder.path, path: nil, clock: TestClock())
      _ = await storage.save("a", "1")
      let changes = Changes(storage, "a")
      folder.replace("a.json", with: "theirs")
      await changes.until(storage, "a", is: "theirs")
      // Holds the thread that reads the events.
      let (held, mayGoOn) = (Answered<Bool>(), DispatchSemaphore(value: 0))
      let holder = storage.observe("b") {
        held.give(true)
        mayGoOn.wait()
      }
      folder.write("1", to: "b.json")
      _ = await held.value
      let limit = try? String(contentsOfFile: "/proc/sys/fs/inotify/max_queued_events", encoding: .utf8)
      let count = limit.flatMap { Int($0.trimmingCharacters(in: .whitespacesAndNewlines)) } ?? 16_384
      for _ in 0...count / 2 {
        folder.makeFolder("c")
        rmdir(folder["c"])
      }
      folder.replace("a.json", with: "2")
      mayGoOn.signal()
      await changes.until(storage, "a", is: "2")
      withExtendedLifetime(holder) {}
    }
  }

  @Test func twoStoragesOfOneFileTellEachOther() async {
    let (first, second) = (storage(), storage())
    let (firstChanges, secondChanges) = (Changes(first, "a"), Changes(second, "a"))
    #expect(await first.save("a", "1") == nil)
    await secondChanges.until(second, "a", is: "1")
    #expect(await second.save("a", "2") == nil)
    await firstChanges.until(first, "a", is: "2")
    #expect(firstChanges.count.value == 1 && secondChanges.count.value == 1)
  }
}
