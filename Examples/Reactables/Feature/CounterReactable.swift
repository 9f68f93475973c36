// CounterReactable: a counter that also counts by itself.
import EnfoldReactor

@Reactor public final class CounterReactable: Reactable {
  @Action
  public enum Action: Equatable {
    case increase
    case decrease
    case autoIncrease
  }

  @ObservableState
  public struct State: Equatable {
    public var count = 0
  }

  public enum Mutation: Sendable, Equatable {
    case setCount(Int)
  }

  public let initialState = State()

  public init() {}

  public func mutate(action: Action) -> AnyPublisher<Mutation, Never> {
    switch action {
    case .increase:
      return .just(.setCount(self.currentState.count + 1))

    case .decrease:
      return .run { send in
        await send(.setCount(self.currentState.count - 1))
      }

    case .autoIncrease:
      return .just(.setCount(self.currentState.count + 2))
    }
  }

  public func reduce(state: inout State, mutation: Mutation) {
    switch mutation {
    case .setCount(let value):
      state.count = value
    }
  }

  public func transformAction() -> AnyPublisher<Action, Never> {
    .merge([
      Observable<Int>.timer(interval: .seconds(5)).map { _ in Action.autoIncrease }.eraseToAnyPublisher()
    ])
  }
}
