// App: the parts as a whole.
import Enfold

/// The state of the application.
@ObservableState
public struct AppState: Equatable {
  public var count = 0
  public var favoritePrimes: [Int] = []
  /// What happened to the favourites, the latest last.
  public var activityFeed: [Activity] = []
  /// What the last check said.
  public var primeCheck: PrimeCheck?
  /// Whether somebody is looking for the nth prime.
  public var isNthPrimeLoading = false
  /// A message that stays until it is dismissed.
  public var alert: String?
  /// Whether actions are logged to the standard output. For hosts to set.
  @Bindable public var isLogging = false

  public init(count: Int = 0, favoritePrimes: [Int] = []) {
    self.count = count
    self.favoritePrimes = favoritePrimes
  }
}

extension AppState {
  /// What the counter's view shows.
  public var counterView: CounterViewState {
    get {
      CounterViewState(
        count: count, favoritePrimes: favoritePrimes, primeCheck: primeCheck, isNthPrimeLoading: isNthPrimeLoading,
        alert: alert)
    }
    set {
      count = newValue.count
      favoritePrimes = newValue.favoritePrimes
      primeCheck = newValue.primeCheck
      isNthPrimeLoading = newValue.isNthPrimeLoading
      alert = newValue.alert
    }
  }

  /// What the view of the favourites shows.
  public var favoritePrimesState: FavoritePrimesState {
    get { FavoritePrimesState(favoritePrimes: favoritePrimes, activityFeed: activityFeed, alert: alert) }
    set {
      favoritePrimes = newValue.favoritePrimes
      activityFeed = newValue.activityFeed
      alert = newValue.alert
    }
  }
}

@Action
public enum AppAction: Equatable {
  case counterView(CounterViewAction)
  case favoritePrimes(FavoritePrimesAction)
}

/// The application as a function.
typealias AppReducer = (inout AppState, AppAction) -> Effect<AppAction>

var appReducer: AppReducer {
  combine(
    pullback(counterViewReducer, value: \.counterView, action: \.counterView),
    pullback(favoritePrimesReducer, value: \.favoritePrimesState, action: \.favoritePrimes))
}
