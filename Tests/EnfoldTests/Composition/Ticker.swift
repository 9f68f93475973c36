// What the tests of composition share: a feature with a timer.
import EnfoldTesting

/// Counts the seconds of a clock.
struct Ticker: Reducer {
  @ObservableState struct State: Equatable, Identifiable {
    var id = 0
    var ticks = 0
  }

  @Action enum Action: Equatable {
    case start
    case stop
    case tick
  }

  let clock: TestClock

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .start:
      return .run { send in
        while true {
          try await clock.sleep(for: .seconds(1))
          await send(.tick)
        }
      }
      .cancellable(id: "timer")
    case .stop: return .cancel(id: "timer")
    case .tick:
      state.ticks += 1
      return .none
    }
  }
}

extension TestClock {
  /// Lets a second pass for so many timers, and waits until all of them sleep again.
  func tick(_ timers: Int) async {
    await waitForSleepers(timers)
    advanceNow(by: .seconds(1))
    await waitForSleepers(timers)
  }
}

/// What a store has to say from now on, read at the end.
func messages<State, Action>(of store: Store<State, Action>, _ body: () async throws -> Void) async rethrows -> [String]
{
  let diagnostics = store.diagnostics
  try await body()
  store.close()
  var messages: [String] = []
  for await diagnostic in diagnostics { messages.append(diagnostic.message) }
  return messages
}

/// A body outside of a reducer.
func body<State: Sendable, Action: Sendable>(
  _ state: State.Type, _ action: Action.Type,
  @ReducerBuilder<State, Action> _ reducers: () -> some Reducer<State, Action>
) -> some Reducer<State, Action> {
  reducers()
}
