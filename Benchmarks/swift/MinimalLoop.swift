// MinimalLoop: the floor of typed stores: state, reducer and observers, and nothing else.

/// Reduces in place, and tells observers of values that differ. No queue, no effects, no lock.
final class MinimalLoop<State, Action> {
  private(set) var state: State
  private let reduce: (inout State, Action) -> Void
  private var observers: [(State) -> Void] = []

  init(_ state: State, reduce: @escaping (inout State, Action) -> Void) {
    self.state = state
    self.reduce = reduce
  }

  func observe<Value: Equatable>(_ select: @escaping (State) -> Value, _ body: @escaping (Value) -> Void) {
    var last = select(state)
    observers.append { state in
      let value = select(state)
      if value == last { return }
      last = value
      body(value)
    }
  }

  @inline(never) func send(_ action: Action) {
    reduce(&state, action)
    for observer in observers { observer(state) }
  }
}
