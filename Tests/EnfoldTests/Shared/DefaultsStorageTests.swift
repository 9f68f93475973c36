// Many shared values in one file.
import EnfoldTesting
import Foundation
import Testing

@testable import Enfold
@testable import EnfoldFiles

@Suite("DefaultsStorage", .timeLimit(.minutes(1)))
struct DefaultsStorageTests {
  let folder = TemporaryFolder()
  let clock = TestClock()

  func storage(_ name: String = "defaults") -> DefaultsStorage {
    DefaultsStorage(directory: folder.path, name: name, clock: clock)
  }

  @Test func eachKeyIsAMember() async {
    let storage = storage()
    #expect(await storage.load("a") == .success(nil))
    #expect(folder.names == [])
    #expect(await storage.save("a", "[1]") == nil)
    clock.advanceNow(by: .seconds(1))
    #expect(await storage.save("b \"ü\"", "{\"c\":null}") == nil)
    #expect(folder.text("defaults.defaults.json") == #"{"a":[1],"b \"ü\"":{"c":null}}"#)
    #expect(folder.mode("defaults.defaults.json") == 0o600)
    #expect(await self.storage().load("b \"ü\"") == .success("{\"c\":null}"))
    clock.advanceNow(by: .seconds(1))
    #expect(await storage.save("a", nil) == nil)
    #expect(folder.text("defaults.defaults.json") == #"{"b \"ü\"":{"c":null}}"#)
    #expect(await storage.load("a") == .success(nil))
  }

  @Test("One write for all keys in each second")  // 146
  func throttle() async {
    let storage = storage()
    #expect(storage.begin("a", "1").now == .some(nil))
    let waiting = [storage.begin("b", "2"), storage.begin("a", "3"), storage.begin("c", nil)]
    #expect(folder.text("defaults.defaults.json") == #"{"a":1}"#)
    #expect(await storage.load("a") == .success("3"))
    await clock.waitForSleepers(1)
    clock.advanceNow(by: .seconds(1))
    for answer in waiting { #expect(await answer.value == nil) }
    #expect(folder.text("defaults.defaults.json") == #"{"a":3,"b":2}"#)
  }

  @Test func removingFromNothingMakesNothing() async {
    #expect(await storage().save("a", nil) == nil)
    #expect(folder.names == [])
  }

  @Test func theTextsOfOtherMembersStayAsTheyAre() async {
    let text = #" { "\u0061" : 1.50e+1 , "x":  [ 1,2 ] ,"x" : "\u00fc", "z":{ } } "#
    folder.write(text, to: "defaults.defaults.json")
    let storage = storage()
    #expect(await storage.load("a") == .success("1.50e+1"))
    #expect(await storage.load("x") == .success(#""\u00fc""#), "of two, the last one counts")
    #expect(await storage.save("z", "true") == nil)
    #expect(folder.text("defaults.defaults.json") == #"{"\u0061" : 1.50e+1,"x":  [ 1,2 ],"x" : "\u00fc","z":true}"#)
    clock.advanceNow(by: .seconds(1))
    #expect(await storage.save("x", "0") == nil)
    #expect(folder.text("defaults.defaults.json") == #"{"\u0061" : 1.50e+1,"x":0,"z":true}"#)
    clock.advanceNow(by: .seconds(1))
    #expect(await storage.save("a", nil) == nil)
    #expect(folder.text("defaults.defaults.json") == #"{"x":0,"z":true}"#)
  }

  @Test func whatIsNoJSONIsRefused() async {
    let storage = storage()
    for text in ["", "1 2", "{", "nope", "1,\"b\":2"] {
      #expect(await storage.save("a", text)?.description.contains("its text is no JSON value") == true)
    }
    #expect(folder.names == [])
  }

  @Test func aBrokenFileIsSetAsideOnce() async {
    folder.write("[1]", to: "defaults.defaults.json")
    let storage = storage()
    for key in ["a", "b"] {
      let error = await storage.loadError(key)
      #expect(error?.contains("no JSON object") == true)
      #expect(error?.contains("kept as \(folder["defaults.defaults.json.broken"])") == true)
    }
    #expect(folder.text("defaults.defaults.json.broken") == "[1]")
    folder.remove("defaults.defaults.json.broken")
    #expect(await storage.loadError("a") != nil)
    #expect(folder.text("defaults.defaults.json.broken") == nil, "only once")
    #expect(await storage.save("a", "1") == nil)
    #expect(folder.text("defaults.defaults.json") == #"{"a":1}"#)
    #expect(await storage.load("b") == .success(nil))
  }

  @Test func aBrokenFileThatNobodyLoadedIsSetAsideByTheSave() async {
    folder.write("{\"a\":", to: "defaults.defaults.json")
    folder.makeFolder("defaults.defaults.json.broken")
    let storage = storage()
    #expect(await storage.save("a", "1")?.description.contains("there is a directory of that name") == true)
    #expect(folder.text("defaults.defaults.json") == "{\"a\":")
    folder.remove("defaults.defaults.json.broken")
    #expect(await storage.save("a", "1") == nil)
    #expect(folder.text("defaults.defaults.json") == #"{"a":1}"#)
    #expect(folder.text("defaults.defaults.json.broken") == "{\"a\":")
  }

  @Test func aMemberOfAnotherTypeIsSetAsideWithTheFile() async {
    folder.write(#"{"a":1}"#, to: "defaults.defaults.json")
    let storage = storage()
    storage.setAside("a")
    #expect(folder.text("defaults.defaults.json.broken") == #"{"a":1}"#)
  }

  @Test("Only the keys whose text differs are told")  // 148
  func changesByOthers() async {
    folder.write(#"{"a":1,"b":1,"c":1}"#, to: "defaults.defaults.json")
    let storage = storage()
    let (a, b, c) = (Changes(storage, "a"), Changes(storage, "b"), Changes(storage, "c"))
    folder.replace("defaults.defaults.json", with: #"{"b":1,"a":2,"c":1}"#)
    await a.until(storage, "a", is: "2")
    folder.replace("defaults.defaults.json", with: #"{"a":2,"b": 1}"#)
    await c.until(storage, "c", is: nil)
    #expect(await storage.save("c", "3") == nil)
    folder.remove("defaults.defaults.json")
    await a.until(storage, "a", is: nil)
    await b.until(storage, "b", is: nil)
    await c.until(storage, "c", is: nil)
    #expect([a, b, c].map(\.count.value) == [2, 1, 2])
  }

  @Test func aDeletionCancelsOnlyTheWritesOfWhatWasThere() async {
    let storage = storage()
    #expect(await storage.save("a", "1") == nil)
    let (a, new) = (Changes(storage, "a"), Changes(storage, "new"))
    let (second, other) = (storage.begin("a", "2"), storage.begin("new", "1"))
    folder.remove("defaults.defaults.json")
    await a.until(storage, "a", is: nil)
    #expect(await second.value != nil)
    #expect(other.now == nil)
    storage.flush()
    #expect(other.now == .some(nil))
    #expect(folder.text("defaults.defaults.json") == #"{"new":1}"#)
    #expect(new.count.value == 0)
  }

  @Test func twoStoragesDoNotLoseEachOthersMembers() async {
    let storages = [storage(), storage(), storage(), storage()]
    await onThreads(4) { thread in
      for round in 1...scaled(50) {
        storages[thread].begin("\(thread)", "\(round)")
        storages[thread].flush()
      }
    }
    let count = scaled(50)
    for thread in 0..<4 { #expect(await storage().load("\(thread)") == .success("\(count)")) }
    #expect(folder.names == [".defaults.defaults.json.lock", "defaults.defaults.json"])
  }

  @Test func aDirectoryThatIsOfNoUse() async {
    let storage = DefaultsStorage(directory: "x", name: "defaults", clock: clock)
    #expect(await storage.save("a", "1") == storage.problem)
    #expect(await storage.loadError("a")?.contains("absolute path") == true)
    #expect(storage.observe("a") {} == nil)
    storage.flush()
  }
}
