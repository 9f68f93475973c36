// Effects: what they cost until everything that an action causes has ended.
import Enfold

/// Counts, and returns an effect that ends at once.
struct Effects: Reducer {
  @ObservableState struct State: Equatable { var count = 0 }

  @Action enum Action { case none, answer, send, run, runWithID, merge, concatenate }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    state.count += 1
    return switch action {
    case .none, .answer: .none
    case .send: .send(.answer)
    case .run: .run { _ in }
    case .runWithID: .run { _ in }.cancellable(id: 1, cancelInFlight: true)
    case .merge: .merge(.run { _ in }, .run { _ in })
    case .concatenate: .concatenate(.run { _ in }, .run { _ in })
    }
  }
}

func effects() {
  let store = Store(initialState: Effects.State(), reducer: Effects())
  func side(_ what: String, _ action: Effects.Action) -> Side {
    Side(what) { for _ in 0..<$0 { store.send(action) } }
  }
  compare(
    "E1 effects that end at once",
    [
      side("no effect", .none), side("send: one more action", .send), side("run", .run),
      side("run with an id", .runWithID),
      side("merge of two runs", .merge), side("concatenate of two runs", .concatenate),
    ])
}
