// The recorded session of this example comes again.
import EnfoldTesting
import CounterFeature
import Testing

@Test("The recorded session comes again") func recordedSession() {
  let report = assertReplays("../Counter.enfold.jsonl") { Counter() }
  #expect(report.verified == 9)
  #expect(report.unverified.isEmpty)
}
