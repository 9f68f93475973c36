// Effects: actions that differ in the effect that they return.
import Enfold

public struct Effects: Reducer {
  @ObservableState public struct State: Equatable {
    public var count = 0
    public init() {}
  }

  @Action public enum Action: Equatable {
    case send, run, cancellable, debounce, throttle, count
  }

  private struct ID: Hashable {}

  public init() {}

  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .send: return .send(.count)
    case .run: return .run { _ in }
    case .cancellable: return .run { _ in }.cancellable(id: ID(), cancelInFlight: true)
    // They wait for longer than the benchmark runs: so each action restarts the debounce, and the throttle drops all but one.
    case .debounce: return .run { _ in }.debounce(id: ID(), for: .seconds(3_600))
    case .throttle: return .run { _ in }.throttle(id: ID(), for: .seconds(3_600), latest: false)
    case .count:
      state.count += 1
      return .none
    }
  }
}
