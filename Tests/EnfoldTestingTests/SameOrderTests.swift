// A test store reduces when a store does, and records what happened. Each order is seen in both.
import EnfoldTesting
import Synchronization
import Testing

@Suite("A test store reduces when a store does") struct SameOrderTests {
  enum Action: Equatable {
    case start, b1, b2, c1
  }

  /// Notes each action in the state.
  @Sendable static func reduce(_ seen: inout [Action], _ action: Action) -> Effect<Action> {
    seen.append(action)
    return switch action {
    case .start:
      .run { [clock = Dependency(\.clock)] send in
        try await clock.wrappedValue.sleep(for: .seconds(1))
        await send(.b1)
        await send(.c1)
      }
    case .b1: .send(.b2)
    default: .none
    }
  }

  @Test("What follows on a received action comes before what its effect sends next") func order() async {
    let clock = TestClock()
    let store = Store<[Action], Action>(
      initialState: [], dependencies: DependencyValues { $0.clock = clock }, reduce: Self.reduce)
    let task = store.send(.start)
    await clock.waitForSleepers(1)
    clock.advanceNow(by: .seconds(1))
    await task.finish()
    #expect(store.state == [.start, .b1, .b2, .c1])

    let testStore = TestStore<[Action], Action>(initialState: [], reduce: Self.reduce)
    await testStore.send(.start) { $0 = [.start] }
    await testStore.advance(by: .seconds(1))
    await testStore.receive(.b1) { $0.append(.b1) }
    await testStore.receive(.b2) { $0.append(.b2) }
    await testStore.receive(.c1) { $0.append(.c1) }
    await testStore.finish()
  }

  @Test("Before its first suspension an effect's send returns at once") func beforeSuspension() async {
    @Sendable func reduce(_ seen: inout [String], _ action: String) -> Effect<String> {
      seen.append(action)
      return switch action {
      case "start":
        .run { send in
          await send("first")
          await send("second")
        }
      case "first": .send("follows")
      default: .none
      }
    }
    let expected = ["start", "first", "second", "follows"]
    let store = Store<[String], String>(initialState: [], reduce: reduce)
    await store.send("start").finish()
    #expect(store.state == expected)

    let testStore = TestStore<[String], String>(initialState: [], reduce: reduce)
    await testStore.send("start") { $0 = ["start"] }
    for action in expected.dropFirst() { await testStore.receive(action) { $0.append(action) } }
    await testStore.finish()
  }

  @Test("The state is that of the last asserted commit, and inside an assertion the one before it") func state() async {
    let store = TestStore<Int, Int>(
      initialState: 0,
      reduce: { state, action in
        state += action
        return action == 1 ? .merge(.send(10), .send(100)) : .none
      })
    await store.send(1) {
      #expect(store.state == 0)
      $0 = 1
    }
    #expect(store.state == 1)
    await store.receive(10) {
      #expect(store.state == 1)
      $0 = 11
    }
    #expect(store.state == 11)
    await store.receive(100) { $0 = 111 }
    #expect(store.state == 111)
  }

  @Test("A receive that fails keeps the rest") func failureKeepsTheRest() async {
    let store = TestStore<Int, Int>(
      initialState: 0,
      reduce: { state, action in
        state += action
        return action == 1 ? .merge(.send(10), .send(100)) : .none
      })
    await store.send(1) { $0 = 1 }
    let unexpected = await failures { await store.receive(5) }
    #expect(unexpected.count == 1)
    await store.receive(100) { $0 = 111 }

    store.exhaustivity = .off
    await store.send(1)
    let missing = await failures { await store.receive(5) }
    #expect(missing.count == 1)
    await store.receive(10) { $0 = 122 }
    await store.receive(100) { $0 = 222 }
  }

  @Test("A property that is written is asserted where it is written") func set() async {
    let store = TestStore(initialState: Loader.State(), reducer: Loader())
    await store.set(\.count, to: 5) { $0.count = 5 }
    #expect(store.state.count == 5)
    let same = await failures { await store.set(\.count, to: 5) { $0.count = 5 } }
    #expect(same.count == 1)
    await store.set(\.count, to: 5)
    let unexpected = await failures { await store.set(\.count, to: 6) }
    #expect(unexpected.count == 1)
  }

  @Test("A state that is restored is asserted where it is restored") func restore() async {
    let store = TestStore(initialState: Loader.State(), reducer: Loader())
    var other = store.state
    other.count = 5
    await store.restore(other) { $0.count = 5 }
    #expect(store.state.count == 5)
    await store.restore(other)
    let unexpected = await failures { [other] in
      var next = other
      next.count = 6
      await store.restore(next)
    }
    #expect(unexpected.count == 1)
    #expect(store.state.count == 6)
  }

  @Test("Actions that cause each other without an end fail the test, and do not hang it") func endless() async {
    let store = TestStore<Int, Int>(
      initialState: 0,
      reduce: { state, action in
        state += 1
        return .send(action)
      })
    let problems = await failures {
      await store.send(1) { $0 = 1 }
      await store.skipReceivedActions()
    }
    #expect(problems.map(\.text.firstLine).contains { $0.hasPrefix("Effects do not stop sending actions") })
  }
}
