// Levels: W6. A counter, and the same counter under up to five parents.
import Enfold

/// The counter itself.
public struct Level0: Reducer {
  @ObservableState
  public struct State: Equatable {
    public var count = 0

    public init() {}
  }

  @Action
  public enum Action: Equatable {
    case increment
  }

  public init() {}

  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .increment:
      state.count += 1
      return .none
    }
  }
}

/// The counter under 1 parent.
public struct Level1: Reducer {
  @ObservableState
  public struct State: Equatable {
    public var child = Level0.State()

    public init() {}
  }

  @Action
  public enum Action: Equatable {
    case child(Level0.Action)
  }

  public init() {}

  public var body: some ReducerOf<Self> {
    Scope(state: \.child, action: \.child) { Level0() }
  }
}

/// The counter under 2 parents.
public struct Level2: Reducer {
  @ObservableState
  public struct State: Equatable {
    public var child = Level1.State()

    public init() {}
  }

  @Action
  public enum Action: Equatable {
    case child(Level1.Action)
  }

  public init() {}

  public var body: some ReducerOf<Self> {
    Scope(state: \.child, action: \.child) { Level1() }
  }
}

/// The counter under 3 parents.
public struct Level3: Reducer {
  @ObservableState
  public struct State: Equatable {
    public var child = Level2.State()

    public init() {}
  }

  @Action
  public enum Action: Equatable {
    case child(Level2.Action)
  }

  public init() {}

  public var body: some ReducerOf<Self> {
    Scope(state: \.child, action: \.child) { Level2() }
  }
}

/// The counter under 4 parents.
public struct Level4: Reducer {
  @ObservableState
  public struct State: Equatable {
    public var child = Level3.State()

    public init() {}
  }

  @Action
  public enum Action: Equatable {
    case child(Level3.Action)
  }

  public init() {}

  public var body: some ReducerOf<Self> {
    Scope(state: \.child, action: \.child) { Level3() }
  }
}

/// The counter under 5 parents.
public struct Level5: Reducer {
  @ObservableState
  public struct State: Equatable {
    public var child = Level4.State()

    public init() {}
  }

  @Action
  public enum Action: Equatable {
    case child(Level4.Action)
  }

  public init() {}

  public var body: some ReducerOf<Self> {
    Scope(state: \.child, action: \.child) { Level4() }
  }
}
