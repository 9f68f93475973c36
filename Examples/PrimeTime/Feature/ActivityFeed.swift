// ActivityFeed: what happened to the favourites, and when.
import Enfold

@ObservableState
public struct Activity: Equatable {
  public var timestamp: Timestamp
  public var type: ActivityType
}

@Action
public enum ActivityType: Equatable {
  case addedFavoritePrime(Int)
  case removedFavoritePrime(Int)
}

/// A reducer that first notes what an action is about to do to the favourites, and then does it.
func activityFeed(_ reducer: @escaping AppReducer) -> AppReducer {
  { state, action in
    switch action {
    case .counterView(.primeModal(.saveFavoritePrimeTapped)):
      if state.counterView.canBeFavorite { state.note(.addedFavoritePrime(state.count)) }
    case .counterView(.primeModal(.removeFavoritePrimeTapped)):
      if state.counterView.isFavorite { state.note(.removedFavoritePrime(state.count)) }
    case .favoritePrimes(.deleteFavoritePrimes(let positions)):
      for position in state.favoritePrimes.positions(positions) {
        state.note(.removedFavoritePrime(state.favoritePrimes[position]))
      }
    case .counterView, .favoritePrimes:
      break
    }
    return reducer(&state, action)
  }
}

extension AppState {
  fileprivate mutating func note(_ type: ActivityType) {
    @Dependency(\.date) var date
    activityFeed.append(Activity(timestamp: date.now, type: type))
  }
}
