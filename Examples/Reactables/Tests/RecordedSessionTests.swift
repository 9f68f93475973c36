// The recorded session of this example is replayed. Reactors are not asked in a replay, so their commits are taken over.
import EnfoldTesting
import ReactablesFeature
import Testing

@Test("The recorded session is replayed") func recordedSession() {
  let report = assertReplays("../Reactables.enfold.jsonl") {
    CounterReactable()
    ListReactable()
    ProfileViewReactor()
  }
  #expect(report.unverified == ["reactor": 11, "mutation": 2])
}
