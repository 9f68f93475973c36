// Many effects, many ids, many threads.
import EnfoldTesting
import Testing

@testable import Enfold

@Suite("Cancellation under load") struct CancellationStressTests {
  @Test("1,000 merged effects over 10 ids, cancelled from 8 threads while they end")  // 55
  func mergedEffects() async {
    let count = scaled(1_000)
    let store = makeNumberStore()
    let task = store.start(
      .merge(
        (0..<count).map { index in
          .run { send in
            for _ in 0..<(index % 7) { await Task.yield() }
            await send(.number(index))
          }.cancellable(id: index % 10)
        }))
    await onThreads(8) { thread in
      for id in 0..<10 { store.start(.cancel(id: (id + thread) % 10)) }
    }
    _ = await task.finish()
    await store.waitUntilIdle()
    #expect(Set(store.state).count == store.state.count)
    #expect(store.hasEmptyRegistry)
    #expect(store.engine?.pending == 0)
  }

  @Test("10,000 tasks over 100 ids, started and cancelled from 8 threads: all end, nothing is left")  // 55
  func manyTasks() async {
    let perThread = scaled(10_000) / 8
    let store = makeNumberStore()
    let ends = Box(0)
    await onThreads(8) { thread in
      for index in 0..<perThread {
        let task = store.start(.forever.cancellable(id: (thread * perThread + index) % 100))
        task.whenEnded { _ in ends.update { $0 += 1 } }
        if index % 50 == 49 { store.start(.cancel(id: index % 100)) }
      }
    }
    for id in 0..<100 { store.start(.cancel(id: id)) }
    await store.waitUntilIdle()
    #expect(ends.value == 8 * perThread)
    #expect(store.hasEmptyRegistry)
    #expect(store.engine?.pending == 0)
  }

  @Test("Replaced again and again from 8 threads: one effect is left") func replacing() async {
    let store = makeNumberStore()
    let rounds = scaled(500)
    await onThreads(8) { _ in
      for _ in 0..<rounds {
        store.start(
          .concatenate(.forever, .number(1)).cancellable(id: "search", cancelInFlight: true))
      }
    }
    store.drain()
    #expect(store.runningEffects == 1)
    store.start(.cancel(id: "search"))
    await store.waitUntilIdle()
    #expect(store.hasEmptyRegistry)
    // The last one was cancelled, so it never came to the number.
    #expect(store.state == [])
  }

  @Test("10,000 stores opened and closed with effects in flight: nothing is left running, everything is let go")
  func manyStores() async {
    let count = scaled(10_000)
    let effects = Log<String>()
    let states = Log<String>()
    for index in 0..<count {
      let effect = Canary("effect", effects)
      let clock = TestClock()
      var store: Store<Canary, Doing>? = Store(initialState: Canary("state", states)) { _, action in
        if case .start(let effect) = action { effect } else { .none }
      }
      let task = store?.start(
        .merge(
          .run { _ in
            try await forever()
            effect.sing()
          }.cancellable(id: 1),
          .concatenate(.forever, .number(1)).cancellable(id: "\(index)"),
          .number(1, after: .seconds(1), on: clock).debounce(id: 2, for: .seconds(1), clock: clock),
          .forever.throttle(id: 3, for: .seconds(1), clock: clock)))
      #expect(store?.runningEffects == 4)
      if index.isMultiple(of: 2) { store?.close() }
      store = nil
      #expect(await task?.finish().isCancelled == true)
    }
    // The last ones may be about to unwind.
    while effects.count < count || states.count < count { await Task.yield() }
    #expect(effects.count == count)
    #expect(states.count == count)
  }
}
