// The recorded session of this example comes again.
import EnfoldTesting
import BoardFeature
import Testing

@Test("The recorded session comes again") func recordedSession() {
  let report = assertReplays("../Board.enfold.jsonl") { Board() }
  #expect(report.verified == 7)
  #expect(report.unverified.isEmpty)
}
