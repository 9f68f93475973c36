// logging, compose, with: functions of reducers.
import EnfoldTesting
import Testing

@testable import Enfold

@Suite("Higher-order reducers") struct HigherOrderTests {
  struct State: Equatable, Sendable { var count = 0 }
  enum Action: Sendable { case add(Int) }

  static func reducer(state: inout State, action: Action) {
    if case .add(let number) = action { state.count += number }
  }

  static func reducerWithEffect(state: inout State, action: Action) -> Effect<Action> {
    reducer(state: &state, action: action)
    return state.count < 2 ? .send(.add(1)) : .none
  }

  static func entry(_ count: Int) -> String {
    "Logging - Action: add(1)\nState:\n▿ EnfoldTests.HigherOrderTests.State\n  - count: \(count)\n---"
  }

  @Test("Logging runs the reducer first, then tells the action, the state and a line")  // ET7
  func logging() {
    let log = Log<String>()
    let reducer = Enfold.logging(Self.reducer) { log.append($0) }
    var state = State()
    reducer(&state, .add(1))
    #expect(log.all == [Self.entry(1)])
  }

  @Test("With effects it is the first effect, and tells the state after the action")  // ET7
  func loggingWithEffects() {
    let log = Log<String>()
    let store = Store(initialValue: State(), reducer: Enfold.logging(Self.reducerWithEffect) { log.append($0) })
    store.send(.add(1))
    #expect(store.count == 2)
    #expect(log.all == [Self.entry(1), Self.entry(2)])
    let ordered = Log<String>()
    let quiet = Enfold.logging({ (_: inout State, _: Action) in .fireAndForget { ordered.append("effect") } }) { _ in
      ordered.append("logging")
    }
    Store(initialValue: State(), reducer: quiet).send(.add(1))
    #expect(ordered.all == ["logging", "effect"])
  }

  typealias Function = (inout [String], String) -> Void

  static func around(_ name: String) -> (@escaping Function) -> Function {
    { reducer in
      { state, action in
        state.append("before \(name)")
        reducer(&state, action)
        state.append("after \(name)")
      }
    }
  }

  @Test("compose applies the last one first, so that the first one is outermost; of none it is the identity")  // 81
  func composition() {
    let reducer: Function = { state, action in state.append(action) }
    var composed: [String] = []
    compose(Self.around("a"), Self.around("b"))(reducer)(&composed, "x")
    #expect(composed == ["before a", "before b", "x", "after b", "after a"])
    var nested: [String] = []
    Self.around("a")(Self.around("b")(reducer))(&nested, "x")
    #expect(composed == nested)
    #expect(compose()(5) == 5)
    #expect(compose({ $0 + 1 }, { $0 * 10 })(5) == 51)
  }

  @Test("with applies a function, and throws what that throws") func with() throws {
    #expect(Enfold.with(5) { $0 + 1 } == 6)
    #expect(throws: Failure.self) { try Enfold.with(5) { _ in throw Failure() } }
  }
}
