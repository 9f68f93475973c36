// What @NAME@ does with each action.
import EnfoldTesting
import Testing

@testable import @NAME@

@Test func addingAppends() async {
  let store = TestStore(@NAME@())
  await store.send(.add(title: "bread")) { $0.titles = ["bread"] }
  await store.finish()
}

@Test func addingLaterWaitsForASecond() async {
  let store = TestStore(@NAME@())
  await store.send(.addLater(title: "eggs")) { $0.isWaiting = true }
  await store.advance(by: .seconds(1))
  await store.receive(mutation: @NAME@.Mutation.append("eggs")) { $0.titles = ["eggs"] }
  await store.receive(mutation: @NAME@.Mutation.setWaiting(false)) { $0.isWaiting = false }
  await store.finish()
}
