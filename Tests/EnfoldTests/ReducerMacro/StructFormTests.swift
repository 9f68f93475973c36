// What @Reducer adds to structs: the conformance, @Action, and the builder of the body.
import EnfoldTesting
import Testing

@testable import Enfold

@Reducer struct Tally {
  @ObservableState struct State: Equatable { var count = 0 }
  enum Action: Equatable { case add(Int), double }

  var isDoubling = true

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      if case .add(let number) = action { state.count += number }
      return .none
    }
    if isDoubling {
      Reduce { state, action in
        if action == .double { state.count *= 2 }
        return .none
      }
    }
  }
}

/// Who has written the conformance and the macros keeps them.
@Reducer struct Explicit: Reducer {
  @ObservableState struct State: Equatable { var problem: String? }
  /// What has no JSON form.
  @CasePathable enum Action: Sendable { case failed(any Error) }

  @ReducerBuilder<State, Action> var body: some Reducer<State, Action> {
    Reduce { state, action in
      if case .failed(let error) = action { state.problem = "\(error)" }
      return .none
    }
    EmptyReducer()
  }
}

/// A body with a `return`, which excludes the builder.
@Reducer struct Returning {
  @ObservableState struct State: Equatable { var count = 0 }
  @Action enum Action { case add }

  var body: some ReducerOf<Self> {
    let step = 2
    return Reduce { state, _ in
      state.count += step
      return .none
    }
  }
}

@Suite("@Reducer structs") struct StructFormTests {
  @Test("The conformance, the JSON of the actions, and several reducers in the body") func added() throws {
    let store = Store(initialState: Tally.State(), reducer: Tally())
    store.send(try JSON.decode(Tally.Action.self, from: #"{"add":3}"#))
    store.send(.double)
    #expect(store.count == 6)
    #expect(Tally.Action.add(1)[case: \.add] == 1)
  }

  @Test("What is written already") func explicit() {
    struct Problem: Error, CustomStringConvertible { var description: String { "no" } }
    let store = Store(initialState: Explicit.State(), reducer: Explicit())
    store.send(.failed(Problem()))
    #expect(store.problem == "no")
    #expect(!(Explicit.Action.self is any JSONCodable.Type))
  }

  @Test("A body that returns") func returning() {
    let store = Store(initialState: Returning.State(), reducer: Returning())
    store.send(.add)
    #expect(store.count == 2)
  }
}
