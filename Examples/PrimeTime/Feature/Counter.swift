// Counter: counting, and what can be asked about the count.
import Enfold

@Action
public enum CounterAction: Equatable {
  case decrTapped
  case incrTapped
  case isPrimeTapped
  case nthPrimeTapped
  case nthPrimeResponse(n: Int, prime: Result<Int, ActionError>)
  case alertDismissed
}

/// Whether a number is prime.
@ObservableState
public struct PrimeCheck: Equatable {
  public var number: Int
  public var isPrime: Bool
}

func counterReducer(state: inout CounterViewState, action: CounterAction) -> Effect<CounterAction> {
  switch action {
  case .decrTapped:
    state.count -= 1
    return .none

  case .incrTapped:
    state.count += 1
    return .none

  case .isPrimeTapped:
    state.primeCheck = PrimeCheck(number: state.count, isPrime: isPrime(state.count))
    return .none

  case .nthPrimeTapped:
    @Dependency(\.nthPrime) var nthPrime
    let n = state.count
    state.isNthPrimeLoading = true
    return .run(name: "nth prime") { [nthPrime] send in
      await send(.nthPrimeResponse(n: n, prime: .success(try await nthPrime(n))))
    } catch: { error, send in
      await send(.nthPrimeResponse(n: n, prime: .failure(ActionError(error))))
    }
    .cancellable(id: NthPrimeID(), cancelInFlight: true)

  case .nthPrimeResponse(let n, .success(let prime)):
    state.isNthPrimeLoading = false
    state.alert = "Prime number \(n) is \(prime)."
    return .none

  case .nthPrimeResponse(_, .failure(let error)):
    state.isNthPrimeLoading = false
    state.alert = error.message
    return .none

  case .alertDismissed:
    state.alert = nil
    return .none
  }
}

/// The search for the nth prime: a new one takes the place of the last.
private struct NthPrimeID: Hashable {}
