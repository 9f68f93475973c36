// Todos: a list that is loaded from a file, edited and filtered.
import Enfold

/// A list of things to do.
public struct Todos: Reducer {
  @ObservableState
  public struct State: Equatable {
    public var items: IdentifiedArrayOf<Todo> = []
    public var filter = Filter.all
    public var isLoading = false
    public var error: String?
    public var nextID = 1

    public init(items: IdentifiedArrayOf<Todo> = [], nextID: Int = 1) {
      self.items = items
      self.nextID = nextID
    }
  }

  @Action
  public enum Action: Equatable {
    case load(path: String)
    case loaded(Result<[Todo], ActionError>)
    case add(title: String)
    case toggle(id: Todo.ID)
    case rename(id: Todo.ID, title: String)
    case delete(id: Todo.ID)
    case setFilter(Filter)
    case clearCompleted
  }

  /// Where lists come from.
  let read: @Sendable (_ path: String) async throws -> [Todo]

  public init() { self.init(read: readTodos) }

  init(read: @escaping @Sendable (String) async throws -> [Todo]) { self.read = read }

  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .load(let path):
      state.isLoading = true
      state.error = nil
      return .run { [read] send in
        await send(.loaded(.success(try await read(path))))
      } catch: { error, send in
        await send(.loaded(.failure(ActionError(error))))
      }

    case .loaded(.success(let todos)):
      state.isLoading = false
      state.items = IdentifiedArray(todos, uniquingIDsWith: { first, _ in first })
      state.nextID = (state.items.ids.max() ?? 0) + 1
      return .none

    case .loaded(.failure(let error)):
      state.isLoading = false
      state.error = error.message
      return .none

    case .add(let title):
      state.items.append(Todo(id: state.nextID, title: title))
      state.nextID += 1
      return .none

    case .toggle(let id):
      state.items[id: id]?.isDone.toggle()
      return .none

    case .rename(let id, let title):
      state.items[id: id]?.title = title
      return .none

    case .delete(let id):
      state.items.remove(id: id)
      return .none

    case .setFilter(let filter):
      state.filter = filter
      return .none

    case .clearCompleted:
      state.items.removeAll { $0.isDone }
      return .none
    }
  }
}
