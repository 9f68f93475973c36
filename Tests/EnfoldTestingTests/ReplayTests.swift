// assertReplays: recorded sessions as tests.
import EnfoldTesting
import Foundation
import Testing

/// What a session needs: a list, an id from a dependency, a shared value, a write from outside.
@Reducer struct Basket {
  @ObservableState struct State: Equatable {
    var names: [String] = []
    var id: UUIDText = ""
    @Shared(key: "replayed-total") var total = 0
  }
  typealias UUIDText = String
  @Action enum Action: Equatable { case add(String), removeAll, mark, count }
  @Dependency(\.random) var random

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .add(let name): state.names.append(name)
      case .removeAll: state.names = []
      case .mark: state.id = "\(random.withGenerator { Int.random(in: 0..<1_000_000_007, using: &$0) })"
      case .count: state.$total.withLock { $0 += 1 }
      }
      return .none
    }
  }
}

@Suite("assertReplays") struct ReplayTests {
  static let header =
    #"{"format":"enfold-session","version":1,"enfold":"0.1.0","time":"2026-11-29T13:05:00Z","redact":[]}"#
  static let opened =
    #"{"seq":1,"store":1,"kind":"opened","name":"Basket#1","feature":"Basket","revision":0,"state":{"names":[],"id":"","total":7}}"#

  /// A session of one store, in a folder of its own.
  static func session(_ lines: [String], header: String = header) throws -> String {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("replay-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let text = ([header, opened] + lines).joined(separator: "\n") + "\n"
    let file = folder.appendingPathComponent("one.enfold.jsonl")
    try text.write(to: file, atomically: true, encoding: .utf8)
    return file.path
  }

  static func entry(_ revision: Int, _ action: String, _ patch: String, _ more: String = "") -> String {
    #"{"seq":\#(revision + 1),"store":1,"kind":"action","revision":\#(revision),"action":\#(action),"patch":\#(patch)\#(more)}"#
  }

  static let add = entry(1, #"{"add":"milk"}"#, #"[{"op":"replace","path":"/names","value":["milk"]}]"#)
  static let again = entry(2, #"{"add":"salt"}"#, #"[{"op":"replace","path":"/names","value":["milk","salt"]}]"#)

  @Test("A session comes again") func same() throws {
    let report = assertReplays(try Self.session([Self.add, Self.again])) { Basket() }
    #expect(report.verified == 2)
    #expect(report.unverified.isEmpty)
    #expect(report.verdict == .fine)
  }

  @Test("The first commit that differs fails the test, with its place and both values") func difference() async throws {
    let wrong = Self.entry(
      2, #"{"add":"salt"}"#, #"[{"op":"replace","path":"/names","value":["milk","pepper"]}]"#,
      #","cause":{"revision":1}"#)
    let path = try Self.session([Self.add, wrong, Self.add])
    let failures = await failures { assertReplays(path) { Basket() } }
    #expect(failures.count == 1)
    #expect(
      failures.first?.text == path
        + #":4: Basket#1, revision 2, {"add":"salt"}, from revision 1: at "/names/1" was "pepper", now it is "salt""#)
  }

  @Test("Dependencies give what they gave") func dependencies() async throws {
    let given = #"{"seq":2,"store":1,"kind":"dependency","revision":1,"dependency":"random","value":"5"}"#
    let mark = #"{"mark":{}}"#
    // What `random` draws from the number is the feature's business: the first replay tells it.
    let guess = try Self.session([given, Self.entry(1, mark, #"[{"op":"replace","path":"/id","value":"?"}]"#)])
    let told = await failures { assertReplays(guess) { Basket() } }.first?.text ?? ""
    let id = told.components(separatedBy: "now it is ").last ?? ""
    #expect(id.hasPrefix("\""), "\(told)")
    let path = try Self.session([given, Self.entry(1, mark, #"[{"op":"replace","path":"/id","value":\#(id)}]"#)])
    for _ in 0..<3 { assertReplays(path) { Basket() } }
  }

  @Test("A shared value is that of the recorded state, and others cannot change it") func shared() throws {
    withDependencies {
      $0.shared = SharedRegistry(directory: .none)
    } operation: {
      @Shared(key: "replayed-total") var total = 0
      $total.withLock { $0 = 100 }
    }
    let count = Self.entry(1, #"{"count":{}}"#, #"[{"op":"replace","path":"/total","value":8}]"#)
    let other =
      #"{"seq":3,"store":1,"kind":"shared","revision":2,"patch":[{"op":"replace","path":"/total","value":20}]}"#
    let more = Self.entry(3, #"{"count":{}}"#, #"[{"op":"replace","path":"/total","value":21}]"#)
    let raced = Self.entry(
      4, #"{"count":{}}"#, #"[{"op":"replace","path":"/total","value":40}]"#, #","depends":"shared""#)
    let last = Self.entry(5, #"{"count":{}}"#, #"[{"op":"replace","path":"/total","value":41}]"#)
    let report = assertReplays(try Self.session([count, other, more, raced, last])) { Basket() }
    #expect(report.verified == 3)
    #expect(report.unverified == ["shared": 2])
  }

  @Test("A checkpoint must be the state") func checkpoint() async throws {
    let good = #"{"store":1,"kind":"checkpoint","revision":1,"hash":"","state":{"id":"","names":["milk"],"total":7}}"#
    assertReplays(try Self.session([Self.add, good])) { Basket() }
    let path = try Self.session([Self.add, good.replacing("milk", with: "oil")])
    let failures = await failures { assertReplays(path) { Basket() } }
    #expect(
      failures.first?.text.hasSuffix(#"revision 1, checkpoint: at "/names/0" was "oil", now it is "milk""#) == true)
  }

  @Test("A redacted session is risky; where a redacted value is needed, the rest is impossible") func redacted() throws
  {
    let hidden = Self.entry(1, #"{"add":"milk"}"#, #"[{"op":"replace","path":"/names","value":["[redacted]"]}]"#)
    let risky = assertReplays(try Self.session([hidden, Self.again.replacing("milk", with: "[redacted]")])) { Basket() }
    #expect(risky.verdict == .risky)
    #expect(risky.verified == 2)
    let action = Self.entry(
      2, #"{"add":"[redacted]"}"#, #"[{"op":"replace","path":"/names","value":["milk","[redacted]"]}]"#)
    let path = try Self.session([Self.add, action, Self.entry(3, #"{"removeAll":{}}"#, "[]")])
    let impossible = assertReplays(path) { Basket() }
    #expect(impossible.verdict == .impossible)
    #expect(impossible.verified == 1)
    #expect(impossible.unverified == ["redacted": 2])
    #expect(impossible.obstacles.first?.contains(#"a redacted value at "/names/1""#) == true)
  }

  @Test("A folder is a suite, and each file that differs is a failure") func folder() async throws {
    let path = try Self.session([Self.add])
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
    let wrong =
      [Self.header, Self.opened, Self.add.replacing("[\"milk\"]", with: "[\"oil\"]")].joined(separator: "\n") + "\n"
    try wrong.write(to: folder.appendingPathComponent("two.enfold.jsonl"), atomically: true, encoding: .utf8)
    try wrong.write(to: folder.appendingPathComponent("two.txt"), atomically: true, encoding: .utf8)
    let failures = await failures { assertReplays(folder.path) { Basket() } }
    #expect(failures.count == 1)
    #expect(failures.first?.text.contains("two.enfold.jsonl:3") == true)
  }

  @Test(
    "What is no session is refused with the place",
    arguments: [
      ("", "there is no whole line in it"), ("{}\n", "has no \"format\""),
      (#"{"format":"enfold-session","version":2}"# + "\n", "has version 2; known: 1"),
      (header + "\n[]\n", ":2: this line is no entry"),
      (header + "\n{\"kind\":\"opened\",\"store\":1}\n", ":2: \"opened\" needs"),
      (header + "\n" + opened.replacing("Basket\",", with: "Cart\",") + "\n", "its feature Cart is not in the list"),
      (header + "\n" + opened.replacing("7}", with: "true}") + "\n", "cannot be opened again"),
    ])
  func refusals(_ text: String, _ problem: String) async throws {
    let path = NSTemporaryDirectory() + "/refused-\(UUID().uuidString).enfold.jsonl"
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    let failures = await failures { assertReplays(path) { Basket() } }
    #expect(failures.count == 1)
    #expect(failures.first?.text.contains(problem) == true, "\(failures)")
  }

  @Test("A file that is not there is named") func missing() async {
    let failures = await failures { assertReplays("Sessions/none.enfold.jsonl") { Basket() } }
    #expect(
      failures.first?.text.hasSuffix("Sessions/none.enfold.jsonl: it cannot be read: No such file or directory") == true
    )
  }
}
