// What @NAME@ does with each action.
import EnfoldTesting
import Testing

@testable import @NAME@

@Test func addingAppends() {
  var state = @NAME@.State(titles: ["milk"])
  let effect = @NAME@().reduce(into: &state, action: .add(title: "bread"))
  #expect(state.titles == ["milk", "bread"])
  #expect(effect == .none)
}

@Test func addingLaterWaitsForASecond() async {
  let store = TestStore(initialState: @NAME@.State()) { @NAME@() }
  await store.send(.addLater(title: "eggs")) { $0.isWaiting = true }
  await store.advance(by: .seconds(1))
  await store.receive(.add(title: "eggs")) {
    $0.titles = ["eggs"]
    $0.isWaiting = false
  }
  await store.finish()
}
