// Many actions: none lost, no recursion, each sender's order kept.
import Enfold
import Testing

@Suite("Many actions", .serialized) struct ManyActionsTests {
  @Test("8 threads send 1,000,000 actions: none is lost, each thread's order is kept")
  func eightThreadsSendAMillion() async {
    let threads = 8
    let each = scaled(1_000_000) / threads
    struct State: Sendable {
      var next = [Int](repeating: 0, count: 8)
      var disorder = 0
    }
    struct Action: Sendable { var thread: Int, number: Int }
    let store = Store<State, Action>(initialState: State()) { state, action in
      if state.next[action.thread] != action.number { state.disorder += 1 }
      state.next[action.thread] = action.number + 1
      return .none
    }
    await onThreads(threads) { thread in
      for number in 0..<each { store.send(Action(thread: thread, number: number)) }
    }
    #expect(store.next == [Int](repeating: each, count: threads))
    #expect(store.disorder == 0)
    #expect(store.revision == UInt64(each * threads))
  }

  @Test("A sender is not blocked by a thread whose observer does not return")
  func senderIsNotBlockedByObserver() async {
    let store = CountingStore()
    let holds = Box(true)
    let entered = Gate()
    let subscription = store.observe(\.count, initial: false) { count in
      if count == 1 {
        entered.open()
        while holds.value {}
      }
    }
    async let drainer: Void = onThreads(1) { _ in store.send(.increment) }
    await entered.wait()
    // The drainer is inside the observer; these return all the same.
    let tasks = (0..<100).map { _ in store.send(.increment) }
    #expect(tasks.allSatisfy { $0.result == nil })
    #expect(store.count == 1)
    holds.value = false
    await drainer
    for task in tasks { await task.finish() }
    #expect(store.count == 101)
    subscription.cancel()
  }

  @Test("An action that sends itself 100,000 times does not grow the stack")  // 15
  func hundredThousandSynchronousSends() {
    let store = CountingStore()
    store.send(.chain(100_000))
    #expect(store.count == 100_000)
  }

  @Test("An effect that sends 100,000 actions sees all of them reduced")  // 16
  func hundredThousandFromAnEffect() async {
    let store = CountingStore()
    await store.send(.lots(100_000)).finish()
    #expect(store.count == 100_000)
  }

  @Test("100,000 actions sent from inside an observer do not grow the stack")
  func hundredThousandFromAnObserver() {
    let store = CountingStore()
    let subscription = store.observe(\.count) { [unowned store] in if $0 < 100_000 { store.send(.increment) } }
    #expect(store.count == 100_000)
    subscription.cancel()
  }

  @Test("100,000 effects that each start the next do not grow the stack")
  func hundredThousandEffectsInAChain() async {
    let limit = scaled(100_000)
    let store = Store<Int, Int>(initialState: 0) { state, action in
      state += 1
      return action > 1 ? .run { send in await send(action - 1) } : .none
    }
    await store.send(limit).finish()
    #expect(store.state == limit)
  }

  @Test("100,000 detached tasks each send one action")  // 17
  func hundredThousandDetachedTasks() async {
    let store = CountingStore()
    let count = scaled(100_000)
    let tasks = (0..<count).map { _ in Task.detached { _ = store.send(.increment) } }
    for task in tasks { await task.value }
    #expect(store.count == count)
  }

  @Test("A send from any thread is processed, without a warning")  // 23
  func anyThreadIsFine() async {
    let store = CountingStore()
    var diagnostics = store.diagnostics.makeAsyncIterator()
    await onThreads(1) { _ in store.send(.increment) }
    #expect(store.count == 1)
    store.close()
    #expect(await diagnostics.next() == nil)
  }

  @Test("Observing and sending from 100 threads right after the store was made starts it once")  // 22
  func concurrentFirstUse() async {
    let store = CountingStore()
    let subscriptions = Log<Subscription>()
    let initials = Log<Int>()
    await onThreads(100) { _ in
      let isFirst = Box(true)
      subscriptions.append(
        store.observe(\.count) { count in
          if isFirst.value { initials.append(count) }
          isFirst.value = false
        })
      store.send(.increment)
    }
    #expect(store.count == 100)
    #expect(initials.count == 100)
    for subscription in subscriptions.all { subscription.cancel() }
  }
}
