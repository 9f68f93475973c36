// The feature of these tests: it counts, loads numbers later, and listens until it is told to stop.
import EnfoldTesting

struct Loader: Reducer {
  @ObservableState struct State: Equatable {
    var count = 0
    var isLoading = false
    var numbers: [Int] = []
  }

  @Action enum Action: Equatable {
    case increment
    case nothing
    case load
    case loaded(Int)
    case fail
    case listen
    case stop
    case echo([Int])
    case chain(Int)
  }

  enum ID: Hashable { case listening }

  @Dependency(\.clock) var clock

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .increment:
      state.count += 1
      return .none

    case .nothing:
      return .none

    case .load:
      state.isLoading = true
      return .run(name: "load") { [count = state.count, clock] send in
        try await clock.sleep(for: .seconds(1))
        await send(.loaded(count * 10))
      }

    case .loaded(let number):
      state.isLoading = false
      state.numbers.append(number)
      return .none

    case .fail:
      return .run(name: "fail") { _ in throw ActionError("no connection") }

    case .listen:
      return .run(name: "listen") { [clock] send in
        while true {
          await send(.increment)
          try await clock.sleep(for: .seconds(1))
        }
      }.cancellable(id: ID.listening, cancelInFlight: true)

    case .stop:
      return .cancel(id: ID.listening)

    case .echo(let numbers):
      return .run { send in
        for number in numbers { await send(.loaded(number)) }
      }

    case .chain(let length):
      state.numbers.append(length)
      return length == 0 ? .none : .send(.chain(length - 1))
    }
  }

  /// How failures name the effect of `load`.
  static var loadEffect: some RegexComponent {
    /effect "load" at EnfoldTestingTests\/Loader.swift:\d+ of action load/
  }
}

typealias LoaderStore = TestStore<Loader.State, Loader.Action>
