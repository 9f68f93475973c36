// A feature that presents itself twice: parents, siblings and grandchildren, all with a timer of the same id.
import Enfold
import EnfoldTesting

@Reducer struct Clerk {
  @ObservableState struct State: Equatable, Identifiable {
    var id = 0
    var ticks = 0
    @Presents var first: Clerk.State?
    @Presents var second: Clerk.State?
  }

  enum Action: Equatable {
    case start, startAnew, stop, tick
    case hire(first: Int, second: Int), rename(Int), take, dismissInner
    case close, leave, left
    case first(PresentationAction<Clerk.Action>), second(PresentationAction<Clerk.Action>)
  }

  @Dependency(\.clock) var clock
  @Dependency(\.dismiss) var dismiss

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .start: return timer.cancellable(id: "timer")
      case .startAnew: return timer.cancellable(id: "timer", cancelInFlight: true)
      case .stop: return .cancel(id: "timer")
      case .tick: state.ticks += 1
      case .hire(let first, let second): (state.first, state.second) = (State(id: first), State(id: second))
      case .rename(let id): state.id = id
      case .take: state.first = nil
      case .dismissInner: return .send(.first(.presented(.first(.dismiss))))
      case .close: return .run { _ in await dismiss() }
      case .leave: return .send(.left)
      case .first(.presented(.left)): state.first = nil
      case .left, .first, .second: break
      }
      return .none
    }
    .ifLet(\.$first, action: \.first) { Clerk() }
    .ifLet(\.$second, action: \.second) { Clerk() }
  }

  /// Ticks until it is cancelled.
  private var timer: Effect<Action> {
    .run { send in
      while true {
        try await clock.sleep(for: .seconds(1))
        await send(.tick)
      }
    }
  }

  static func store(_ state: State = State(first: State())) -> TestStoreOf<Clerk> {
    TestStore(initialState: state) { Clerk() }
  }
}
