// The recorded session of this example comes again.
import EnfoldTesting
import TodosFeature
import Testing

@Test("The recorded session comes again") func recordedSession() {
  let report = assertReplays("../Todos.enfold.jsonl") { Todos() }
  #expect(report.verified == 9)
  #expect(report.unverified.isEmpty)
}
