// FavoritePrimes: the primes that one likes, deleted, saved and loaded.
import Enfold

public struct FavoritePrimesState: Equatable, Sendable {
  public var favoritePrimes: [Int] = []
  public var activityFeed: [Activity] = []
  public var alert: String?
}

@Action
public enum FavoritePrimesAction: Equatable {
  /// Deletes those at these positions.
  case deleteFavoritePrimes([Int])
  case save(path: String)
  case load(path: String)
  case loaded(Result<[Int], ActionError>)
}

func favoritePrimesReducer(
  state: inout FavoritePrimesState, action: FavoritePrimesAction
) -> Effect<FavoritePrimesAction> {
  @Dependency(\.favorites) var favorites
  switch action {
  case .deleteFavoritePrimes(let positions):
    for position in state.favoritePrimes.positions(positions) { state.favoritePrimes.remove(at: position) }
    return .none

  case .save(let path):
    return .fireAndForget(name: "save") { [favorites, primes = state.favoritePrimes] in
      try await favorites.save(primes, path)
    }

  case .load(let path):
    return .run(name: "load") { [favorites] send in
      await send(.loaded(.success(try await favorites.load(path))))
    } catch: { error, send in
      await send(.loaded(.failure(ActionError(error))))
    }

  case .loaded(.success(let primes)):
    state.favoritePrimes = primes
    return .none

  case .loaded(.failure(let error)):
    state.alert = error.message
    return .none
  }
}

extension [Int] {
  /// Those positions that are in this array, each once, the last one first: removing one leaves the next where it is.
  func positions(_ positions: [Int]) -> [Int] { Set(positions).filter(indices.contains).sorted(by: >) }
}
