// Plain: 10,000 elements in collections that do not record what is written to them.
import Enfold

public struct Plain: Reducer {
  @ObservableState public struct Item: Equatable {
    public var title = "an item with a title"
    public var isDone = false
    public init() {}
  }

  @ObservableState public struct State: Equatable {
    public var items = [Item](repeating: Item(), count: 10_000)
    public var table = Dictionary(uniqueKeysWithValues: (0..<10_000).map { ("key \($0)", $0) })
    public init() {}
  }

  @Action public enum Action: Equatable {
    case toggle(index: Int)
    case set(key: String, value: Int)
    case add(key: String)
  }

  public init() {}

  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .toggle(let index): state.items[index].isDone.toggle()
    case .set(let key, let value): state.table[key] = value
    case .add(let key): state.table[key, default: 0] += 1
    }
    return .none
  }
}
