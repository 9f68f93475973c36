// Views of the store: each sends its own actions and shows its own values.
import Enfold
import Synchronization
import Testing

@testable import PrimeTimeFeature

@Suite("Views of PrimeTime") struct ViewTests {
  let store = Store(
    initialState: AppState(count: 2), reducer: PrimeTime(), dependencies: DependencyValues(.test))
  var counterView: Store<CounterViewState, CounterViewAction> {
    store.view(value: { $0.counterView }, action: { .counterView($0) })
  }
  var favoritePrimes: Store<[Int], FavoritePrimesAction> {
    store.view(value: { $0.favoritePrimes }, action: { .favoritePrimes($0) })
  }

  @Test("What a view sends is reduced by the application, and both have changed")  // 82
  func viewSends() {
    let counterView = counterView
    counterView.send(.primeModal(.saveFavoritePrimeTapped))
    #expect(store.favoritePrimes == [2])
    #expect(store.activityFeed.map(\.type) == [.addedFavoritePrime(2)])
    #expect(counterView.state == CounterViewState(count: 2, favoritePrimes: [2]))
    favoritePrimes.send(.deleteFavoritePrimes([0]))
    #expect(counterView.favoritePrimes == [])
  }

  @Test("Whoever observes a view is told what the application changes")  // 82, 83
  func viewObserves() {
    let texts = store.view(value: { "\($0.count)" }, action: { (action: AppAction) in action })
    let seen = Seen<String>()
    let subscription = texts.observe(\.self) { seen.append($0) }
    store.send(.counterView(.counter(.incrTapped)))
    store.send(.counterView(.counter(.isPrimeTapped)))
    #expect(seen.all == ["2", "3"])
    subscription.cancel()
  }

  @Test("Whoever observes the application is told what a view changes")  // 84
  func applicationObserves() {
    let seen = Seen<Int>()
    let subscription = store.observe(\.count) { seen.append($0) }
    counterView.send(.counter(.incrTapped))
    #expect(seen.all == [2, 3])
    subscription.cancel()
  }

  @Test("A view of a view reaches the application")  // 82
  func viewOfAView() async {
    let counter = counterView.view(value: { $0.alert }, action: { (action: CounterAction) in .counter(action) })
    await counter.send(.nthPrimeTapped).finish()
    #expect(counter.state == "Prime number 2 is 3.")
  }

  @Test("A projection that can be written is a scope, the same for everybody")  // 88
  func scope() {
    let scope = store.scope(state: \.favoritePrimesState, action: \.favoritePrimes)
    #expect(scope === store.scope(state: \.favoritePrimesState, action: \.favoritePrimes))
    counterView.send(.primeModal(.saveFavoritePrimeTapped))
    #expect(scope.favoritePrimes == [2])
    #expect(scope.activityFeed.count == 1)
  }

  @Test("When the application is closed, a view's actions are refused")  // 82
  func closed() {
    let counterView = counterView
    store.close()
    let task = counterView.send(.counter(.incrTapped))
    #expect(task.result != nil)
    #expect(counterView.count == 2)
  }
}

/// What an observer was told.
private final class Seen<Value: Sendable>: Sendable {
  private let values = Mutex<[Value]>([])

  func append(_ value: Value) { values.withLock { $0.append(value) } }
  var all: [Value] { values.withLock { $0 } }
}
