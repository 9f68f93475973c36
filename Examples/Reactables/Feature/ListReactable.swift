// ListReactable: toggles, and a list of items with toggles.
import EnfoldReactor

@Reactor public final class ListReactable: Reactable {
  @Action
  public enum Action: Equatable {
    case increase
    case isOnChanged(Bool)
    case add(id: Int)
    case remove(id: Int)
  }

  @ObservableState
  public struct State: Equatable {
    @ViewState public var count = 0
    /// Counts with ``count``. Hosts may observe it, but not write it.
    public var count1 = 0
    @ViewState(animation: .default) public var isOn1 = false
    /// How often ``isOn1`` has been changed with an action.
    public var changes = 0
    @ViewState public var list: IdentifiedArrayOf<Item> = [Item(id: 1, index: 0), Item(id: 2, index: 1)]
  }

  @ObservableState
  public struct Item: Identifiable, Equatable {
    public let id: Int
    public var index: Int
    @ViewState public var toggle = false

    public init(id: Int, index: Int) {
      self.id = id
      self.index = index
    }
  }

  public let initialState = State()

  public init() {}

  public func reduce(state: inout State, mutation: Action) {
    switch mutation {
    case .increase:
      state.count += 1
      state.count1 += 1
    case .isOnChanged:
      state.changes += 1
    case .add(let id):
      if state.list[id: id] == nil { state.list.append(Item(id: id, index: state.list.count)) }
    case .remove(let id):
      state.list.remove(id: id)
      for index in state.list.indices { state.list[index].index = index }
    }
  }
}
