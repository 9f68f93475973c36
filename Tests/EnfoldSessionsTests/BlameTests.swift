// Blame against a model that keeps every state: random histories of a list with inserts, removes and moves.
import EnfoldJSON
import EnfoldSessions
import Foundation
import Testing

/// Random commits of a list of elements with ids, and every state.
private struct History {
  var random = SystemRandomNumberGenerator()
  var next: Int64 = 3
  var states: [JSONValue] = [["rows": .array((0..<3).map { row($0, "") }), "other": 0]]
  var patches: [JSONValue] = []

  static func row(_ id: Int64, _ text: String, tags: [JSONValue] = []) -> JSONValue {
    ["id": .integer(id), "text": .string(text), "tags": .array(tags)]
  }

  mutating func commit() throws {
    var (state, patch) = (states[states.count - 1], [JSONValue]())
    for _ in 0..<([1, 1, 1, 2, 3].randomElement(using: &random) ?? 1) {
      let operations = operations(state["rows"]?.elements ?? [])
      try JSONPatch.apply(.array(operations), to: &state)
      patch += operations
    }
    states.append(state)
    patches.append(.array(patch))
  }

  private mutating func operations(_ rows: [JSONValue]) -> [JSONValue] {
    func step(_ op: String, _ path: String, _ value: JSONValue) -> JSONValue {
      ["op": .string(op), "path": .string(path), "value": value]
    }
    func remove(_ index: Int) -> JSONValue { ["op": "remove", "path": .string("/rows/\(index)")] }
    let kind = Int.random(in: 0..<9, using: &random)
    if kind == 0 || rows.isEmpty {
      next += 1
      let place = Int.random(in: 0...rows.count, using: &random)
      let token = place == rows.count && Bool.random(using: &random) ? "-" : "\(place)"
      return [step("add", "/rows/\(token)", Self.row(next, "new"))]
    }
    let index = Int.random(in: 0..<rows.count, using: &random)
    let id: Int64 = if case .integer(let id)? = rows[index]["id"] { id } else { 0 }
    let text = ["a", "b", "c"].randomElement(using: &random) ?? "a"
    switch kind {
    case 1: return [remove(index)]
    case 2:
      let moved =
        Bool.random(using: &random) ? rows[index] : Self.row(id, "moved", tags: rows[index]["tags"]?.elements ?? [])
      return [remove(index), step("add", "/rows/\(Int.random(in: 0..<rows.count, using: &random))", moved)]
    case 3, 4: return [step("replace", "/rows/\(index)/text", .string(text))]
    case 5: return [step("add", "/rows/\(index)/tags/-", .string(text))]
    case 6: return [step("replace", "/rows/\(index)", Self.row(id, text))]
    case 7:
      let edited = rows.map { row in
        if case .integer(let id)? = row["id"] { Self.row(id, "all", tags: row["tags"]?.elements ?? []) } else { row }
      }
      return [step("replace", "/rows", .array(edited))]
    default: return [step("replace", "/other", .integer(Int64.random(in: 0..<3, using: &random)))]
    }
  }

  var session: String {
    let opened = #"{"store":1,"kind":"opened","name":"A#1","feature":"A","revision":0,"state":\#(states[0].json)}"#
    let commits = patches.enumerated().map {
      #"{"store":1,"kind":"action","revision":\#($0 + 1),"patch":\#($1.json)}"#
    }
    return ([#"{"format":"enfold-session","version":1}"#, opened] + commits).joined(separator: "\n") + "\n"
  }

  /// The revisions that changed a member of an element, newest first, by all states.
  func expected(_ id: JSONValue, _ key: String) -> [Expected] {
    var found: [Expected] = []
    for number in stride(from: patches.count, to: 0, by: -1) {
      let (old, new) = (value(number - 1, id, key), value(number, id, key))
      if let new, old != new { found.append(Expected(revision: UInt64(number), value: new)) }
      if old == nil { break }
    }
    return found
  }

  struct Expected: Equatable {
    let revision: UInt64
    let value: JSONValue
  }

  private func value(_ number: Int, _ id: JSONValue, _ key: String) -> JSONValue? {
    states[number]["rows"]?.elements.first { $0["id"] == id }?[key]
  }
}

extension JSONValue {
  fileprivate var elements: [JSONValue] { if case .array(let elements) = self { elements } else { [] } }
}

@Suite("Blame") struct BlameTests {
  /// `ENFOLD_HISTORIES=10000` by hand.
  @Test("Random histories equal a model that keeps every state") func model() throws {
    let count = ProcessInfo.processInfo.environment["ENFOLD_HISTORIES"].flatMap { Int($0) } ?? 200
    for _ in 0..<count {
      var history = History()
      for _ in 0..<30 { try history.commit() }
      var blame = try Blame(try SessionFile(history.session, named: "random"), store: "A#1")
      for row in history.states[30]["rows"]?.elements ?? [] {
        let id = try #require(row["id"])
        for key in ["text", "tags"] {
          let found = try blame.changes(of: "/rows/id=\(id.json)/\(key)")
          let told = found.map { History.Expected(revision: $0.entry.revision, value: $0.value) }
          #expect(told == history.expected(id, key), "\(history.session)")
        }
      }
    }
  }

  @Test("A value inside the recorded session of an example") func example() throws {
    var blame = try Blame(try SessionFile(try recordedText("Todos"), named: "Todos"), store: nil)
    let changes = try blame.changes(of: "/items/id=2/title")
    #expect(changes.map(\.value) == ["rye bread", "bread"])
    #expect(changes.map(\.before) == ["bread", nil])
    #expect(changes.first?.entry[.action]?.string == #"{"rename":{"id":2,"title":"rye bread"}}"#)
    let error = #expect(throws: SessionError.self) { try blame.changes(of: "/items/id=77") }
    #expect(error?.message == #"Todos: nothing is at "/items/id=77""#)
    let other = #expect(throws: SessionError.self) {
      try Blame(try SessionFile(try recordedText("Todos"), named: "Todos"), store: "Users#1")
    }
    #expect(other?.message == "Todos: there is no store Users#1; it has Todos#1")
  }
}
