// The application of the article on reducers, pullBack and higher-order reducers, in its spelling.
import EnfoldTesting
import Foundation

// What Swift 6 asks for beyond the article: states and actions that cross threads are Sendable, and a global function
// that is put together of others is a computed variable, because a stored one could be called from two threads.

struct Activity: Equatable, Sendable {
  enum ActivityType: Equatable, Sendable {
    case addedFavoritePrime(Int)
    case removedFavoritePrime(Int)
  }
  let type: ActivityType
}

struct AppState: Equatable, Sendable {
  var count = 0
  var favoritePrimes: [Int] = []
  var activityFeed: [Activity] = []
}

// MARK: Counter

struct CounterViewState: Equatable, Sendable {
  var count: Int
  var favoritePrimes: [Int]
}

enum CounterAction: Sendable { case decrTapped, incrTapped }
enum PrimeModalAction: Sendable { case saveFavoritePrimeTapped, removeFavoritePrimeTapped }

enum CounterViewAction: Sendable {
  case counter(CounterAction)
  case primeModal(PrimeModalAction)

  var counter: CounterAction? {
    get {
      guard case let .counter(value) = self else { return nil }
      return value
    }
    set {
      guard case .counter = self, let newValue = newValue else { return }
      self = .counter(newValue)
    }
  }

  var primeModal: PrimeModalAction? {
    get {
      guard case let .primeModal(value) = self else { return nil }
      return value
    }
    set {
      guard case .primeModal = self, let newValue = newValue else { return }
      self = .primeModal(newValue)
    }
  }
}

func counterReducer(state: inout Int, action: CounterAction) {
  switch action {
  case .decrTapped: state -= 1
  case .incrTapped: state += 1
  }
}

func primeModalReducer(state: inout CounterViewState, action: PrimeModalAction) {
  switch action {
  case .saveFavoritePrimeTapped: state.favoritePrimes.append(state.count)
  case .removeFavoritePrimeTapped: state.favoritePrimes.removeAll(where: { [count = state.count] in $0 == count })
  }
}

var counterViewReducer: (inout CounterViewState, CounterViewAction) -> Void {
  combine(
    pullBack(counterReducer, value: \.count, action: \.counter),
    pullBack(primeModalReducer, value: \.self, action: \.primeModal))
}

// MARK: Favorite primes

struct FavoritePrimesState: Equatable, Sendable {
  var favoritePrimes: [Int]
  var activityFeed: [Activity]
}

enum FavoritePrimeAction: Sendable {
  case deleteFavoritePrime(IndexSet)
}

/// As in the article: removing by ascending positions is right for one of them only. After the first removal the others
/// have moved, so that a wrong element goes, or, past the end, the process traps.
func favoritePrimesReducer(state: inout FavoritePrimesState, action: FavoritePrimeAction) {
  switch action {
  case .deleteFavoritePrime(let indexSet):
    for index in indexSet {
      state.favoritePrimes.remove(at: index)
    }
  }
}

/// Safe: from the last position to the first, and none that is not there.
func safeFavoritePrimesReducer(state: inout FavoritePrimesState, action: FavoritePrimeAction) {
  switch action {
  case .deleteFavoritePrime(let indexSet):
    for index in indexSet.reversed() where state.favoritePrimes.indices.contains(index) {
      state.favoritePrimes.remove(at: index)
    }
  }
}

// MARK: App

enum AppAction: Sendable {
  case counterView(CounterViewAction)
  case favoritePrimes(FavoritePrimeAction)

  var counterView: CounterViewAction? {
    get {
      guard case let .counterView(counterViewAction) = self else {
        return nil
      }
      return counterViewAction
    }
    set {
      guard case .counterView = self, let newValue = newValue else { return }
      self = .counterView(newValue)
    }
  }

  var favoritePrimes: FavoritePrimeAction? {
    get {
      guard case let .favoritePrimes(value) = self else { return nil }
      return value
    }
    set {
      guard case .favoritePrimes = self, let newValue = newValue else { return }
      self = .favoritePrimes(newValue)
    }
  }
}

extension AppState {
  var counterView: CounterViewState {
    get {
      CounterViewState(count: self.count, favoritePrimes: self.favoritePrimes)
    }
    set {
      self.count = newValue.count
      self.favoritePrimes = newValue.favoritePrimes
    }
  }

  var favoritePrimesState: FavoritePrimesState {
    get {
      FavoritePrimesState(favoritePrimes: self.favoritePrimes, activityFeed: self.activityFeed)
    }
    set {
      self.favoritePrimes = newValue.favoritePrimes
      self.activityFeed = newValue.activityFeed
    }
  }
}

var appReducer: (inout AppState, AppAction) -> Void {
  combine(
    pullBack(counterViewReducer, value: \.counterView, action: \.counterView),
    pullBack(favoritePrimesReducer, value: \.favoritePrimesState, action: \.favoritePrimes)
  )
}

func activityFeed(
  _ reducer: @escaping (inout AppState, AppAction) -> Void
) -> (inout AppState, AppAction) -> Void {
  return { state, action in
    switch action {
    case .counterView(.counter):
      break
    case .counterView(.primeModal(.removeFavoritePrimeTapped)):
      state.activityFeed.append(Activity(type: .removedFavoritePrime(state.count)))
    case .counterView(.primeModal(.saveFavoritePrimeTapped)):
      state.activityFeed.append(Activity(type: .addedFavoritePrime(state.count)))
    case let .favoritePrimes(.deleteFavoritePrime(indexSet)):
      for index in indexSet {
        state.activityFeed.append(Activity(type: .removedFavoritePrime(state.favoritePrimes[index])))
      }
    }
    reducer(&state, action)
  }
}
