// Todos#1, revisions 1 to 9, as they were recorded.
// Made by: enfold session test-gen Todos.enfold.jsonl --lang swift
// swift-format-ignore-file
import EnfoldTesting
import Testing

@testable import TodosFeature

@Suite("Todos#1 as it was recorded") struct Todos1RecordedTests {
  private let reducer = Todos()

  @Test("Revisions 1 to 9") func revisions1To9() throws {
    var state = try recorded(#"{"items":[],"filter":"all","isLoading":false,"error":null,"nextID":1}"#)

    // revision 1
    try send(#"{"add":{"title":"milk"}}"#, &state)
    try #expect(state == recorded(#"{"items":[{"id":1,"title":"milk","isDone":false}],"filter":"all","isLoading":false,"error":null,"nextID":2}"#))

    // revision 2
    try send(#"{"add":{"title":"bread"}}"#, &state)
    try #expect(state == recorded(#"{"items":[{"id":1,"title":"milk","isDone":false},{"id":2,"title":"bread","isDone":false}],"filter":"all","isLoading":false,"error":null,"nextID":3}"#))

    // revision 3
    try send(#"{"toggle":{"id":1}}"#, &state)
    try #expect(state == recorded(#"{"items":[{"id":1,"title":"milk","isDone":true},{"id":2,"title":"bread","isDone":false}],"filter":"all","isLoading":false,"error":null,"nextID":3}"#))

    // revision 4
    try send(#"{"setFilter":"completed"}"#, &state)
    try #expect(state == recorded(#"{"items":[{"id":1,"title":"milk","isDone":true},{"id":2,"title":"bread","isDone":false}],"filter":"completed","isLoading":false,"error":null,"nextID":3}"#))

    // revision 5
    try send(#"{"rename":{"id":2,"title":"rye bread"}}"#, &state)
    try #expect(state == recorded(#"{"items":[{"id":1,"title":"milk","isDone":true},{"id":2,"title":"rye bread","isDone":false}],"filter":"completed","isLoading":false,"error":null,"nextID":3}"#))

    // revision 6
    try send(#"{"add":{"title":"salt"}}"#, &state)
    try #expect(state == recorded(#"{"items":[{"id":1,"title":"milk","isDone":true},{"id":2,"title":"rye bread","isDone":false},{"id":3,"title":"salt","isDone":false}],"filter":"completed","isLoading":false,"error":null,"nextID":4}"#))

    // revision 7
    try send(#"{"delete":{"id":1}}"#, &state)
    try #expect(state == recorded(#"{"items":[{"id":2,"title":"rye bread","isDone":false},{"id":3,"title":"salt","isDone":false}],"filter":"completed","isLoading":false,"error":null,"nextID":4}"#))

    // revision 8
    try send(#"{"clearCompleted":{}}"#, &state)
    try #expect(state == recorded(#"{"items":[{"id":2,"title":"rye bread","isDone":false},{"id":3,"title":"salt","isDone":false}],"filter":"completed","isLoading":false,"error":null,"nextID":4}"#))

    // revision 9
    try send(#"{"loaded":{"failure":{"message":"no file"}}}"#, &state)
    try #expect(state == recorded(#"{"items":[{"id":2,"title":"rye bread","isDone":false},{"id":3,"title":"salt","isDone":false}],"filter":"completed","isLoading":false,"error":"no file","nextID":4}"#))
  }

  private func recorded(_ json: String) throws -> Todos.State { try Fixture(json).value() }

  private func send(_ action: String, _ state: inout Todos.State) throws {
    _ = reducer.reduce(into: &state, action: try Fixture(action).value())
  }
}
