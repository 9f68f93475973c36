// Counters: one counter, written as a reducer function, as a reducer, as a reactor and as a reactable; a reactor whose mutations
// come in every way; and reactors that hear others. For the C tests.
import Enfold
import EnfoldPlugin
import EnfoldReactor

@ObservableState struct CounterState: Equatable {
  var count = 0
  var name = ""
  var rows: IdentifiedArrayOf<CounterRow> = []
  var last: CounterRow?
  @Pulse var alert: String?
}

@ObservableState struct CounterRow: Equatable, Identifiable {
  let id: Int
  var value = 0
}

@Action enum CounterAction {
  case increment
  case setName(String)
  case addRow(id: Int)
  case raise(id: Int)
  case removeRow(id: Int)
  case show(String?)
  case reset
  case nothing
}

// MARK: A reducer function

func count(_ state: inout CounterState, _ action: CounterAction) -> Effect<CounterAction> {
  switch action {
  case .increment: state.count += 1
  case .setName(let name): state.name = name
  case .addRow(let id): state.rows.append(CounterRow(id: id))
  case .raise(let id): state.rows[id: id]?.value += 1
  case .removeRow(let id): state.last = state.rows.remove(id: id)
  case .show(let alert): state.alert = alert
  case .reset: state = CounterState()
  case .nothing: break
  }
  return .none
}

struct FunctionCounter: Reducer {
  var body: some Reducer<CounterState, CounterAction> { Reduce(count) }
}

// MARK: A reducer

struct ReducerCounter: Reducer {
  func reduce(into state: inout CounterState, action: CounterAction) -> Effect<CounterAction> { count(&state, action) }
}

// MARK: A reactor

@Reactor final class ReactorCounter: Reactor {
  typealias State = CounterState
  typealias Action = CounterAction

  @Action enum Mutation {
    case add(Int)
    case setName(String)
    case append(CounterRow)
    case raise(id: Int)
    case remove(id: Int)
    case setAlert(String?)
    case replace(CounterState)
    case keep
  }

  let initialState = CounterState()

  func mutate(action: CounterAction) -> Effect<Mutation> {
    switch action {
    case .increment: .send(.add(1))
    case .setName(let name): .send(.setName(name))
    case .addRow(let id): .send(.append(CounterRow(id: id)))
    case .raise(let id): .send(.raise(id: id))
    case .removeRow(let id): .send(.remove(id: id))
    case .show(let alert): .send(.setAlert(alert))
    case .reset: .send(.replace(CounterState()))
    case .nothing: .send(.keep)
    }
  }

  func reduce(state: inout CounterState, mutation: Mutation) { Self.apply(mutation, to: &state) }

  static func apply(_ mutation: Mutation, to state: inout CounterState) {
    switch mutation {
    case .add(let number): state.count += number
    case .setName(let name): state.name = name
    case .append(let row): state.rows.append(row)
    case .raise(let id): state.rows[id: id]?.value += 1
    case .remove(let id): state.last = state.rows.remove(id: id)
    case .setAlert(let alert): state.alert = alert
    case .replace(let new): state = new
    case .keep: break
    }
  }
}

// MARK: A reactable

@Reactor final class ReactableCounter: Reactable {
  typealias State = CounterState
  typealias Action = CounterAction
  typealias Mutation = ReactorCounter.Mutation

  let initialState = CounterState()

  func mutate(action: CounterAction) -> AnyPublisher<Mutation, Never> {
    switch action {
    case .increment: .just(.add(1))
    case .setName(let name): .just(.setName(name))
    case .addRow(let id): .just(.append(CounterRow(id: id)))
    case .raise(let id): .just(.raise(id: id))
    case .removeRow(let id): .just(.remove(id: id))
    case .show(let alert): .just(.setAlert(alert))
    case .reset: .just(.replace(CounterState()))
    case .nothing: .just(.keep)
    }
  }

  func reduce(state: CounterState, mutation: Mutation) -> CounterState {
    var newState = state
    ReactorCounter.apply(mutation, to: &newState)
    return newState
  }
}

// MARK: Events

@Reactor final class Chick: Reactor, ObservableEvent {
  @Action enum Action { case peep }
  @ObservableState struct State: Equatable { var count = 0 }

  let initialState = State()

  func reduce(state: inout State, mutation: Action) { state.count += 1 }
}

/// Hears all chicks.
@Reactor final class Hen: Reactor {
  @Action enum Action { case heard(Int) }
  @ObservableState struct State: Equatable { var heard: [Int] = [] }

  let initialState = State()

  func transformAction() -> Observable<Action> {
    Chick.observe().map { Action.heard($0.state.count) }.eraseToAnyPublisher()
  }

  func reduce(state: inout State, mutation: Action) {
    if case .heard(let count) = mutation { state.heard.append(count) }
  }
}

// MARK: Mutations of every source

/// Its mutations have no JSON form.
@Reactor final class Sources: Reactor {
  @Action enum Action {
    /// So many mutations at once.
    case effect(Int)
    case publisher(Int)
    case stream(Int)
    /// So many mutations, each after a while.
    case later(Int)
    /// One mutation after the other, until it is cancelled.
    case endless
    /// A mutation, and a failure after a while.
    case fail(message: String)
  }

  enum Mutation: Sendable { case add(Int), keep }

  @ObservableState struct State: Equatable { var count = 0 }

  let initialState = State()

  func mutate(action: Action) -> AnyMutations<Mutation> {
    switch action {
    case .effect(let count):
      AnyMutations(Effect.concatenate(Self.steps(count).map { .send($0) }))
    case .publisher(let count): AnyMutations(Self.steps(count).publisher.eraseToAnyPublisher())
    case .stream(let count):
      AnyMutations(
        AsyncStream { stream in
          for mutation in Self.steps(count) { stream.yield(mutation) }
          stream.finish()
        })
    case .later(let count):
      AnyMutations(
        Effect.run { send in
          await leaveThread()  // otherwise the first one could be at hand
          for mutation in Self.steps(count) {
            try await Task.sleep(for: .milliseconds(1))
            await send(mutation)
          }
        })
    case .endless:
      AnyMutations(
        Effect.run { send in
          while true {
            try await Task.sleep(for: .milliseconds(1))
            await send(.add(1))
          }
        })
    case .fail(let message):
      AnyMutations(
        Effect.concatenate(
          .send(.add(1)),
          .run { _ in
            try await Task.sleep(for: .milliseconds(1))
            throw ActionError(message)
          }))
    }
  }

  /// The last one changes nothing.
  static func steps(_ count: Int) -> [Mutation] { (0..<count).map { $0 + 1 < count ? .add(1) : .keep } }

  func reduce(state: inout State, mutation: Mutation) {
    if case .add(let number) = mutation { state.count += number }
  }
}

#enfoldPlugin(
  id: "org.enfold.tests.counters", version: "1.0.0",
  features: [
    FunctionCounter.self, ReducerCounter.self, ReactorCounter.self, ReactableCounter.self, Sources.self, Chick.self,
    Hen.self,
  ])
