// Types whose names other files have, too: for SharedDeclarationTests.
import Enfold

private struct Twin: Reducer {
  @ObservableState struct State: Equatable { @Shared(.file()) var count = 0 }
  enum Action: Sendable { case add }
  func reduce(into state: inout State, action: Action) -> Effect<Action> { .none }
}

/// The value of this file's type.
func twinOfAnotherFile(_ dependencies: DependencyValues) -> Shared<Int> {
  let store = Store(initialState: Twin.State(), reducer: Twin(), dependencies: dependencies)
  return store.state.$count
}

private enum Mark: Sendable {}

func genericOfAnotherFile(_ dependencies: DependencyValues) -> Shared<Int> {
  let store = Store(
    initialState: Generic<Mark>.State(), reducer: Generic<Mark>(), dependencies: dependencies)
  return store.state.$count
}
