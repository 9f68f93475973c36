// Files of shared values and processes: those that are killed, that end, that fork, and that write at the same time.
import EnfoldTesting
import Foundation
import Testing

@testable import Enfold
@testable import EnfoldFiles

@Suite("Files of shared values: processes", .timeLimit(.minutes(2)))
struct FileProcessTests {
  let folder = TemporaryFolder()
  let clock = TestClock()

  @Test("Killed at any moment: the old text or the new one, never a part, never none")
  func killing() async throws {
    let storage = FileStorage(directory: folder.path, path: nil, clock: clock)
    var last = -1
    for _ in 0..<scaled(200) {
      let helper = try Helper(["count", folder.path])
      #expect(helper.hear() == "ready\n")
      usleep(.random(in: 0..<5_000))
      kill(helper.process.processIdentifier, SIGKILL)
      _ = helper.end()
      let text = try #require(try await storage.load("a").get())
      let numbers = text.dropFirst().dropLast().split(separator: ",")
      #expect(text.first == "[" && text.last == "]" && numbers.count == 500 && Set(numbers).count == 1)
      last = max(last, numbers.first.flatMap { Int($0) } ?? -1)
    }
    #expect(last > 0)
    // What they have left is removed by the next save, and they have left at most one file each.
    #expect(await storage.save("a", "1") == nil)
    #expect(folder.names == ["a.json"])
  }

  @Test(arguments: ["exit", "return"])
  func theEndOfTheProcessWritesWhatWaits(way: String) throws {
    #expect(try Helper([way, folder.path]).end() == "")
    #expect(folder.text("a.json") == "2")
  }

  @Test func theChildOfAForkLeavesAloneWhatTheParentWrites() throws {
    #expect(try Helper(["fork", folder.path]).end() == "child 0\n")
    #expect(folder.text("a.json") == "2")
    #expect(folder.text("child/b.json") == "3")
  }

  @Test func aProgramFindsWhatItHasKept() throws {
    let names = ["shared_files/main.swift/Hidden.State.count", "shared_files/main.swift/Hidden.State.inFolder"]
    #expect(try Helper(["program", folder.path]).end() == "1 1 1\n")
    #expect(try Helper(["program", folder.path]).end() == "2 2 2\n")
    let files = ["enfold/\(encoded(names[0])).json", "enfold/Test/\(encoded(names[1])).json"]
    for file in files { #expect(folder.text(file) == "2") }
    #expect(folder.text("enfold/enfold.defaults.json") == #"{"member":2}"#)
  }

  private func encoded(_ key: String) -> String { key.split(separator: "/").joined(separator: "%2F") }

  @Test func aProgramIsToldOnceWhatIsNotKept() throws {
    let said = try Helper(["mistakes", folder.path]).end().split(separator: "\n")
    let reasons = [
      #"the shared value "lost" is not kept: the path "../up" is refused"#,
      #"the shared value "twice" is kept as {"memory":{}}, which its first user has declared, and not as {"file":{}}: "#,
      #"the shared value "typed" is no String"#,
      "changed while it had no key", #"the shared value "full": cannot read"#,
      #"the shared value "full": cannot keep a copy"#,
    ]
    #expect(said.count == reasons.count, "\(said)")
    for (line, reason) in zip(said, reasons) {
      #expect(line.contains(reason) && line.hasPrefix("enfold: "))
      #expect(line.hasSuffix("[enfold explain an-error-of-a-shared-value]"))
    }
  }

  @Test func twoProcessesOnOneFile() async throws {
    let storage = FileStorage(directory: folder.path, path: nil, clock: clock)
    let changes = Changes(storage, "a")
    let helpers = try (0..<2).map { _ in try Helper(["whole", folder.path, "a", "100"]) }
    for helper in helpers { #expect(helper.end() == "") }
    let expected = "[\(Array(repeating: "100", count: 500).joined(separator: ","))]"
    #expect(folder.text("a.json") == expected)
    await changes.until(storage, "a", is: expected)
    #expect(folder.names == ["a.json"])
  }

  @Test func twoProcessesOnOneFileOfManyKeys() async throws {
    let storage = DefaultsStorage(directory: folder.path, name: "defaults", clock: clock)
    let (a, b) = (Changes(storage, "a"), Changes(storage, "b"))
    let helpers = try ["a", "b"].map { try Helper(["members", folder.path, $0, "100"]) }
    for helper in helpers { #expect(helper.end() == "") }
    await a.until(storage, "a", is: "100")
    await b.until(storage, "b", is: "100")
    #expect(await storage.save("c", "1") == nil)
    #expect([#"{"a":100,"b":100,"c":1}"#, #"{"b":100,"a":100,"c":1}"#].contains(folder.text("defaults.defaults.json")))
  }
}
