// onChange: a reducer for when a value has changed.
import EnfoldTesting
import Testing

@testable import Enfold

@Suite("onChange") struct OnChangeTests {
  struct Counter: Reducer {
    struct State: Equatable, Sendable {
      var count = 0
      var description = ""
      var changes = 0
    }
    enum Action: Equatable, Sendable { case increment, decrement, nothing }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .increment: state.count += 1
        case .decrement: state.count -= 1
        case .nothing: break
        }
        return .none
      }
      .onChange(of: \.count) { old, new in
        Reduce { state, _ in
          state.description = String(repeating: "!", count: new)
          state.changes += 1
          return new > 1 ? .send(.decrement) : .none
        }
      }
    }
  }

  @Test("The other reducer runs when the value differs, with effects of its own")  // 98
  func effects() {
    let store = Store(initialState: Counter.State(), reducer: Counter())
    store.send(.increment)
    #expect(store.state == Counter.State(count: 1, description: "!", changes: 1))
    store.send(.nothing)
    #expect(store.changes == 1)
    store.send(.increment)
    #expect(store.state == Counter.State(count: 1, description: "!", changes: 3))
  }

  @Test("It gets the old value, the new one and the action, and what it changes itself is not looked at")  // 98
  func onceForAnAction() {
    let store = Store(
      initialState: [Int](),
      reducer: body([Int].self, Int.self) {
        Reduce { state, action in
          state.append(action)
          return .none
        }
        .onChange(of: \.count) { old, new in
          Reduce { state, action in
            state += [old, new, action]
            return .none
          }
        }
      })
    store.send(7)
    #expect(store.state == [7, 0, 1, 7])
    store.send(8)
    #expect(store.state == [7, 0, 1, 7, 8, 4, 5, 8])
  }

  @Test("A predicate says which values are the same") func removeDuplicates() {
    let store = Store(
      initialState: 0,
      reducer: body(Int.self, Int.self) {
        Reduce.withoutEffects { state, action in state = action }
          .onChange(of: { $0 }, removeDuplicates: { $0 / 10 == $1 / 10 }) { _, _ in
            Reduce.withoutEffects { state, _ in state += 100 }
          }
      })
    store.send(9)
    #expect(store.state == 9)
    store.send(10)
    #expect(store.state == 110)
  }

  @Test("What the reducer before it returned and what it returns itself both run") func mergedEffects() {
    let store = Store(
      initialState: [Int](),
      reducer: body([Int].self, Int.self) {
        Reduce { state, action in
          state.append(action)
          return action == 0 ? .send(1) : .none
        }
        .onChange(of: \.first) { _, _ in Reduce { _, _ in .send(2) } }
      })
    store.send(0)
    #expect(store.state == [0, 1, 2])
  }
}
