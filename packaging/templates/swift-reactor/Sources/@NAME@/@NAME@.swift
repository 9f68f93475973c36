// @NAME@: titles that come in, at once or later.
import EnfoldReactor

@Reactor final class @NAME@: Reactor {
  @Action
  enum Action: Equatable {
    case add(title: String)
    case addLater(title: String)
    case clear
  }

  enum Mutation: Equatable {
    case append(String)
    case setWaiting(Bool)
    case clear
  }

  @ObservableState
  struct State: Equatable {
    var titles: [String] = []
    var isWaiting = false
  }

  let initialState = State()
  let clock = Dependency(\.clock)

  func mutate(action: Action) -> Effect<Mutation> {
    switch action {
    case .add(let title):
      return .send(.append(title))

    case .addLater(let title):
      return .concatenate(
        .send(.setWaiting(true)),
        .run { [clock] send in
          try await clock.wrappedValue.sleep(for: .seconds(1))
          await send(.append(title))
          await send(.setWaiting(false))
        })

    case .clear:
      return .send(.clear)
    }
  }

  func reduce(state: inout State, mutation: Mutation) {
    switch mutation {
    case .append(let title): state.titles.append(title)
    case .setWaiting(let isWaiting): state.isWaiting = isWaiting
    case .clear: state.titles = []
    }
  }
}
