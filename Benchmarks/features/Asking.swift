// Asking: an action whose effect asks the host, beside one whose effect knows the answer.
import Enfold

public struct Asking: Reducer {
  @ObservableState public struct State: Equatable {
    public var count = 0
    public init() {}
  }

  @Action public enum Action {
    case know, ask
    case learned(Int)
  }

  static let number = HostFunction<Int, Int>("number")
  public static let requests: [any HostRequest] = [number]

  @Dependency(\.host) var host

  public init() {}

  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .know:
      return .run { [count = state.count] send in await send(.learned(count + 1)) }
    case .ask:
      return .run { [host, count = state.count] send in
        await send(.learned(try await host.call(Self.number, count)))
      }
    case .learned(let count):
      state.count = count
      return .none
    }
  }
}
