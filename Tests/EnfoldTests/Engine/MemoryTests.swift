// Everything that a store holds is let go.
@testable import Enfold
import Testing

@Suite("Memory") struct MemoryTests {
  @Test("A store that is let go is freed, with its state and its reducer")  // 132
  func storeIsFreed() {
    let log = Log<String>()
    struct State: Sendable { var canary: Canary }
    weak var engine: StoreEngine<State, Int>?
    do {
      let reducer = Canary("reducer", log)
      let store = Store<State, Int>(initialState: State(canary: Canary("state", log))) { _, _ in
        reducer.sing()
        return .none
      }
      store.send(1)
      engine = store.engine
    }
    #expect(engine == nil)
    #expect(Set(log.all) == ["reducer", "state"])
  }

  @Test("A store that is let go while an effect runs is freed, and the effect is cancelled")  // 69
  func storeWithRunningEffectIsFreed() async {
    let ended = Gate()
    weak var engine: StoreEngine<Int, Int>?
    let task: StoreTask
    do {
      let store = Store<Int, Int>(initialState: 0) { _, _ in
        .run { _ in
          do { try await forever() } catch { ended.open() }
        }
      }
      task = store.send(0)
      engine = store.engine
    }
    #expect(await task.finish().isCancelled)
    await ended.wait()
    #expect(engine == nil)
  }

  @Test("A store that is let go in the midst of a concatenation is freed") func storeWithConcatenationIsFreed() async {
    weak var engine: StoreEngine<Int, Int>?
    let task: StoreTask
    do {
      let store = Store<Int, Int>(initialState: 0) { _, _ in
        .concatenate(.run { _ in try await forever() }, .merge(.send(1), .run { _ in }))
      }
      task = store.send(0)
      engine = store.engine
    }
    #expect(await task.finish().isCancelled)
    #expect(engine == nil)
  }

  @Test("An effect that has ended is freed, though what it captures keeps its way to send")
  func endedEffectsAreFreed() async {
    final class Subject: Sendable {
      let send = Box<Send<Int>?>(nil)
    }
    weak var subject: Subject?
    do {
      let kept = Subject()
      subject = kept
      let store = Store<Int, Int>(initialState: 0) { [weak kept] _, _ in
        .run { [kept] send in kept?.send.update { $0 = send } }
      }
      await store.send(0).finish()
      #expect(kept.send.value != nil)
    }
    #expect(subject == nil)
  }

  @Test("A live subscription keeps the store, and cancelling it lets the store go")  // 117
  func subscriptionKeepsTheStore() {
    var store: CountingStore? = CountingStore()
    let watch = Weak(store)
    let subscription = store?.observe(\.count) { _ in }
    store = nil
    #expect(watch.object != nil)
    watch.object?.send(.increment)
    subscription?.cancel()
    #expect(watch.object == nil)
  }

  @Test("A subscription that is let go lets go of the store")  // 117
  func droppedSubscriptionLetsGo() {
    var store: CountingStore? = CountingStore()
    let watch = Weak(store)
    var subscription = store?.observe(\.count) { _ in }
    store = nil
    #expect(watch.object != nil)
    withExtendedLifetime(subscription) {}
    subscription = nil
    #expect(watch.object == nil)
  }

  @Test("A cancelled observer is let go, and counted no more")  // 30, 117
  func cancelledObserverIsLetGo() {
    let store = CountingStore()
    let log = Log<String>()
    func observe(_ name: String) -> Subscription {
      let canary = Canary(name, log)
      return store.observe(\.count) { _ in canary.sing() }
    }
    let first = observe("first")
    let second = observe("second")
    #expect(store.engine?.observerCount == 2)
    first.cancel()
    #expect(log.all == ["first"])
    #expect(store.engine?.observerCount == 1)
    second.cancel()
    #expect(store.engine?.observerCount == 0)
    #expect(log.all == ["first", "second"])
  }

  @Test("Closing lets go of the observers, though their subscriptions live on") func closingLetsGoOfObservers() {
    let store = CountingStore()
    let log = Log<String>()
    let canary = Box<Canary?>(Canary("observer", log))
    let subscription = store.observe(\.count) { [canary = canary.value] _ in canary?.sing() }
    canary.value = nil
    #expect(log.all == [])
    store.close()
    #expect(log.all == ["observer"])
    subscription.cancel()
  }

  @Test("An effect's closure is let go when it has ended") func effectIsLetGo() async {
    let log = Log<String>()
    let store = Store<Int, Int>(initialState: 0) { _, action in
      let canary = Canary("effect \(action)", log)
      return .run { send in
        canary.sing()
        if action == 0 { await send(1) }
      }
    }
    let task = store.send(0)
    await task.finish()
    await store.waitUntilIdle()
    #expect(Set(log.all) == ["effect 0", "effect 1"])
    #expect(store.engine?.runningEffects == 0)
  }

  @Test("Tasks are let go when they have ended, though their store lives on") func taskIsLetGo() async {
    let store = Store<Int, Int>(initialState: 0) { _, action in
      action > 0 ? .concatenate(.run { _ in await Task.yield() }, .send(action - 1)) : .none
    }
    weak var node: TaskAccount?
    do {
      let task = store.send(3)
      node = task.account
      #expect(node != nil)
      await task.finish()
    }
    await store.waitUntilIdle()
    #expect(node == nil)
  }

  @Test("The states keep the store while somebody listens, and let it go afterwards") func statesLetGo() async {
    var store: CountingStore? = CountingStore()
    let watch = Weak(store)
    do {
      let states = store?.states
      store = nil
      #expect(watch.object != nil)
      withExtendedLifetime(states) {}
    }
    #expect(watch.object == nil)
  }

  @Test("A diagnostics listener does not keep the store, and ends with it") func diagnosticsEndWithTheStore() async {
    var store: CountingStore? = CountingStore()
    let watch = Weak(store)
    let diagnostics = store?.diagnostics
    store = nil
    #expect(watch.object == nil)
    if let diagnostics { for await _ in diagnostics { Issue.record("nothing went wrong") } }
  }

  @Test("What goes out of the queue goes without the lock: its end may use the store") func endOfAnActionMaySend() {
    final class Parting: Sendable {
      let body: @Sendable () -> Void
      init(_ body: @escaping @Sendable () -> Void) { self.body = body }
      deinit { body() }
    }
    let store = Store<Int, Parting?>(initialState: 0, executor: .scheduled {}) { state, _ in
      state += 1
      return .none
    }
    let ends = Box(0)
    for _ in 0..<3 {
      store.send(
        Parting { [weak store] in
          ends.update { $0 += 1 }
          store?.send(nil)
        })
    }
    store.drain(limit: 1)
    store.close()
    store.drain()
    #expect(ends.value == 3)
  }
}
