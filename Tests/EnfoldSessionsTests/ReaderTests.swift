// Session files: lines, cut files, and files that are nonsense.
import EnfoldJSON
@testable import EnfoldSessions
import Foundation
import Testing

@Suite("Reading session files") struct ReaderTests {
  @Test("Each line becomes an entry", arguments: recorded) func lines(_ name: String) throws {
    let text = try recordedText(name)
    let entries = try entries(try SessionFile(text, named: name))
    #expect(entries.count == text.split(separator: "\n").count - 1)
    #expect(entries.first?.kind == .opened)
    #expect(entries.first?.string(.name) == "\(name)#1")
    #expect(entries.allSatisfy { $0.kind != .other })
    let joined = entries.flatMap(\.bytes)
    #expect(String(decoding: joined, as: UTF8.self) == text.drop { $0 != "\n" }.dropFirst())
  }

  @Test("A file that is cut at any byte is read up to its last whole line", arguments: recorded)
  func cut(_ name: String) throws {
    let bytes = Array(try recordedText(name).utf8)
    let first = try #require(bytes.firstIndex(of: 10)) + 1
    for end in max(0, bytes.count - 10_000)...bytes.count {
      let text = String(decoding: bytes[..<end], as: UTF8.self)
      guard end >= first else {
        #expect(throws: SessionError.self) { try SessionFile(text, named: name) }
        continue
      }
      let whole = bytes[first..<end].count { $0 == 10 }
      #expect(try entries(try SessionFile(text, named: name)).count == whole)
    }
  }

  @Test("Times are nanoseconds") func times() {
    #expect(nanoseconds("1970-01-01T00:00:00Z") == 0)
    #expect(nanoseconds("2026-11-29T13:05:00.00012Z") == 1_795_957_500_000_120_000)
    #expect(nanoseconds("2000-02-29T23:59:59.999999999Z") == 951_868_799_999_999_999)
    for wrong in [
      "", "Z", "2026-11-29", "2026-11-29T13:05:00", "9999-01-01T00:00:00Z", "2026-13-01T00:00:00Z",
      "2026-11-29T13:05:00.1234567890Z",
    ] {
      #expect(nanoseconds(wrong) == nil, "\(wrong)")
    }
  }

  @Test("Members and kinds that are not known are passed over") func unknown() throws {
    let text = try recordedText("Counter").replacing(
      "\"kind\":\"checkpoint\"", with: "\"kind\":\"a new one\",\"much\":[{}]")
    let file = try SessionFile(text, named: "new")
    #expect(try entries(file).contains { $0.kind == .other })
    var blame = try Blame(file, store: nil)
    #expect(try !blame.changes(of: "/count").isEmpty)
  }

  /// 20 seconds in CI; `ENFOLD_FUZZ_SECONDS=600` by hand.
  @Test("Nonsense is refused or read, and never ends the program") func nonsense() throws {
    let environment = ProcessInfo.processInfo.environment
    let seconds = environment["ENFOLD_FUZZ_SECONDS"].flatMap { Double($0) } ?? (environment["CI"] == "true" ? 20 : 2)
    let texts = try recorded.map { Array(try recordedText($0).utf8) }
    var random = SystemRandomNumberGenerator()
    let end = Date().addingTimeInterval(seconds)
    var (readable, refused) = (0, 0)
    while Date() < end {
      let text = texts.randomElement(using: &random) ?? []
      let spoiled = Spoiler.spoil(text, &random)
      do {
        let file = try SessionFile(String(decoding: spoiled, as: UTF8.self), named: "fuzz")
        try entries(file)
        var replay = Replay(file, in: EchoHost(), isComparing: Bool.random(using: &random))
        try? replay.run()
        var blame = try Blame(file, store: nil, at: UInt64.random(in: 0..<20, using: &random))
        for pointer in ["", "/items/0", "/items/id=2/title", "/count", "/path/0/state", "/cards"] {
          _ = try? blame.changes(of: pointer)
        }
        readable += 1
      } catch {
        refused += 1
      }
    }
    // Both happen.
    #expect(readable > 0)
    #expect(refused > 0)
  }
}
