// Counter: counting, and a fact about the number that arrives late.
import Enfold

/// A counter that can ask for a fact about its number.
public struct Counter: Reducer {
  @ObservableState
  public struct State: Equatable {
    public var count = 0
    public var isLoading = false
    public var fact: String?

    public init(count: Int = 0) { self.count = count }
  }

  @Action
  public enum Action: Equatable {
    case increment
    case decrement
    case setCount(Int)
    case factTapped
    case factLoaded(String)
  }

  /// Where facts come from.
  let fact: @Sendable (Int) async throws -> String

  public init() { self.init(fact: numberFact) }

  init(fact: @escaping @Sendable (Int) async throws -> String) { self.fact = fact }

  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .increment:
      state.count += 1
      return .none

    case .decrement:
      state.count -= 1
      return .none

    case .setCount(let count):
      state.count = count
      return .none

    case .factTapped:
      state.isLoading = true
      state.fact = nil
      return .run { [count = state.count, fact] send in
        await send(.factLoaded(try await fact(count)))
      } catch: { error, send in
        await send(.factLoaded("no fact: \(error)"))
      }

    case .factLoaded(let fact):
      state.isLoading = false
      state.fact = fact
      return .none
    }
  }
}

/// Takes its time, as a server would, and then says something true about a number.
@Sendable func numberFact(_ number: Int) async throws -> String {
  try await Task.sleep(for: .milliseconds(20))
  let divisors = (2...9).filter { number != 0 && number.isMultiple(of: $0) }
  return divisors.isEmpty
    ? "\(number) has no divisor from 2 to 9"
    : "\(number) is divisible by \(divisors.map(String.init).joined(separator: ", "))"
}
