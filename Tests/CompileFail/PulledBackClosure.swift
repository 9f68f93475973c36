// A closure without effects is a reducer function, and needs no "-> Void"; in Reduce it is reported where it ends.
import Enfold

struct Counter: Reducer {
  @ObservableState struct State { var count = 0 }
  @Action enum Action { case counter(Step) }
  @Action enum Step { case up, down }

  /// Nothing to report: whether there is a result is clear from the closure, or from what it is used for.
  static var functions: [(inout State, Action) -> Void] {
    [
      pullback({ count, _ in count += 1 }, value: \.count, action: \.counter),
      pullback(
        { count, step in
          switch step {
          case .up: count += 1
          case .down: count -= 1
          }
        }, value: \.count, action: \.counter),
      combine(pullback({ (count: inout Int, step: Step) in count += 1 }, value: \State.count, action: \Action.counter)),
    ]
  }

  var body: some ReducerOf<Self> {
    Reduce.withoutEffects(pullback({ count, _ in count += 1 }, value: \.count, action: \.counter))
    // error: cannot convert value of type '()' to closure result type 'Effect<Counter.Step>'
    Reduce(pullback({ count, _ in count += 1 }, value: \.count, action: \.counter))
  }
}
