// Knowing that a store has nothing left to do.
@testable import Enfold
import Testing

@Suite("Being idle") struct IdleTests {
  @Test("Waiting for a store that is idle returns") func idleAtOnce() async {
    let store = CountingStore()
    store.send(.increment)
    await store.waitUntilIdle()
  }

  @Test("Waiting includes effects, what they send, and what that starts") func waitsForEverything() async {
    let store = Store<Int, Int>(initialState: 0) { state, action in
      state += 1
      return action > 0
        ? .run { send in
          await Task.yield()
          await send(action - 1)
        } : .none
    }
    store.send(20)
    await store.waitUntilIdle()
    #expect(store.state == 21)
  }

  @Test("A concatenation is not idle between its parts") func notIdleBetweenParts() async {
    for _ in 0..<scaled(500) {
      let store = Store<Int, Int>(initialState: 0) { state, action in
        state += action
        return action == 0
          ? .concatenate(
            .run { _ in await Task.yield() }, .run { _ in await Task.yield() }, .run { send in await send(1) })
          : .none
      }
      store.send(0)
      await store.waitUntilIdle()
      #expect(store.state == 1)
    }
  }

  @Test("Waiting for a store that closes returns") func idleAfterClosing() async {
    let store = Store<Int, Int>(initialState: 0) { _, _ in .run { _ in try await forever() } }
    store.send(0)
    async let idle: Void = store.waitUntilIdle()
    store.close()
    await idle
    #expect(store.engine?.pending == 0)
  }

  @Test("Many waiters all return") func manyWaiters() async {
    let release = Gate()
    let store = Store<Int, Int>(initialState: 0) { _, _ in .run { _ in await release.wait() } }
    store.send(0)
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<100 { group.addTask { await store.waitUntilIdle() } }
      group.addTask { release.open() }
    }
  }

  @Test("A sender that waits for idle finds its own action's effects ended, whatever others do") func idleRace() async {
    let store = Store<Int, Int>(initialState: 0) { state, action in
      state += 1
      return .run { _ in await Task.yield() }
    }
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<4 {
        group.addTask {
          for _ in 0..<scaled(500) {
            let task = store.send(1)
            await store.waitUntilIdle()
            #expect(task.result != nil)
          }
        }
      }
    }
  }

  @Test("Pending counts waiting actions, running effects and the drain itself") func pendingCounts() async {
    let release = Gate()
    let store = Store<Int, Int>(initialState: 0, executor: .scheduled {}) { _, _ in .run { _ in await release.wait() } }
    store.send(0)
    store.send(0)
    #expect(store.engine?.pending == 2)
    store.drain(limit: 1)
    #expect(store.engine?.pending == 2)
    store.drain()
    #expect(store.engine?.pending == 2)
    release.open()
    await store.waitUntilIdle()
    #expect(store.engine?.pending == 0)
  }

  @Test("Effects that are the first ones of a store, begun from 4 threads at once, are all counted")
  func firstEffects() async {
    for _ in 0..<scaled(300) {
      let release = Gate()
      let store = Store<Int, Int>(initialState: 0) { _, _ in .run { _ in await release.wait() } }
      await onThreads(4) { _ in store.send(0) }
      #expect(store.engine?.pending == 4)
      release.open()
      await store.waitUntilIdle()
      #expect(store.engine?.pending == 0)
    }
  }
}
