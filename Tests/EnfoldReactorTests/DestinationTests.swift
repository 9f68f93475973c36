// Reactors as the features of an @Reducer enum.
import EnfoldReactor
@testable import EnfoldTesting
import Testing

/// Doubles what it finds in its currentState.
@Reactor private final class Doubler: Reactor {
  @Action enum Action: Equatable { case double }
  enum Mutation: Sendable { case set(Int) }
  @ObservableState struct State: Equatable { var value = 1 }
  let initialState = State()

  func mutate(action: Action) -> Effect<Mutation> { .send(.set(currentState.value * 2)) }
  func reduce(state: inout State, mutation: Mutation) { if case .set(let value) = mutation { state.value = value } }
}

@Reducer private struct Machine {
  @Reducer(state: .equatable) enum Destination {
    case doubler(Doubler)
    @ReducerCaseIgnored case off(String)
  }
  @ObservableState struct State: Equatable {
    @Presents var destination: Destination.State?
    var other: Destination.State?
  }
  enum Action {
    case show(Destination.State), destination(PresentationAction<Destination.Action>), other(Destination.Action)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      if case .show(let destination) = action { (state.destination, state.other) = (destination, destination) }
      return .none
    }
    .ifLet(\.$destination, action: \.destination)
    .ifLet(\.other, action: \.other) { Destination() }
  }
}

@Suite("Reactors in @Reducer enums") struct DestinationTests {
  @Test("Each that is presented has the state of its place") func presented() {
    let store = Store(initialState: Machine.State(), reducer: Machine())
    for value in [3, 5] {
      store.send(.show(.doubler(Doubler.State(value: value))))
      store.send(.destination(.presented(.doubler(.double))))
      store.send(.destination(.presented(.doubler(.double))))
      #expect(store.state.destination == .doubler(Doubler.State(value: value * 4)))
      store.send(.other(.doubler(.double)))
      #expect(store.state.other == .doubler(Doubler.State(value: value * 2)))
      store.send(.show(.off("for now")))
    }
    store.send(.destination(.dismiss))
    #expect(store.state.destination == nil)
  }
}
