// Children that are taken away by reducers above or below the one that presents them.
import Enfold
import EnfoldTesting
import Testing

@Suite("Children that others take away") struct TakenOutsideTests {
  @Reducer struct Child {
    @ObservableState struct State: Equatable { var count = 0 }
    enum Action: Equatable { case work }

    func reduce(into state: inout State, action: Action) -> Effect<Action> { .run { _ in try await Task.never() } }
  }

  @Reducer struct Parent {
    @ObservableState struct State: Equatable {
      @Presents var child: Child.State? = Child.State()
      var path = StackState<Child.State>([Child.State()])
    }
    enum Action: Equatable {
      case takeAbove, takeBelow
      case child(PresentationAction<Child.Action>), path(StackActionOf<Child>)
    }

    var body: some ReducerOf<Self> {
      taking(.takeAbove)
      EmptyReducer()
        .ifLet(\.$child, action: \.child) { Child() }
        .forEach(\.path, action: \.path) { Child() }
      taking(.takeBelow)
    }

    private func taking(_ one: Action) -> some ReducerOf<Self> {
      Reduce { state, action in
        if action == one {
          state.child = nil
          state.path.removeAll()
        }
        return .none
      }
    }
  }

  @Test(arguments: [Parent.Action.takeAbove, .takeBelow])
  func `Their effects end at once, whoever it was`(action: Parent.Action) async {
    let store = TestStore(initialState: Parent.State()) { Parent() }
    await store.send(\.child.work)
    await store.send(\.path[id: 0].work)
    await store.send(action) {
      $0.child = nil
      $0.path.removeAll()
    }
    await store.finish()
  }

  @Test(arguments: [Parent.Action.takeAbove, .takeBelow])
  func `In a store, too`(action: Parent.Action) async {
    let store = Store(initialState: Parent.State()) { Parent() }
    let tasks = [store.send(.child(.presented(.work))), store.send(.path(.element(id: 0, action: .work)))]
    store.send(action)
    for task in tasks { await task.finish() }
    #expect(store.child == nil && store.path.isEmpty)
  }
}
