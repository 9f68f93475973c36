// A counter for tests, and the number of its commits.
import Enfold

struct Counting: Reducer {
  struct State: Equatable, Sendable {
    var count = 0
    var text = ""
    var optional: Int?
    var doubled: Int { count * 2 }
  }

  enum Action: Equatable, Sendable {
    case increment
    case set(Int)
    case write(String)
    case setOptional(Int?)
    case nothing
    /// An effect that sends so many increments.
    case lots(Int)
    /// Counts up by sending itself.
    case chain(Int)
    case both([Action])
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .increment: state.count += 1
    case .set(let count): state.count = count
    case .write(let text): state.text = text
    case .setOptional(let value): state.optional = value
    case .nothing: break
    case .lots(let count):
      return .run { send in for _ in 0..<count { await send(.increment) } }
    case .chain(let limit):
      state.count += 1
      return state.count < limit ? .send(.chain(limit)) : .none
    case .both(let actions): return .merge(actions.map { .send($0) })
    }
    return .none
  }
}

extension Store where State == Counting.State, Action == Counting.Action {
  convenience init(count: Int = 0, executor: StoreExecutor = .caller, queueLimit: Int = 1_048_576) {
    self.init(
      initialState: Counting.State(count: count), reducer: Counting(), executor: executor, queueLimit: queueLimit)
  }
}

typealias CountingStore = Store<Counting.State, Counting.Action>
