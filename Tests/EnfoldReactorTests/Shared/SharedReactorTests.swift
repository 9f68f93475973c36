// Shared values in the state of reactors: in a store, by themselves, and when a reactor begins.
import EnfoldReactor
import EnfoldTesting
import Testing

@Reactor private final class Counting: Reactor {
  enum Action { case add }
  @ObservableState struct State: Equatable { @Shared(.memory, key: "count") var count = 0 }

  let initialState = State()

  func reduce(state: inout State, mutation: Action) { state.count += 1 }
}

/// Looks at its state when it begins, as whoever overrides `transform(state:)` does.
@Reactor private final class Around: Reactor {
  enum Action { case nothing }
  @ObservableState struct Inside: Equatable { @Shared(.memory, key: "count") var count = 0 }
  @ObservableState struct State: Equatable {
    var inside = Inside()
    var other = 0
  }

  let initialState = State()

  func transform(state: Observable<State>) -> Observable<State> { state.map { $0 }.eraseToAnyPublisher() }
  func reduce(state: inout State, mutation: Action) {}
}

@Suite("Shared values in reactors") struct SharedReactorTests {
  /// Runs a test with a registry of its own.
  private func alone(_ body: () -> Void) {
    withDependencies(DependencyValues(.test) { $0.shared = SharedRegistry(directory: .none) }, operation: body)
  }

  @Test("A reactor by itself hears of values that others assign, as a store of it does", arguments: [false, true])
  func byItself(isInStore: Bool) {
    alone {
      @Shared(.memory, key: "count") var outside = 0
      let reactor = Counting()
      let store = isInStore ? Store(reactor) : nil
      nonisolated(unsafe) var seen: [Int] = []
      let subscription = reactor.state.sink { seen.append($0.count) }
      outside = 5
      #expect(reactor.currentState.count == 5)
      reactor.action.onNext(.add)
      #expect(outside == 6)
      #expect(seen == [0, 5, 6])
      withExtendedLifetime((subscription, store)) {}
    }
  }

  @Test("The shared values inside a child are bound before a reactor begins", arguments: [false, true])
  func boundBeforeReactorsBegin(isInStore: Bool) {
    alone {
      @Shared(.memory, key: "count") var outside = 0
      let reactor = Around()
      let store = isInStore ? Store(reactor) : nil
      nonisolated(unsafe) var seen: [Int] = []
      let subscription = reactor.state.sink { seen.append($0.inside.count) }
      outside = 5
      outside = 6
      #expect(reactor.currentState.inside.count == 6)
      #expect(seen == [0, 5, 6])
      withExtendedLifetime((subscription, store)) {}
    }
  }

  @Test("currentState inside withLock of a shared value ends the program, as the state of a store does")
  func insideALock() async {
    await #expect(processExitsWith: .failure) {
      withDependencies(DependencyValues(.test) { $0.shared = SharedRegistry(directory: .none) }) {
        @Shared(.memory, key: "count") var outside = 0
        let reactor = Counting()
        reactor.action.onNext(.add)
        $outside.withLock { $0 = reactor.currentState.count }
      }
    }
  }
}
