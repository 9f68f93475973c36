// The recorded session of this example is replayed. Reactors are not asked in a replay, so their commits are taken over.
import EnfoldTesting
import TextBoardFeature
import Testing

@Test("The recorded session is replayed") func recordedSession() {
  let report = assertReplays("../TextBoard.enfold.jsonl") { TextBoard() }
  #expect(report.unverified == ["reactor": 5, "mutation": 4])
}
