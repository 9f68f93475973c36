// Reducer functions, tested step by step.
import EnfoldTesting
import Synchronization
import Testing

private struct Favorites: Equatable, Sendable {
  var primes: [Int] = []
  var note = ""
}

private enum FavoritesAction: Equatable, Sendable {
  case save, load, loaded([Int]), remove(Int), loadTwice, never, forever
}

/// The file that `save` writes to.
private let saved = Mutex<[[Int]]>([])

private func favoritesReducer(_ state: inout Favorites, _ action: FavoritesAction) -> Effect<FavoritesAction> {
  switch action {
  case .save:
    return .fireAndForget { [primes = state.primes] in saved.withLock { $0.append(primes) } }
  case .load:
    return .run { send in
      await Task.yield()
      await send(.loaded([2, 31]))
    }
  case .loaded(let primes):
    state.primes = primes
    return .none
  case .remove(let index):
    state.primes.remove(at: index)
    return .none
  case .loadTwice:
    return .merge(.send(.loaded([2])), .send(.loaded([3])))
  case .never:
    return .none
  case .forever:
    return .run(name: "forever") { _ in try await TestClock().sleep(for: .seconds(1)) }
  }
}

@Suite("Tests in steps") struct StepTests {
  @Test("A fire-and-forget effect does its work, sends nothing and leaves the state")  // 74
  func save() async {
    let primes = [2, 3, 5, 31, 77_777]
    await assert(initialValue: Favorites(primes: primes), reducer: favoritesReducer, steps: .send(.save))
    #expect(saved.withLock { $0.contains(primes) })
  }

  @Test("Loading sends what was loaded, once, and ends")  // 75
  func load() async {
    await assert(
      initialValue: Favorites(primes: [2, 3, 5]), reducer: favoritesReducer,
      steps: .send(.load), .receive(.loaded([2, 31])) { $0.primes = [2, 31] })
  }

  @Test("Steps are also written as Step(.send, …)")  // 73
  func spelling() async {
    await assert(
      initialValue: Favorites(primes: [2, 3, 5]), reducer: favoritesReducer,
      steps: Step(.send, .remove(2)) { $0.primes = [2, 3] }, Step(.send, .load),
      Step(.receive, .loaded([2, 31])) { $0.primes = [2, 31] })
  }

  @Test("Reducer functions without effects are tested in the same way")  // 73
  func plainFunction() async {
    func counter(_ count: inout Int, _ isUp: Bool) { count += isUp ? 1 : -1 }
    await assert(
      initialValue: 2, reducer: counter,
      steps: .send(true) { $0 = 3 }, .send(true) { $0 = 4 }, .send(false) { $0 = 3 })
  }

  @Test("Sending with effects pending fails, at the step")  // 73
  func sendWithPendingEffects() async {
    let line = #line + 4
    let failures = await failures {
      await assert(
        initialValue: Favorites(), reducer: favoritesReducer,
        steps: .send(.loadTwice), .send(.never), .receive(.loaded([2])) { $0.primes = [2] },
        .receive(.loaded([3])) { $0.primes = [3] })
    }
    #expect(failures.map(\.text.firstLine) == ["Action sent before handling 2 pending effects."])
    #expect(failures.map(\.line) == [line])
  }

  @Test("Receiving without pending effects fails")  // 73
  func receiveNothing() async {
    let failures = await failures {
      await assert(initialValue: Favorites(), reducer: favoritesReducer, steps: .send(.never), .receive(.loaded([])))
    }
    #expect(failures.map(\.text.firstLine) == ["No pending effects to receive from."])
  }

  @Test("An effect that does not complete fails")  // 73
  func incomplete() async {
    let failures = await failures {
      await assert(
        initialValue: Favorites(), reducer: favoritesReducer, steps: .send(.forever), .receive(.loaded([])),
        timeout: .zero)
    }
    #expect(
      failures.map(\.text.firstLine) == [
        "Timed out waiting for an effect to complete.", "Assertion failed to handle 1 pending effect.",
      ])
    #expect(failures.allSatisfy { $0.text.contains("effect \"forever\"") })
  }

  @Test("Another action than the expected one fails")  // 73
  func otherAction() async {
    let failures = await failures {
      await assert(
        initialValue: Favorites(), reducer: favoritesReducer,
        steps: .send(.load), .receive(.loaded([2, 37])) { $0.primes = [2, 31] })
    }
    #expect(failures.map(\.text.firstLine) == ["Received unexpected action:"])
    #expect(failures.first?.text.contains("−     [1]: 37") == true, "\(failures)")
  }

  @Test("Another state than the expected one fails, when sending and when receiving")  // 73
  func otherState() async {
    let failures = await failures {
      await assert(
        initialValue: Favorites(primes: [2]), reducer: favoritesReducer,
        steps: .send(.remove(0)), .send(.load), .receive(.loaded([2, 31])) { $0.primes = [2] })
    }
    #expect(failures.map(\.text.firstLine) == Array(repeating: "A state change does not match expectation.", count: 2))
  }

  @Test("Effects that are left at the end fail")  // 73
  func leftOver() async {
    let failures = await failures {
      await assert(initialValue: Favorites(), reducer: favoritesReducer, steps: .send(.load))
    }
    #expect(failures.map(\.text.firstLine) == ["Assertion failed to handle 1 pending effect."])
  }
}
