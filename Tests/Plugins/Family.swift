// Family: a composition of reducers as a host sees it: an optional child, a list of children, dependencies. People: a list whose
// ids are texts. For the C tests.
import Enfold
import EnfoldPlugin

struct Family: Reducer {
  @ObservableState struct State: Equatable {
    var child: Child.State?
    var rows: IdentifiedArrayOf<Row.State> = []
    /// From a dependency, when the state was made.
    var greeting = Family.greeting
    /// What the children's effects sent, once it arrived.
    var arrived = 0
  }

  @Action enum Action {
    case addChild, removeChild
    case child(Child.Action)
    case addRow(id: Int)
    case removeRow(id: Int)
    case row(id: Int, action: Row.Action)
    /// Cancels whatever runs under the id that rows use.
    case stopAll
    /// Asks for a dependency that has no test value.
    case askForSecret
  }

  static var greeting: String {
    @Dependency(\.greeting) var greeting
    return greeting
  }

  @Dependency(\.secret) var secret

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .addChild: state.child = Child.State()
      case .removeChild: state.child = nil
      case .addRow(let id): state.rows.append(Row.State(id: id))
      case .removeRow(let id): state.rows.remove(id: id)
      case .row(_, .arrived): state.arrived += 1
      case .stopAll: return .cancel(id: Row.Running())
      case .askForSecret: state.greeting = secret
      case .child, .row: break
      }
      return .none
    }
    .ifLet(\.child, action: \.child) { Child() }
    .forEach(\.rows, action: \.row) { Row() }
  }
}

struct Child: Reducer {
  @ObservableState struct State: Equatable { var count = 0 }

  @Action enum Action {
    case increment
    case run
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .increment:
      state.count += 1
      return .none
    case .run: return .run(name: "child") { _ in try await untilCancelled() }
    }
  }
}

struct Row: Reducer {
  @ObservableState struct State: Equatable, Identifiable {
    let id: Int
    var isRunning = false
  }

  @Action enum Action {
    case start, stop
    case arrived
  }

  struct Running: Hashable {}

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .start:
      state.isRunning = true
      return .concatenate(.run { _ in try await untilCancelled() }, .send(.arrived)).cancellable(id: Running())
    case .stop:
      state.isRunning = false
      return .cancel(id: Running())
    case .arrived: return .none
    }
  }
}

/// A list whose elements have an id that is no property of its own.
struct People: Reducer {
  @ObservableState struct State: Equatable {
    var people: IdentifiedArrayOf<Person.State> = []
    var words: [String] = []
  }

  @Action enum Action {
    case add(email: String)
    case person(id: String, action: Person.Action)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      if case .add(let email) = action { state.people.append(Person.State(email: email)) }
      return .none
    }
    .forEach(\.people, action: \.person) { Person() }
  }
}

struct Person: Reducer {
  @ObservableState struct State: Equatable, Identifiable {
    let email: String
    var note = ""
    var id: String { email }
  }

  @Action enum Action {
    case write(String)
    case fail
  }

  struct Failure: Error {}

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .write(let note):
      state.note = note
      return .run { _ in }
    case .fail: return .run { _ in throw Failure() }
    }
  }
}

/// Waits until its task is cancelled.
func untilCancelled() async throws {
  let (stream, continuation) = AsyncStream<Never>.makeStream()
  for await _ in stream {}
  withExtendedLifetime(continuation) {}
  throw CancellationError()
}

enum Greeting: DependencyInjectable {
  static var live: String { "hello" }
  static var preview: String { "hello, preview" }
  static var test: String { "hello, test" }
}

/// Has no value for tests.
enum Secret: DependencyInjectable {
  static var live: String { "live secret" }
}

extension DependencyValues {
  var greeting: String {
    get { self[Greeting.self] }
    set { self[Greeting.self] = newValue }
  }
  var secret: String {
    get { self[Secret.self] }
    set { self[Secret.self] = newValue }
  }
}

#enfoldPlugin(id: "org.enfold.tests.family", version: "1.0.0", features: [Family.self, People.self])
