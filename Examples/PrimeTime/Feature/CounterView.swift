// CounterView: the counter, and the modal that its count is checked in.
import Enfold

public struct CounterViewState: Equatable, Sendable {
  public var count = 0
  public var favoritePrimes: [Int] = []
  public var primeCheck: PrimeCheck?
  public var isNthPrimeLoading = false
  public var alert: String?
}

@Action
public enum CounterViewAction: Equatable {
  case counter(CounterAction)
  case primeModal(PrimeModalAction)
}

var counterViewReducer: (inout CounterViewState, CounterViewAction) -> Effect<CounterViewAction> {
  combine(
    pullback(counterReducer, value: \.self, action: \.counter),
    // A function without effects becomes one with effects as the method of a reducer.
    pullback(Reduce.withoutEffects(primeModalReducer).reduce, value: \.self, action: \.primeModal))
}
