// The reducers with their effects, step by step.
import EnfoldTesting
import Synchronization
import Testing

@testable import PrimeTimeFeature

@Suite("Reducers step by step") struct StepTests {
  @Test("Saving writes the favourites, sends nothing and changes nothing")  // 74
  func saveButtonTapped() async {
    let saved = Saved()
    await assert(
      initialValue: FavoritePrimesState(favoritePrimes: [2, 3, 5, 7]), reducer: favoritePrimesReducer,
      steps: .send(.save(path: "primes.json")),
      dependencies: { $0.favorites.save = { saved.note($0, at: $1) } })
    #expect(saved.all == ["primes.json": [2, 3, 5, 7]])
  }

  @Test("Loading sends what was loaded, once, and ends")  // 75
  func loadFavoritePrimesFlow() async {
    await assert(
      initialValue: FavoritePrimesState(favoritePrimes: [2, 3, 5, 7]), reducer: favoritePrimesReducer,
      steps: .send(.load(path: "primes.json")),
      .receive(.loaded(.success([2, 31]))) { $0.favoritePrimes = [2, 31] },
      dependencies: { $0.favorites.load = { $0 == "primes.json" ? [2, 31] : [] } })
  }

  @Test("In tests favourites are saved in memory, where nothing is at first")  // 75
  func memory() async {
    await assert(
      initialValue: FavoritePrimesState(favoritePrimes: [2, 3]), reducer: favoritePrimesReducer,
      steps: .send(.load(path: "a")),
      .receive(.loaded(.failure(ActionError("a: nothing was saved here")))) { $0.alert = "a: nothing was saved here" },
      .send(.save(path: "a")),
      .send(.deleteFavoritePrimes([0])) { $0.favoritePrimes = [3] },
      .send(.load(path: "a")),
      .receive(.loaded(.success([2, 3]))) { $0.favoritePrimes = [2, 3] })
  }

  @Test("Counting, and asking for the nth prime")  // 77
  func counterView() async {
    await assert(
      initialValue: CounterViewState(count: 2), reducer: counterViewReducer,
      steps: .send(.counter(.incrTapped)) { $0.count = 3 },
      .send(.counter(.incrTapped)) { $0.count = 4 },
      .send(.counter(.decrTapped)) { $0.count = 3 },
      .send(.counter(.nthPrimeTapped)) { $0.isNthPrimeLoading = true },
      .receive(.counter(.nthPrimeResponse(n: 3, prime: .success(5)))) {
        $0.isNthPrimeLoading = false
        $0.alert = "Prime number 3 is 5."
      },
      .send(.counter(.alertDismissed)) { $0.alert = nil })
  }
}

/// What was saved.
final class Saved: Sendable {
  private let lists = Mutex<[String: [Int]]>([:])

  func note(_ primes: [Int], at path: String) { lists.withLock { $0[path] = primes } }
  var all: [String: [Int]] { lists.withLock { $0 } }
}
