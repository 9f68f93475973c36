// An action that cannot be compared cannot be received by its value.
import Enfold
import EnfoldTesting

@ObservableState struct State: Equatable { var count = 0 }
@Action enum Action { case loaded(Int) }

func test(_ store: TestStore<State, Action>) async {
  await store.receive(\.loaded)
  // error: 'receive(_:timeout:assert:fileID:filePath:line:column:)' is unavailable: make the action Equatable, or receive its case
  await store.receive(.loaded(1))
}
