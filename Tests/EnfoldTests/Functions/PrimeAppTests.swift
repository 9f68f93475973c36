// The article's application at work.
import EnfoldTesting
import Foundation
import Testing

@testable import Enfold

@Suite("The prime application") struct PrimeAppTests {
  @Test("Its store is made as in the article")
  func store() {
    let store = Store(value: AppState(), reducer: with(appReducer, compose(logging, activityFeed)))
    store.send(.counterView(.counter(.incrTapped)))
    store.send(.counterView(.counter(.incrTapped)))
    store.send(.counterView(.primeModal(.saveFavoritePrimeTapped)))
    store.send(.favoritePrimes(.deleteFavoritePrime([0])))
    #expect(
      store.state
        == AppState(
          count: 2, favoritePrimes: [],
          activityFeed: [
            Activity(type: .addedFavoritePrime(2)), Activity(type: .removedFavoritePrime(2)),
          ]))
    let other = Store(value: AppState(), reducer: logging(activityFeed(appReducer)))
    other.send(.counterView(.counter(.decrTapped)))
    #expect(other.count == -1)
  }

  @Test("Its views send their own actions and see their own values") func views() {
    let store = Store(value: AppState(), reducer: appReducer)
    let counterView = store.view(value: { $0.counterView }, action: { .counterView($0) })
    let favorites = store.view(value: { $0.favoritePrimes }, action: { .favoritePrimes($0) })
    counterView.send(.counter(.incrTapped))
    counterView.send(.primeModal(.saveFavoritePrimeTapped))
    #expect(counterView.state == CounterViewState(count: 1, favoritePrimes: [1]))
    favorites.send(.deleteFavoritePrime([0]))
    #expect(favorites.state == [])
    #expect(counterView.favoritePrimes == [])
  }

  @Test("The activity feed is written before the reducer runs, and logged after it")  // 81, ET8
  func order() {
    let log = Log<String>()
    let reducer = with(appReducer, compose({ logging($0) { log.append($0) } }, activityFeed))
    var state = AppState(favoritePrimes: [2, 3])
    reducer(&state, .favoritePrimes(.deleteFavoritePrime([1])))
    #expect(state.activityFeed == [Activity(type: .removedFavoritePrime(3))])
    #expect(log.count == 1)
    #expect(log.all.first?.contains("▿ favoritePrimes: 1 element") == true)
    #expect(log.all.first?.contains("▿ activityFeed: 1 element") == true)
  }

  @Test("Deleting one favorite leaves the others")  // 79
  func deleteOne() {
    var state = FavoritePrimesState(favoritePrimes: [2, 3, 5, 7], activityFeed: [])
    favoritePrimesReducer(state: &state, action: .deleteFavoritePrime([2]))
    #expect(state.favoritePrimes == [2, 3, 7])
    safeFavoritePrimesReducer(state: &state, action: .deleteFavoritePrime([1, 2, 9]))
    #expect(state.favoritePrimes == [2])
  }

  @Test("Deleting two in ascending order, as the article does, traps; in descending order it does not")  // 79
  func deleteTwo() async {
    await #expect(processExitsWith: .failure) {
      var state = FavoritePrimesState(favoritePrimes: [2, 3, 5, 7], activityFeed: [])
      favoritePrimesReducer(state: &state, action: .deleteFavoritePrime([2, 3]))
    }
    var state = FavoritePrimesState(favoritePrimes: [2, 3, 5, 7], activityFeed: [])
    safeFavoritePrimesReducer(state: &state, action: .deleteFavoritePrime([2, 3]))
    #expect(state.favoritePrimes == [2, 3])
  }
}
