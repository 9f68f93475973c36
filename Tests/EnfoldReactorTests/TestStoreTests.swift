// A TestStore of a reactor asserts actions and mutations.
import EnfoldReactor
import EnfoldTesting
import Testing

@Suite("A TestStore of a reactor") struct TestStoreTests {
  @Test("The first mutation is a part of the action, the others are received", arguments: [Kind.effect, .publisher])
  func mutations(_ kind: Kind) async {
    let reactor = Appender(kind)
    let store = TestStore(reactor)
    await store.send(.append(["a", "b"])) { $0.log = ["a"] }
    await store.receive(mutation: Appender.Mutation.add("b")) { $0.log = ["a", "b"] }
    await store.finish()
  }

  @Test("A mutation that is not received fails the test") func notReceived() async {
    let reactor = Appender(.effect)
    let store = TestStore(reactor)
    await store.send(.append(["a", "b"])) { $0.log = ["a"] }
    await withKnownIssue {
      await store.send(.append([]))
    } matching: {
      "\($0)".contains("Must handle 1 received action") && "\($0)".contains("add(\"b\")")
    }
    store.exhaustivity = .off
  }

  @Test("Another mutation than the expected one fails the test") func another() async {
    let reactor = Appender(.effect)
    let store = TestStore(reactor)
    await store.send(.append(["a", "b"])) { $0.log = ["a"] }
    await withKnownIssue {
      await store.receive(mutation: Appender.Mutation.add("c")) { $0.log = ["a", "c"] }
    } matching: {
      "\($0)".contains("unexpected action")
    }
    store.exhaustivity = .off
  }
}
