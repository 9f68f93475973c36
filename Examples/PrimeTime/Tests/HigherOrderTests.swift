// What encloses the reducer of the application: the activity feed, and logging.
import EnfoldTesting
import Synchronization
import Testing

@testable import PrimeTimeFeature

@Suite("Reducers around reducers") struct HigherOrderTests {
  let now = Timestamp(nanosecondsSince1970: 1_709_208_000_000_000_000)

  /// Reduces with the feed, while it is always the same time.
  func reduce(_ state: inout AppState, _ action: AppAction) {
    withDependencies {
      $0.date = .constant(now)
    } operation: {
      #expect(activityFeed(appReducer)(&state, action) == .none)
    }
  }

  func feed(_ types: ActivityType...) -> [Activity] { types.map { Activity(timestamp: now, type: $0) } }

  @Test("The feed notes what is saved and removed, and when") func saveAndRemove() {
    var state = AppState(count: 2)
    reduce(&state, .counterView(.primeModal(.saveFavoritePrimeTapped)))
    #expect(state.favoritePrimes == [2])
    #expect(state.activityFeed == feed(.addedFavoritePrime(2)))
    reduce(&state, .counterView(.primeModal(.removeFavoritePrimeTapped)))
    #expect(state.favoritePrimes == [])
    #expect(state.activityFeed == feed(.addedFavoritePrime(2), .removedFavoritePrime(2)))
  }

  @Test("The feed notes which primes are deleted: those that stood there before")  // 79, 81
  func delete() {
    var state = AppState(favoritePrimes: [2, 3, 5, 7])
    reduce(&state, .favoritePrimes(.deleteFavoritePrimes([1, 3, 9])))
    #expect(state.favoritePrimes == [2, 5])
    #expect(state.activityFeed == feed(.removedFavoritePrime(7), .removedFavoritePrime(3)))
  }

  @Test(
    "The feed does not note what changes no favourite",
    arguments: [
      .counterView(.counter(.incrTapped)), .counterView(.primeModal(.saveFavoritePrimeTapped)),
      .counterView(.primeModal(.removeFavoritePrimeTapped)), .favoritePrimes(.deleteFavoritePrimes([0])),
      .favoritePrimes(.loaded(.success([]))),
    ] as [AppAction])
  func nothingToNote(action: AppAction) {
    var state = AppState(count: 4)
    reduce(&state, action)
    #expect(state.favoritePrimes == [])
    #expect(state.activityFeed == [])
  }

  @Test("The feed is written first, then the reducer runs, and what is logged is the state after both")  // 81
  func order() async {
    let entries = Mutex<[String]>([])
    let tellEntries: (@escaping AppReducer) -> AppReducer = { reducer in
      logging(reducer) { entry in entries.withLock { $0.append(entry) } }
    }
    for reducer in [with(appReducer, compose(tellEntries, activityFeed)), tellEntries(activityFeed(appReducer))] {
      let store = Store(initialValue: AppState(favoritePrimes: [2, 3]), reducer: reducer)
      await store.send(.favoritePrimes(.deleteFavoritePrimes([1]))).finish()
      let entry = entries.withLock { $0.removeFirst() }
      #expect(entry.contains("Action: favoritePrimes("))
      #expect(entry.contains("favoritePrimes: 1 element"))
      #expect(entry.contains("removedFavoritePrime: 3"))
      #expect(entries.withLock { $0.isEmpty })
    }
  }

  @Test("Nothing is logged unless it is asked for") func loggingOnRequest() {
    var state = AppState()
    let reducer = PrimeTimeFeature.loggingOnRequest(appReducer)
    #expect(reducer(&state, .counterView(.counter(.incrTapped))) == .none)
    state.isLogging = true
    #expect(reducer(&state, .counterView(.counter(.incrTapped))) != .none)
    #expect(state.count == 2)
  }
}
