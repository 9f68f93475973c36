// The whole application in a test store.
import EnfoldTesting
import Testing

@testable import PrimeTimeFeature

@Suite("PrimeTime in a test store") struct FlowTests {
  typealias PrimeStore = TestStore<AppState, AppAction>

  /// A store that takes a second for the nth prime, and in which it is always the same time.
  func store(_ state: AppState = AppState(), _ update: (inout DependencyValues) -> Void = { _ in }) -> PrimeStore {
    TestStore(initialState: state, reducer: PrimeTime()) {
      $0.nthPrime = { [clock = $0.clock] n in
        try await clock.sleep(for: .seconds(1))
        return 100 * n
      }
      update(&$0)
    }
  }

  @Test("The nth prime loads, is shown, and dismissed") func nthPrime() async {
    let store = store(AppState(count: 2))
    await store.send(.counterView(.counter(.nthPrimeTapped))) { $0.isNthPrimeLoading = true }
    // It is that of the count when it was asked for.
    await store.send(.counterView(.counter(.incrTapped))) { $0.count = 3 }
    await store.advance(by: .seconds(1))
    await store.receive(.counterView(.counter(.nthPrimeResponse(n: 2, prime: .success(200))))) {
      $0.isNthPrimeLoading = false
      $0.alert = "Prime number 2 is 200."
    }
    await store.send(.counterView(.counter(.alertDismissed))) { $0.alert = nil }
    await store.finish()
  }

  @Test("Asking again takes the place of what was asked before") func nthPrimeTwice() async {
    let store = store(AppState(count: 2))
    await store.send(.counterView(.counter(.nthPrimeTapped))) { $0.isNthPrimeLoading = true }
    await store.send(.counterView(.counter(.incrTapped))) { $0.count = 3 }
    await store.send(.counterView(.counter(.nthPrimeTapped)))
    await store.advance(by: .seconds(1))
    await store.receive(.counterView(.counter(.nthPrimeResponse(n: 3, prime: .success(300))))) {
      $0.isNthPrimeLoading = false
      $0.alert = "Prime number 3 is 300."
    }
    await store.finish()
  }

  @Test("Where there is none, the reason is shown") func noNthPrime() async {
    let store = store { $0.nthPrime = { _ in throw ActionError("offline") } }
    await store.send(.counterView(.counter(.nthPrimeTapped))) { $0.isNthPrimeLoading = true }
    await store.receive(.counterView(.counter(.nthPrimeResponse(n: 0, prime: .failure(ActionError("offline")))))) {
      $0.isNthPrimeLoading = false
      $0.alert = "offline"
    }
  }

  @Test("What happens to favourites is in the feed, with its time") func activityFeed() async {
    let start = Timestamp(nanosecondsSince1970: 1_709_208_000_000_000_000)
    let store = store(AppState(count: 2, favoritePrimes: [3, 5])) { $0.date = .following($0.clock, from: start) }
    await store.send(.counterView(.primeModal(.saveFavoritePrimeTapped))) {
      $0.favoritePrimes = [3, 5, 2]
      $0.activityFeed = [Activity(timestamp: start, type: .addedFavoritePrime(2))]
    }
    await store.advance(by: .seconds(60))
    await store.send(.favoritePrimes(.deleteFavoritePrimes([1, 2]))) {
      $0.favoritePrimes = [3]
      $0.activityFeed += [
        Activity(timestamp: start + .seconds(60), type: .removedFavoritePrime(2)),
        Activity(timestamp: start + .seconds(60), type: .removedFavoritePrime(5)),
      ]
    }
  }

  @Test("What is saved can be loaded")  // 74, 75
  func saveAndLoad() async {
    let store = store(AppState(favoritePrimes: [2, 31]))
    await store.send(.favoritePrimes(.save(path: "primes.json"))).finish()
    await store.send(.favoritePrimes(.deleteFavoritePrimes([0, 1]))) {
      $0.favoritePrimes = []
      let now = store.dependencies.date.now
      $0.activityFeed = [31, 2].map { Activity(timestamp: now, type: .removedFavoritePrime($0)) }
    }
    await store.send(.favoritePrimes(.load(path: "primes.json")))
    await store.receive(.favoritePrimes(.loaded(.success([2, 31])))) { $0.favoritePrimes = [2, 31] }
    await store.send(.favoritePrimes(.load(path: "other.json")))
    await store.receive(\.favoritePrimes) { $0.alert = "other.json: nothing was saved here" }
    await store.finish()
  }

  @Test("Of a long session only what matters is said") func session() async {
    let store = store()
    store.exhaustivity = .off
    for _ in 1...3 { await store.send(.counterView(.counter(.incrTapped))) }
    await store.send(.counterView(.counter(.isPrimeTapped))) {
      $0.primeCheck = PrimeCheck(number: 3, isPrime: true)
    }
    await store.send(.counterView(.primeModal(.saveFavoritePrimeTapped)))
    await store.send(.counterView(.counter(.nthPrimeTapped)))
    await store.send(.favoritePrimes(.save(path: "primes.json"))).finish()
    await store.send(.counterView(.primeModal(.removeFavoritePrimeTapped))) { $0.favoritePrimes = [] }
    await store.send(.favoritePrimes(.load(path: "primes.json")))
    await store.advance(by: .seconds(1))
    await store.receive(.counterView(.counter(.nthPrimeResponse(n: 3, prime: .success(300)))))
    await store.finish()
    store.assert {
      $0.favoritePrimes = [3]
      $0.alert = "Prime number 3 is 300."
    }
    #expect(store.state.activityFeed.map(\.type) == [.addedFavoritePrime(3), .removedFavoritePrime(3)])
  }
}
