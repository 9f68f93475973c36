// What the tests of effects share: a store that runs what it is told to, and numbers that arrive later.
import EnfoldTesting

@testable import Enfold

/// Actions of a store that keeps the numbers that it receives.
enum Doing: Sendable {
  /// Runs an effect.
  indirect case start(Effect<Doing>)
  /// Keeps a number.
  case number(Int)
}

typealias NumberStore = Store<[Int], Doing>

func makeNumberStore() -> NumberStore {
  Store(initialState: []) { state, action in
    switch action {
    case .start(let effect): return effect
    case .number(let number):
      state.append(number)
      return .none
    }
  }
}

extension Effect<Doing> {
  /// Sends a number after a time.
  static func number(_ number: Int, after duration: Duration, on clock: TestClock) -> Self {
    .run { send in
      try await clock.sleep(for: duration)
      await send(.number(number))
    }
  }

  static func number(_ number: Int) -> Self { .send(.number(number)) }

  /// Runs until it is cancelled.
  static var forever: Self { .run { _ in try await untilCancelled() } }
}

private func untilCancelled() async throws { try await forever() }

extension Store {
  @discardableResult
  func start(_ effect: Effect<Doing>) -> StoreTask where Action == Doing { send(.start(effect)) }

  /// Whether no effect and no id is remembered.
  var hasEmptyRegistry: Bool { engine?.registry.isEmpty ?? true }
}

/// A source of numbers, for effects that listen to it.
struct Numbers: Sendable {
  let stream: AsyncStream<Int>
  private let continuation: AsyncStream<Int>.Continuation

  init() { (stream, continuation) = AsyncStream.makeStream() }

  func send(_ numbers: Int...) { for number in numbers { continuation.yield(number) } }
  func finish() { continuation.finish() }
}
