// Timers: a feature and a reactor that sleep in every way. For the tests of the manual clock.
import Enfold
import EnfoldPlugin
import EnfoldReactor

struct Timers: Reducer {
  @ObservableState struct State: Equatable {
    var text = ""
    /// What was searched for.
    var searches: [String] = []
    var ticks = 0
    var taps = 0
    /// Who woke, in the order in which they did.
    var woken: [Int] = []
    var time: Timestamp?
    var hasFailed = false
    var facts: [String] = []
  }

  @Action enum Action {
    /// Searches when nothing was typed for 300 ms.
    case type(String)
    case search(String)
    /// Ticks once a second.
    case start, stop
    case tick
    /// Counts at most once in 100 ms.
    case tap, tapped
    /// Sleeps so many milliseconds.
    case sleep(id: Int, milliseconds: Int)
    case woke(Int)
    /// Sleeps a millisecond, so many times.
    case step(times: Int)
    case look
    case looked(Timestamp)
    /// Sleeps a second, and ignores that it is cancelled.
    case sleepStubbornly
    /// Sleeps 10 ms, asks the host, sleeps 10 ms.
    case ask
    case learned(String)
  }

  static let fact = HostFunction<NoValue, String>("fact")
  static let requests: [any HostRequest] = [fact]

  private enum ID { case typing, timer, taps }

  @Dependency(\.clock) var clock
  @Dependency(\.date) var date
  @Dependency(\.host) var host

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .type(let text):
      state.text = text
      return .send(.search(text)).debounce(id: ID.typing, for: .milliseconds(300))
    case .search(let text): state.searches.append(text)
    case .start:
      return .run { [clock] send in
        for await _ in clock.timer(interval: .seconds(1)) { await send(.tick) }
      }.cancellable(id: ID.timer, cancelInFlight: true)
    case .stop: return .cancel(id: ID.timer)
    case .tick: state.ticks += 1
    case .tap: return .send(.tapped).throttle(id: ID.taps, for: .milliseconds(100), latest: false)
    case .tapped: state.taps += 1
    case .sleep(let id, let milliseconds):
      return .run { [clock] send in
        try await clock.sleep(for: .milliseconds(milliseconds))
        await send(.woke(id))
      }
    case .woke(let id): state.woken.append(id)
    case .step(let times):
      return .run { [clock] send in
        for time in 0..<times {
          try await clock.sleep(for: .milliseconds(1))
          await send(.woke(time))
        }
      }
    case .look: return .run { [date] send in await send(.looked(date.now)) }
    case .looked(let time): state.time = time
    case .sleepStubbornly:
      return .run { [clock] send in
        try? await clock.sleep(for: .seconds(1))
        await send(.woke(-1))
      }
    case .ask:
      return .run { [clock, host] send in
        try await clock.sleep(for: .milliseconds(10))
        let fact = try await host.call(Self.fact)
        try await clock.sleep(for: .milliseconds(10))
        await send(.learned(fact))
      }
    case .learned(let fact): state.facts.append(fact)
    }
    return .none
  }
}

/// Every way to wait, by an id. For random programs, which test_waiting.py compares with a model.
struct Waiting: Reducer {
  @ObservableState struct State: Equatable {
    /// What has begun, in order.
    var begun: [Int] = []
  }

  @Action enum Keeps { case latest, first, none }

  @Action enum Action {
    case debounce(number: Int, id: Int, milliseconds: Int)
    case throttle(number: Int, id: Int, milliseconds: Int, keeping: Keeps)
    case sleep(number: Int, id: Int, milliseconds: Int)
    case tick(number: Int, id: Int, milliseconds: Int)
    case cancel(id: Int)
    case begin(Int)
  }

  @Dependency(\.clock) var clock

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .debounce(let number, let id, let time):
      return .send(.begin(number)).debounce(id: id, for: .milliseconds(time))
    case .throttle(let number, let id, let time, let keeps):
      let kept: ThrottleKeeps =
        switch keeps {
        case .latest: .latest
        case .first: .first
        case .none: .none
        }
      return .send(.begin(number)).throttle(id: id, for: .milliseconds(time), keeping: kept)
    case .sleep(let number, let id, let time):
      return .run { [clock] send in
        try await clock.sleep(for: .milliseconds(time))
        await send(.begin(number))
      }.cancellable(id: id, cancelInFlight: true)
    case .tick(let number, let id, let time):
      return .run { [clock] send in
        for await _ in clock.timer(interval: .milliseconds(time)) { await send(.begin(number)) }
      }.cancellable(id: id, cancelInFlight: true)
    case .cancel(let id): return .cancel(id: id)
    case .begin(let number): state.begun.append(number)
    }
    return .none
  }
}

@Reactor final class Delays: Reactor {
  @ObservableState struct State: Equatable {
    var words: [String] = []
  }

  @Action enum Action {
    case say(String)
  }

  @Action enum Mutation {
    case append(String)
  }

  let initialState = State()

  func mutate(action: Action) -> Observable<Mutation> {
    switch action {
    case .say(let word): .just(.append(word)).delay(for: .milliseconds(500))
    }
  }

  func reduce(state: inout State, mutation: Mutation) {
    switch mutation {
    case .append(let word): state.words.append(word)
    }
  }
}

#enfoldPlugin(id: "org.enfold.tests.timers", version: "1.0.0", features: [Timers.self, Waiting.self, Delays.self])
