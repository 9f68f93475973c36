// The recorded session of this example comes again.
import EnfoldTesting
import NotesFeature
import Testing

@Test("The recorded session comes again") func recordedSession() {
  let report = assertReplays("../Notes.enfold.jsonl") { Notes() }
  #expect(report.verified == 11)
  #expect(report.unverified.isEmpty)
}
