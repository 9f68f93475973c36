// Lottery: a feature whose first state and whose reducer ask `uuid`, `date` and `random`.
import Enfold
import EnfoldPlugin

func newID() -> UniqueID {
  @Dependency(\.uuid) var uuid
  return uuid()
}

func timeNow() -> Timestamp {
  @Dependency(\.date) var date
  return date.now
}

struct Lottery: Reducer {
  @ObservableState struct State: Equatable {
    var id: UniqueID = newID()
    var opened: Timestamp = timeNow()
    var tickets: [UniqueID] = []
    var times: [Timestamp] = []
    var numbers: [Int] = []
    var count = 0
  }

  @Action enum Action {
    /// Asks for nothing.
    case count
    case buy
    case stamp
    /// Draws so many numbers.
    case draw(Int)
    /// An id, the time and a number, in this order.
    case everything
    /// Asks in an effect.
    case buyLater
    case bought(UniqueID)
  }

  @Dependency(\.uuid) var uuid
  @Dependency(\.date) var date
  @Dependency(\.random) var random

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .count: state.count += 1
    case .buy: state.tickets.append(uuid())
    case .stamp: state.times.append(date.now)
    case .draw(let count): for _ in 0..<min(max(count, 0), 1000) { state.numbers.append(number()) }
    case .everything:
      state.tickets.append(uuid())
      state.times.append(date.now)
      state.numbers.append(number())
    case .buyLater: return .run { [uuid] send in await send(.bought(uuid())) }
    case .bought(let ticket): state.tickets.append(ticket)
    }
    return .none
  }

  /// Takes 64 random bits.
  private func number() -> Int { Int(random.next() % 1_000_000) }
}

#enfoldPlugin(id: "org.enfold.tests.lottery", version: "1.0.0", features: [Lottery.self])
