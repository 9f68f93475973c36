// Composed: the counter behind operators of a body: a Scope, and a row of forEach.
import CounterFeature
import Enfold

/// One row of ``Composed``.
public struct CountedRow: Reducer {
  @ObservableState public struct State: Equatable, Identifiable {
    public let id: Int
    public var count = 0
    public init(id: Int) { self.id = id }
  }

  @Action public enum Action: Equatable { case increment }

  public init() {}

  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    state.count += 1
    return .none
  }
}

public struct Composed: Reducer {
  @ObservableState public struct State: Equatable {
    public var child = Counter.State()
    public var rows = IdentifiedArrayOf<CountedRow.State>(uniqueElements: (0..<100).map { CountedRow.State(id: $0) })
    public init() {}
  }

  @Action public enum Action: Equatable {
    case child(Counter.Action)
    case row(id: Int, action: CountedRow.Action)
  }

  public init() {}

  public var body: some ReducerOf<Self> {
    Scope(state: \.child, action: \.child) { Counter() }
    EmptyReducer().forEach(\.rows, action: \.row) { CountedRow() }
  }
}
