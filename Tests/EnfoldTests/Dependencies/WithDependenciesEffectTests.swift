// withDependencies around an effect: what is replaced holds in the work of the effect.
import EnfoldTesting
import Testing

@Suite("withDependencies and effects") struct WithDependenciesEffectTests {
  struct Feature: Reducer {
    struct State: Equatable, Sendable { var seen: [String] = [] }
    enum Action: Equatable, Sendable { case inRun, inMap, inner, several, saw(String) }
    @Dependency(\.greeting) var greeting

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .inRun:
        return withDependencies {
          $0.greeting = "hello"
        } operation: {
          .run { send in
            await send(.saw("first \(greeting)"))
            await Task.yield()
            await send(.saw("then \(greeting)"))
          }
        }
      case .inMap:
        return withDependencies {
          $0.greeting = "hello"
        } operation: {
          Effect<Void>.run { send in await send(()) }.map { .saw(greeting) }
        }
      case .inner:
        return withDependencies {
          $0.greeting = "outer"
        } operation: {
          withDependencies {
            $0.greeting = "inner"
          } operation: {
            .run { send in await send(.saw(greeting)) }
          }
        }
      case .several:
        return withDependencies {
          $0.greeting = "hello"
        } operation: {
          let greeting = "\(greeting) twice"
          return .merge(.send(.saw(greeting)), .run { send in await send(.saw(self.greeting)) })
        }
      case .saw(let greeting):
        state.seen.append(greeting)
        return .none
      }
    }
  }

  @Test("The work sees what was replaced, before and after its first suspension, in a store")
  func inStore() async {
    let store = Store(initialState: Feature.State(), reducer: Feature())
    for action in [Feature.Action.inRun, .inMap, .inner, .several] { await store.send(action).finish() }
    #expect(store.seen == ["first hello", "then hello", "hello", "inner", "hello twice", "hello"])
  }

  @Test("It comes before the dependencies of the store")
  func inStoreWithDependencies() async {
    let store = Store(
      initialState: Feature.State(), reducer: Feature(), dependencies: DependencyValues(.test) { $0.greeting = "store" }
    )
    await store.send(.inRun).finish()
    #expect(store.seen == ["first hello", "then hello"])
  }

  @Test("The work sees what was replaced, in a test store")
  func inTestStore() async {
    let store = TestStore(initialState: Feature.State(), reducer: Feature())
    await store.send(.inRun)
    await store.receive(.saw("first hello")) { $0.seen = ["first hello"] }
    await store.receive(.saw("then hello")) { $0.seen.append("then hello") }
    await store.send(.inMap)
    await store.receive(.saw("hello")) { $0.seen.append("hello") }
    await store.send(.inner)
    await store.receive(.saw("inner")) { $0.seen.append("inner") }
    await store.finish()
  }

  @Test("An effect that asynchronous code makes sees it, too")
  func asynchronous() async {
    let effect = await withDependencies {
      $0.greeting = "hello"
    } operation: {
      await Task.yield()
      return Effect<String>.run { send in await send(Dependency(\.greeting).wrappedValue) }
    }
    let store = Store(initialState: "") { state, action in
      state = action
      return action.isEmpty ? effect : .none
    }
    await store.send("").finish()
    #expect(store.state == "hello")
  }
}
