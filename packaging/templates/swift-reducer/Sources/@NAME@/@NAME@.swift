// @NAME@: titles that come in, at once or later.
import Enfold

struct @NAME@: Reducer {
  @ObservableState
  struct State: Equatable {
    var titles: [String] = []
    var isWaiting = false
  }

  @Action
  enum Action: Equatable {
    case add(title: String)
    case addLater(title: String)
    case clear
  }

  @Dependency(\.clock) var clock

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .add(let title):
      state.titles.append(title)
      state.isWaiting = false
      return .none

    case .addLater(let title):
      state.isWaiting = true
      return .run { [clock] send in
        try await clock.sleep(for: .seconds(1))
        await send(.add(title: title))
      }

    case .clear:
      state.titles = []
      return .none
    }
  }
}
