// Counter#1, revisions 1 to 9, as they were recorded.
// Made by: enfold session test-gen Counter.enfold.jsonl --lang swift
// swift-format-ignore-file
import EnfoldTesting
import Testing

@testable import CounterFeature

@Suite("Counter#1 as it was recorded") struct Counter1RecordedTests {
  private let reducer = Counter()

  @Test("Revisions 1 to 9") func revisions1To9() throws {
    var state = try recorded(#"{"count":0,"isLoading":false,"fact":null}"#)

    // revision 1
    try send(#"{"increment":{}}"#, &state)
    try #expect(state == recorded(#"{"count":1,"isLoading":false,"fact":null}"#))

    // revision 2
    try send(#"{"increment":{}}"#, &state)
    try #expect(state == recorded(#"{"count":2,"isLoading":false,"fact":null}"#))

    // revision 3
    try send(#"{"decrement":{}}"#, &state)
    try #expect(state == recorded(#"{"count":1,"isLoading":false,"fact":null}"#))

    // revision 4
    try send(#"{"setCount":7}"#, &state)
    try #expect(state == recorded(#"{"count":7,"isLoading":false,"fact":null}"#))

    // revision 5
    try send(#"{"factTapped":{}}"#, &state)
    try #expect(state == recorded(#"{"count":7,"isLoading":true,"fact":null}"#))

    // revision 6, which revision 5 has caused
    try send(#"{"factLoaded":"7 is divisible by 7"}"#, &state)
    try #expect(state == recorded(#"{"count":7,"isLoading":false,"fact":"7 is divisible by 7"}"#))

    // revision 7
    try send(#"{"setCount":41}"#, &state)
    try #expect(state == recorded(#"{"count":41,"isLoading":false,"fact":"7 is divisible by 7"}"#))

    // revision 8
    try send(#"{"factTapped":{}}"#, &state)
    try #expect(state == recorded(#"{"count":41,"isLoading":true,"fact":null}"#))

    // revision 9, which revision 8 has caused
    try send(#"{"factLoaded":"41 has no divisor from 2 to 9"}"#, &state)
    try #expect(state == recorded(#"{"count":41,"isLoading":false,"fact":"41 has no divisor from 2 to 9"}"#))
  }

  private func recorded(_ json: String) throws -> Counter.State { try Fixture(json).value() }

  private func send(_ action: String, _ state: inout Counter.State) throws {
    _ = reducer.reduce(into: &state, action: try Fixture(action).value())
  }
}
