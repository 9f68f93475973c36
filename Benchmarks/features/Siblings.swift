// Siblings: W6. A counter among many of its kind.
import Enfold

public struct Siblings: Reducer {
  @ObservableState
  public struct Child: Equatable, Identifiable {
    public let id: Int
    public var count = 0

    public init(id: Int) { self.id = id }
  }

  @ObservableState
  public struct State: Equatable {
    public var items: IdentifiedArrayOf<Child> = []

    public init(items: IdentifiedArrayOf<Child> = []) { self.items = items }
  }

  @Action
  public enum ChildAction: Equatable {
    case increment
  }

  @Action
  public enum Action: Equatable {
    case child(id: Int, action: ChildAction)
  }

  public init() {}

  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .child(let id, .increment):
      state.items[id: id]?.count += 1
      return .none
    }
  }
}
