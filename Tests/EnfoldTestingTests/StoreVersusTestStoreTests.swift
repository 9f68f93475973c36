// A test store is a store: the same actions lead to the same state.
import EnfoldTesting
import Testing

@Suite("Store and TestStore") struct StoreVersusTestStoreTests {
  enum Action: Equatable {
    case add(Int)
    case halve
    case fork(Int)
    case later(Int)
    case both(Int)
    case cancel
  }

  /// Most of its actions cause others.
  @Sendable static func reduce(_ numbers: inout [Int], _ action: Action) -> Effect<Action> {
    numbers.append(numbers.count + 1_000)
    switch action {
    case .add(let number):
      numbers.append(number)
      return .none
    case .halve:
      numbers = numbers.map { $0 ^ numbers.count }
      return .none
    case .fork(let depth):
      return depth == 0 ? .send(.halve) : .merge(.send(.fork(depth - 1)), .send(.add(depth)))
    case .later(let number):
      return .run { send in
        await send(.add(number))
        await send(.fork(number % 3))
      }
    case .both(let number):
      return .merge(
        .concatenate(.send(.later(number)), .run { await $0(.halve) }, .send(.cancel)),
        .run { await $0(.fork(number)) }.cancellable(id: 1))
    case .cancel:
      return .cancel(id: 1)
    }
  }

  @Test("Random actions lead to the same state in both", arguments: 0..<10 as Range<UInt64>)  // 162
  func sameState(seed: UInt64) async {
    var random = RandomSource(seed: seed)
    let store = Store<[Int], Action>(initialState: [], reduce: Self.reduce)
    let testStore = TestStore<[Int], Action>(initialState: [], reduce: Self.reduce)
    testStore.exhaustivity = .off
    for _ in 0..<30 {
      let number = Int.random(in: 0..<5, using: &random)
      let actions: [Action] = [.add(number), .halve, .fork(number), .later(number), .both(number), .cancel]
      let action = actions[Int.random(in: 0..<actions.count, using: &random)]
      await store.send(action).finish()
      await testStore.send(action)
      await testStore.skipReceivedActions(strict: false)
    }
    await testStore.finish()
    let isSame = testStore.state == store.state  // too long to be shown
    #expect(isSame)
    #expect(store.state.count > 50)
  }
}

@Suite("Many effects at once") struct RacingTests {
  @Test("Actions of effects that race are received, each once") func race() async {
    let count = 200
    let store = TestStore<Set<Int>, Int>(
      initialState: [],
      reduce: { seen, action in
        seen.insert(action)
        if action >= 0 { return .none }
        return .merge(
          (0..<count).map { number in
            .run { send in
              await Task.yield()
              await send(number)
            }
          })
      })
    store.timeout = .seconds(60)
    await store.send(-1) { $0 = [-1] }
    for _ in 0..<count { await store.withExhaustivity(.off) { await store.receive(where: { _ in true }) } }
    #expect(store.state == Set(-1..<count))
    await store.finish()
  }

  @Test("Effects that end at the wrong moment are never missed") func end() async {
    for _ in 0..<200 { await countDown() }
  }

  private func countDown() async {
    let store = TestStore<Int, Int>(
      initialState: 0,
      reduce: { state, action in
        state = action
        guard action > 0 else { return .none }
        return .run { send in
          await Task.yield()
          await send(action - 1)
        }
      })
    store.timeout = .seconds(60)
    await store.send(3) { $0 = 3 }
    for number in [2, 1, 0] { await store.receive(number) { $0 = number } }
  }

  @Test("Cancelling while effects send leaves nothing behind") func cancel() async {
    for _ in 0..<50 { await sendAndCancel() }
  }

  private func sendAndCancel() async {
    let store = TestStore<Int, Int>(
      initialState: 0,
      reduce: { _, action in
        guard action == 0 else { return .none }
        return .merge(
          (1...20).map { number in
            .run { send in
              for _ in 0..<10 {
                await Task.yield()
                await send(number)
              }
            }
          })
      })
    let task = await store.send(0)
    await Task.yield()
    await task.cancel()
    await store.skipReceivedActions(strict: false)
    await store.finish()
  }
}
