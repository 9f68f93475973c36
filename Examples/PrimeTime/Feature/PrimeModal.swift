// PrimeModal: what is done with a count that is prime.
import Enfold

@Action
public enum PrimeModalAction: Equatable {
  case saveFavoritePrimeTapped
  case removeFavoritePrimeTapped
}

extension CounterViewState {
  /// Whether the count is one of the favourites.
  public var isFavorite: Bool { favoritePrimes.contains(count) }
  /// Whether the count can become one of the favourites.
  public var canBeFavorite: Bool { !isFavorite && isPrime(count) }
}

func primeModalReducer(state: inout CounterViewState, action: PrimeModalAction) {
  switch action {
  case .saveFavoritePrimeTapped: if state.canBeFavorite { state.favoritePrimes.append(state.count) }
  case .removeFavoritePrimeTapped: state.favoritePrimes.removeAll { [count = state.count] in $0 == count }
  }
}
