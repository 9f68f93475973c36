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

/// The counter beside a shared value that nobody touches.
public struct BesideShared: Reducer {
  @ObservableState public struct State: Equatable {
    public var count = 0
    @Shared(.memory, key: "benchmarks.beside") public var other = 0

    public init() {}
  }

  @Action public enum Action: Equatable { case increment }

  public init() {}

  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .increment: state.count += 1
    }
    return .none
  }
}
