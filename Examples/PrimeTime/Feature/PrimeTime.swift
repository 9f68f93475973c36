// PrimeTime: an application of reducer functions: counting, primes, and those that one likes.
import Enfold
import Glibc

/// Counts, checks whether the count is prime, keeps favourite primes and a feed of what happened to them.
///
/// It is written as functions: one for each part, pulled back to the whole, combined, and enclosed by others. A host sees
/// a feature like any other.
public struct PrimeTime: Reducer {
  public typealias State = AppState
  public typealias Action = AppAction

  public init() {}

  public var body: some ReducerOf<Self> {
    Reduce(with(appReducer, compose(loggingOnRequest, activityFeed)))
  }
}

/// Logs to the standard output while ``AppState/isLogging`` says so.
func loggingOnRequest(_ reducer: @escaping AppReducer) -> AppReducer {
  let logged = logging(reducer) {
    print($0)
    fflush(nil)  // the host may print, too
  }
  return { state, action in state.isLogging ? logged(&state, action) : reducer(&state, action) }
}
