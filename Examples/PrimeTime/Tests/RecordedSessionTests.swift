// The recorded session of this example comes again.
import EnfoldTesting
import PrimeTimeFeature
import Testing

@Test("The recorded session comes again") func recordedSession() {
  let report = assertReplays("../PrimeTime.enfold.jsonl") { PrimeTime() }
  #expect(report.verified == 4)
  #expect(report.unverified.isEmpty)
}
