// Sharing: W1 with a shared value, which the action writes.
import Enfold

public struct Sharing: Reducer {
  @ObservableState
  public struct State: Equatable {
    @Shared(.memory, key: "benchmarks.count") public var count = 0

    public init() {}
  }

  @Action
  public enum Action: Equatable {
    case increment
  }

  public init() {}

  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .increment: state.count += 1
    }
    return .none
  }
}
