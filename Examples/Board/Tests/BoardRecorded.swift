// Board#1, revisions 1 to 7, as they were recorded.
// Made by: enfold session test-gen Board.enfold.jsonl --lang swift
// swift-format-ignore-file
import EnfoldTesting
import Testing

@testable import BoardFeature

@Suite("Board#1 as it was recorded") struct Board1RecordedTests {
  private let reducer = Board()

  @Test("Revisions 1 to 7") func revisions1To7() throws {
    var state = try recorded(#"{"cards":[]}"#)

    // revision 1
    try send(#"{"add":{"id":"00000001-0000-4000-8000-000000000000","column":"todo","text":"write"}}"#, &state)
    try #expect(state == recorded(#"{"cards":[{"id":"00000001-0000-4000-8000-000000000000","column":"todo","text":"write"}]}"#))

    // revision 2
    try send(#"{"add":{"id":"00000002-0000-4000-8000-000000000000","column":"todo","text":"read"}}"#, &state)
    try #expect(state == recorded(#"{"cards":[{"id":"00000001-0000-4000-8000-000000000000","column":"todo","text":"write"},{"id":"00000002-0000-4000-8000-000000000000","column":"todo","text":"read"}]}"#))

    // revision 3
    try send(#"{"move":{"id":"00000001-0000-4000-8000-000000000000","to":"doing","before":null}}"#, &state)
    try #expect(state == recorded(#"{"cards":[{"id":"00000002-0000-4000-8000-000000000000","column":"todo","text":"read"},{"id":"00000001-0000-4000-8000-000000000000","column":"doing","text":"write"}]}"#))

    // revision 4
    try send(#"{"add":{"id":"00000003-0000-4000-8000-000000000000","column":"doing","text":"send"}}"#, &state)
    try #expect(state == recorded(#"{"cards":[{"id":"00000002-0000-4000-8000-000000000000","column":"todo","text":"read"},{"id":"00000001-0000-4000-8000-000000000000","column":"doing","text":"write"},{"id":"00000003-0000-4000-8000-000000000000","column":"doing","text":"send"}]}"#))

    // revision 5
    try send(#"{"move":{"id":"00000003-0000-4000-8000-000000000000","to":"doing","before":"00000001-0000-4000-8000-000000000000"}}"#, &state)
    try #expect(state == recorded(#"{"cards":[{"id":"00000002-0000-4000-8000-000000000000","column":"todo","text":"read"},{"id":"00000003-0000-4000-8000-000000000000","column":"doing","text":"send"},{"id":"00000001-0000-4000-8000-000000000000","column":"doing","text":"write"}]}"#))

    // revision 6
    try send(#"{"edit":{"id":"00000002-0000-4000-8000-000000000000","text":"read twice"}}"#, &state)
    try #expect(state == recorded(#"{"cards":[{"id":"00000002-0000-4000-8000-000000000000","column":"todo","text":"read twice"},{"id":"00000003-0000-4000-8000-000000000000","column":"doing","text":"send"},{"id":"00000001-0000-4000-8000-000000000000","column":"doing","text":"write"}]}"#))

    // revision 7
    try send(#"{"delete":{"id":"00000001-0000-4000-8000-000000000000"}}"#, &state)
    try #expect(state == recorded(#"{"cards":[{"id":"00000002-0000-4000-8000-000000000000","column":"todo","text":"read twice"},{"id":"00000003-0000-4000-8000-000000000000","column":"doing","text":"send"}]}"#))
  }

  private func recorded(_ json: String) throws -> Board.State { try Fixture(json).value() }

  private func send(_ action: String, _ state: inout Board.State) throws {
    _ = reducer.reduce(into: &state, action: try Fixture(action).value())
  }
}
