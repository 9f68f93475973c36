// Cells: W3. A long list of numbers, one of which is set.
import Enfold

public struct Cells: Reducer {
  @ObservableState
  public struct Cell: Equatable, Identifiable {
    public let id: Int
    public var value = 0

    public init(id: Int) { self.id = id }
  }

  @ObservableState
  public struct State: Equatable {
    public var items: IdentifiedArrayOf<Cell> = []

    public init(items: IdentifiedArrayOf<Cell> = []) { self.items = items }
  }

  @Action
  public enum Action: Equatable {
    case set(id: Int, value: Int)
  }

  public init() {}

  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .set(let id, let value):
      state.items[id: id]?.value = value
      return .none
    }
  }
}
