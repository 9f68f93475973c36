// The reducers as functions: a state before, an action, a state after, and the effect.
import Enfold
import Testing

@testable import PrimeTimeFeature

@Suite("Reducers of the parts") struct ReducerTests {
  @Test("Tapping counts up and down")  // 77
  func incrDecrButtonTapped() {
    var state = CounterViewState(count: 2, favoritePrimes: [3, 5])
    #expect(counterViewReducer(&state, .counter(.incrTapped)) == .none)
    #expect(state == CounterViewState(count: 3, favoritePrimes: [3, 5]))
    #expect(counterViewReducer(&state, .counter(.incrTapped)) == .none)
    #expect(state == CounterViewState(count: 4, favoritePrimes: [3, 5]))
    #expect(counterViewReducer(&state, .counter(.decrTapped)) == .none)
    #expect(state == CounterViewState(count: 3, favoritePrimes: [3, 5]))
  }

  @Test(
    "A check says of the count of that moment whether it is prime", arguments: [(7, true), (8, false), (-7, false)])
  func isPrimeTapped(count: Int, isPrime: Bool) {
    var state = CounterViewState(count: count)
    #expect(counterReducer(state: &state, action: .isPrimeTapped) == .none)
    #expect(counterReducer(state: &state, action: .incrTapped) == .none)
    #expect(state == CounterViewState(count: count + 1, primeCheck: PrimeCheck(number: count, isPrime: isPrime)))
  }

  @Test("The nth prime is loading until it is shown, and shown until it is dismissed")
  func nthPrimeFlow() {
    var state = CounterViewState(count: 2)
    #expect(counterReducer(state: &state, action: .nthPrimeTapped) != .none)
    #expect(state == CounterViewState(count: 2, isNthPrimeLoading: true))
    #expect(counterReducer(state: &state, action: .nthPrimeResponse(n: 2, prime: .success(3))) == .none)
    #expect(state == CounterViewState(count: 2, alert: "Prime number 2 is 3."))
    #expect(counterReducer(state: &state, action: .alertDismissed) == .none)
    #expect(state == CounterViewState(count: 2))
  }

  @Test("Where there is no nth prime the reason is shown")
  func nthPrimeUnhappyFlow() {
    var state = CounterViewState(count: 2, isNthPrimeLoading: true)
    let response = CounterAction.nthPrimeResponse(n: 2, prime: .failure(ActionError("offline")))
    #expect(counterReducer(state: &state, action: response) == .none)
    #expect(state == CounterViewState(count: 2, alert: "offline"))
  }

  @Test("Saving adds the count to the favourites, and nothing else")  // 78
  func saveFavoritePrimesTapped() {
    var state = CounterViewState(count: 2, favoritePrimes: [3, 5], alert: "untouched")
    primeModalReducer(state: &state, action: .saveFavoritePrimeTapped)
    #expect(state == CounterViewState(count: 2, favoritePrimes: [3, 5, 2], alert: "untouched"))
  }

  @Test("Removing takes the count from the favourites, and nothing else")  // 78
  func removeFavoritePrimesTapped() {
    var state = CounterViewState(count: 3, favoritePrimes: [3, 5], alert: "untouched")
    primeModalReducer(state: &state, action: .removeFavoritePrimeTapped)
    #expect(state == CounterViewState(count: 3, favoritePrimes: [5], alert: "untouched"))
  }

  @Test("Saved and removed through the view, the other properties of the application stay")  // 78
  func primeModal() {
    let before = AppState(count: 2, favoritePrimes: [3, 5])
    var state = before
    #expect(appReducer(&state, .counterView(.primeModal(.saveFavoritePrimeTapped))) == .none)
    #expect(state == AppState(count: 2, favoritePrimes: [3, 5, 2]))
    #expect(appReducer(&state, .counterView(.primeModal(.removeFavoritePrimeTapped))) == .none)
    #expect(state == before)
  }

  @Test("What is a favourite already, or not prime, is not saved", arguments: [3, 4, 0, -5])
  func saveWhatCannotBeSaved(count: Int) {
    var state = CounterViewState(count: count, favoritePrimes: [3, 5])
    primeModalReducer(state: &state, action: .saveFavoritePrimeTapped)
    #expect(state.favoritePrimes == [3, 5])
  }

  @Test("Deleting one favourite leaves the others and needs no effect")  // 79
  func deleteFavoritePrimes() {
    var state = FavoritePrimesState(favoritePrimes: [2, 3, 5, 7])
    #expect(favoritePrimesReducer(state: &state, action: .deleteFavoritePrimes([2])) == .none)
    #expect(state == FavoritePrimesState(favoritePrimes: [2, 3, 7]))
  }

  @Test(
    "Deleting several deletes these, in whatever order they are given; what is not there is not deleted",  // 79
    arguments: [[2, 3], [3, 2], [2, 2, 3], [3, 2, 4, -1, .max]])
  func deleteSeveral(positions: [Int]) {
    var state = FavoritePrimesState(favoritePrimes: [2, 3, 5, 7])
    #expect(favoritePrimesReducer(state: &state, action: .deleteFavoritePrimes(positions)) == .none)
    #expect(state == FavoritePrimesState(favoritePrimes: [2, 3]))
  }

  @Test("What was loaded takes the place of the favourites, and needs no effect")  // 75
  func loadedFavoritePrimes() {
    var state = FavoritePrimesState(favoritePrimes: [2, 3, 5, 7])
    #expect(favoritePrimesReducer(state: &state, action: .loaded(.success([2, 31]))) == .none)
    #expect(state == FavoritePrimesState(favoritePrimes: [2, 31]))
  }

  @Test("What could not be loaded leaves them, and the reason is shown")
  func notLoaded() {
    var state = FavoritePrimesState(favoritePrimes: [2, 3])
    #expect(favoritePrimesReducer(state: &state, action: .loaded(.failure(ActionError("gone")))) == .none)
    #expect(state == FavoritePrimesState(favoritePrimes: [2, 3], alert: "gone"))
  }
}
