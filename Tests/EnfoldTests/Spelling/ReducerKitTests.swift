// ReducerKit's introduction, sample by sample, in its order.
import Enfold
import EnfoldTesting
import Testing

private struct CounterReducer: Reducer {
  @ObservableState
  struct State: Equatable {
    var count: Int = 0
    var isLoading: Bool = false
    var numberFact: String?
  }

  enum Action: Sendable, Equatable {
    case increment
    case decrement
    case numberFactButtonTapped
    case numberFactResponse(String)
  }

  var trivia: @Sendable (Int) async throws -> String = { "\($0) is a number" }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .increment:
      state.count += 1
      return .none

    case .decrement:
      state.count -= 1
      return .none

    case .numberFactButtonTapped:
      state.isLoading = true
      state.numberFact = nil
      return .run { [count = state.count, trivia] send in
        do {
          let fact = try await trivia(count)
          await send(.numberFactResponse(fact))
        } catch {
          await send(.numberFactResponse("the fact could not be loaded"))
        }
      }

    case let .numberFactResponse(fact):
      state.isLoading = false
      state.numberFact = fact
      return .none
    }
  }
}

private struct Todo: Equatable, Identifiable, Sendable {
  let id: Int
  var title: String
  var isCompleted = false
}

private struct TodoAPI: Sendable {
  struct Offline: Error {}
  var fetchTodos: @Sendable () async -> Result<[Todo], Error> = { .success([Todo(id: 1, title: "milk")]) }
  var createTodo: @Sendable (String) async -> Todo = { Todo(id: 2, title: $0) }
}

private struct TodosReducer: Reducer {
  struct State: Equatable {
    var todos: [Todo] = []
    var isLoading: Bool = false
    var error: String?
  }

  enum Action: Sendable {
    case loadTodos
    case todosLoaded(Result<[Todo], Error>)
    case addTodo(String)
    case todoAdded(Todo)
    case toggleTodo(Todo.ID)
  }

  var api = TodoAPI()

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .loadTodos:
      state.isLoading = true
      state.error = nil
      return .run { [api] send in
        let result = await api.fetchTodos()
        await send(.todosLoaded(result))
      }

    case let .todosLoaded(.success(todos)):
      state.isLoading = false
      state.todos = todos
      return .none

    case let .todosLoaded(.failure(error)):
      state.isLoading = false
      state.error = "\(error)"
      return .none

    case let .addTodo(title):
      return .run { [api] send in
        let todo = await api.createTodo(title)
        await send(.todoAdded(todo))
      }

    case let .todoAdded(todo):
      state.todos.append(todo)
      return .none

    case let .toggleTodo(id):
      guard let index = state.todos.firstIndex(where: { $0.id == id }) else {
        return .none
      }
      state.todos[index].isCompleted.toggle()
      return .none
    }
  }
}

@Suite("ReducerKit's introduction") struct ReducerKitTests {
  @Test("A counter with a fact that arrives late") func counter() async {
    let store = Store(
      initialState: CounterReducer.State(),
      reducer: CounterReducer()
    )
    store.send(.increment)
    store.send(.increment)
    store.send(.decrement)
    #expect(store.count == 1)
    await store.send(.numberFactButtonTapped).finish()
    #expect(store.numberFact == "1 is a number")
    #expect(!store.isLoading)
  }

  @Test("A fact that cannot be loaded") func failure() async {
    struct Offline: Error {}
    let store = TestStore(
      initialState: CounterReducer.State(), reducer: CounterReducer { _ in throw Offline() })
    await store.send(.numberFactButtonTapped) { $0.isLoading = true }
    await store.receive(.numberFactResponse("the fact could not be loaded")) {
      $0.isLoading = false
      $0.numberFact = "the fact could not be loaded"
    }
  }

  @Test("Todos of a server") func todos() async {
    let store = Store(initialState: TodosReducer.State(), reducer: TodosReducer())
    await store.send(.loadTodos).finish()
    await store.send(.addTodo("bread")).finish()
    store.send(.toggleTodo(2))
    store.send(.toggleTodo(99))
    #expect(store.todos.map(\.title) == ["milk", "bread"])
    #expect(store.todos.map(\.isCompleted) == [false, true])
    let offline = TodosReducer(api: TodoAPI { .failure(TodoAPI.Offline()) })
    let other = Store(initialState: TodosReducer.State(), reducer: offline)
    await other.send(.loadTodos).finish()
    #expect(other.error == "Offline()")
    #expect(!other.isLoading)
  }

  @Test("Tests call the reducer, and compare the state and the effect") func tests() {
    var state = CounterReducer.State(count: 0)
    let reducer = CounterReducer()
    let effect = reducer.reduce(into: &state, action: .increment)
    #expect(state.count == 1)
    #expect(effect == .none)

    state = CounterReducer.State(count: 5)
    #expect(reducer.reduce(into: &state, action: .decrement) == .none)
    #expect(state.count == 4)

    state = CounterReducer.State(count: 42)
    #expect(reducer.reduce(into: &state, action: .numberFactButtonTapped) != .none)
    #expect(state.isLoading)
    #expect(state.numberFact == nil)
  }
}
