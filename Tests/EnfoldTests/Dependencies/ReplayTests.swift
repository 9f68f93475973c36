// The same session twice: with everything from outside controlled, the states are the same.
import Enfold
import EnfoldTesting
import Testing

@Suite("Replay") struct ReplayTests {
  struct Entry: Equatable, Sendable {
    var id: UniqueID
    var die: Int
    var at: Timestamp
  }

  enum Action: Sendable {
    case roll
    case rollLater(Duration)
  }

  /// Notes what it rolls, now or later.
  struct Dice: Reducer {
    @Dependency(\.clock) var clock
    @Dependency(\.date) var date
    @Dependency(\.random) var random
    @Dependency(\.uuid) var uuid

    func reduce(into state: inout [Entry], action: Action) -> Effect<Action> {
      switch action {
      case .roll:
        state.append(Entry(id: uuid(), die: random.next(in: 1...6), at: date.now))
        return .none
      case .rollLater(let delay):
        return .run { send in
          try await clock.sleep(for: delay)
          await send(.roll)
        }
      }
    }
  }

  func session(seed: UInt64) async throws -> [Entry] {
    let clock = TestClock()
    let start = try #require(Timestamp("2024-01-01T00:00:00Z"))
    let values = DependencyValues {
      $0.clock = clock
      $0.date = .following(clock, from: start)
      $0.random = RandomSource(seed: seed)
    }
    let store = Store(initialState: [], reducer: Dice(), dependencies: values)
    store.send(.roll)
    let late = store.send(.rollLater(.seconds(3)))
    let early = store.send(.rollLater(.milliseconds(1500)))
    await clock.waitForSleepers(2)
    clock.advanceNow(by: .seconds(2))
    await early.finish()
    clock.advanceNow(by: .seconds(2))
    await late.finish()
    return store.state
  }

  @Test("The same session with the same seed gives the same state, down to ids and times")
  func replay() async throws {
    let first = try await session(seed: 7)
    #expect(try await session(seed: 7) == first)
    #expect(try await session(seed: 8) != first)
    #expect(first.count == 3)
    // Whatever thread an effect goes on: the actions are reduced in this order.
    #expect(first.map(\.die) == [3, 2, 2])
    #expect(
      first.map(\.id.description) == [
        "63cbe1e4-5932-4dd7-844c-3cd7f43c661c", "953aeb70-673e-49cb-b3d3-3b666a1e21da",
        "77cbc4a1-33c2-40f6-93fc-d6513d02befe",
      ])
    #expect(first.first?.at.description == "2024-01-01T00:00:00Z")
  }
}
