// The end of a store: everything ends once, nothing hangs.
@testable import Enfold
import Testing

@Suite("Closing") struct ClosingTests {
  @Test("An action sent to a closed store is refused: its task is cancelled from the start") func sendIsRefused() async
  {
    let store = CountingStore()
    store.close()
    let task = store.send(.increment)
    #expect(task.result?.isCancelled == true)
    #expect(await task.finish().isCancelled)
    #expect(store.count == 0)
  }

  @Test("The state of a closed store can be read") func stateRemains() {
    let store = CountingStore(count: 3)
    store.send(.increment)
    store.close()
    store.close()
    #expect(store.count == 4)
    #expect(store.revision == 1)
  }

  @Test("Running effects end as cancelled, and what they send is dropped") func effectsAreCancelled() async {
    let release = Gate()
    let sent = Gate()
    let store = Store<Int, Int>(initialState: 0) { state, action in
      state += action
      return action == 0
        ? .run { send in
          await release.wait()
          await send(1)
          sent.open()
        } : .none
    }
    let task = store.send(0)
    store.close()
    #expect(await task.finish().isCancelled)
    release.open()
    await sent.wait()
    #expect(store.state == 0)
  }

  @Test("Closing from inside reduce: the commit counts, its effects do not start, nothing waits on")
  func closeInReduce() async {
    let later = Box<Store<Int, Int>?>(nil)
    let log = Log<String>()
    let store = Store<Int, Int>(initialState: 0) { state, action in
      state += action
      later.value?.send(10)
      later.value?.close()
      return .merge(.send(5), .run { _ in log.append("effect") })
    }
    let subscription = store.observe(\.self, initial: false) { _ in log.append("observer") }
    later.value = store
    let task = store.send(1)
    #expect(await task.finish().isCancelled)
    #expect(store.state == 1)
    #expect(log.all == [])
    later.value = nil
    subscription.cancel()
  }

  @Test("Closing from the synchronous part of an effect: the parts after it do not start") func closeInEffect() async {
    let later = Box<Store<Int, Int>?>(nil)
    let log = Log<String>()
    let store = Store<Int, Int>(initialState: 0) { state, action in
      state += action
      return .concatenate(
        .run { _ in later.value?.close() }, .run { _ in log.append("next") }, .send(1))
    }
    later.value = store
    let task = store.send(1)
    #expect(await task.finish().isCancelled)
    #expect(store.state == 1)
    #expect(log.all == [])
    later.value = nil
  }

  @Test("Closing from an effect that has suspended ends that effect as cancelled") func closeInSuspendedEffect() async {
    let (later, gate) = (Box<Store<Int, Int>?>(nil), Gate())
    let store = Store<Int, Int>(initialState: 0) { _, _ in
      .run { _ in
        await gate.wait()
        later.value?.close()
        try Task.checkCancellation()
        Issue.record("not cancelled")
      }
    }
    later.value = store
    let task = store.send(0)
    gate.open()
    #expect(await task.finish().isCancelled)
    later.value = nil
  }

  @Test("Waiting actions end as cancelled and are not reduced") func queueIsDropped() async {
    let store = CountingStore(executor: .scheduled {})
    let tasks = (0..<3).map { _ in store.send(.increment) }
    store.close()
    store.drain()
    for task in tasks { #expect(await task.finish().isCancelled) }
    #expect(store.count == 0)
  }

  @Test("A scheduled store that is closed and let go before anyone drains it ends all the same")
  func closedAndDroppedWithoutDrain() async {
    var store: CountingStore? = CountingStore(executor: .scheduled {})
    let task = store?.send(.increment)
    store?.close()
    store = nil
    #expect(await task?.finish().isCancelled == true)
  }

  @Test("A store that is let go with waiting actions ends them as cancelled") func droppedWithWaitingActions() async {
    var store: CountingStore? = CountingStore(executor: .scheduled {})
    let task = store?.send(.increment)
    store = nil
    #expect(await task?.finish().isCancelled == true)
  }

  @Test("Observing a closed store calls nothing") func observingAClosedStore() {
    let store = CountingStore()
    store.close()
    let seen = Log<Int>()
    let subscription = store.observe(\.count) { seen.append($0) }
    #expect(seen.all == [])
    subscription.cancel()
  }

  @Test("An observer whose turn has not come when the store closes is let go uncalled")
  func waitingObserverIsLetGo() {
    let store = CountingStore()
    let seen = Log<String>()
    let inner = Box<Subscription?>(nil)
    let outer = store.observe(\.count, initial: false) { [unowned store] _ in
      let canary = Canary("gone", seen)
      inner.value = store.observe(\.count) { _ in canary.sing() }
      store.close()
    }
    store.send(.increment)
    #expect(seen.all == ["gone"])
    inner.value = nil
    outer.cancel()
  }

  @Test("8 threads send while one closes: every task ends, and what was reduced is what finished")
  func closeWhileOthersSend() async {
    for _ in 0..<scaled(200) {
      let store = CountingStore()
      let tasks = Log<StoreTask>()
      await onThreads(4) { index in
        for step in 0..<50 {
          if index == 0, step == 25 { store.close() }
          tasks.append(store.send(.increment))
        }
      }
      var finished = 0
      for task in tasks.all where await task.finish().isFinished { finished += 1 }
      #expect(finished == store.count)
    }
  }

  @Test("The owner of a store is told once that it is closed, after everybody else") func ownerIsToldLast() {
    let log = Log<String>()
    let engine = StoreEngine<Int, Int>(initialState: 0, owner: LoggingOwner(log)) { state, action in
      state += action
      return .none
    }
    let store = Store(engine, StoreDependencies(nil))
    let subscriptions = [
      store.observe({ $0 }, filter: .raw, initial: false) { log.append("told \($0)") },
      store.observe({ $0 }, coalesce: .drain, initial: false) { log.append("told \($0) late") },
    ]
    store.send(1)
    store.close()
    store.close()
    store.send(1)
    #expect(log.all == ["told 1", "told 1 late", "closed"])
    withExtendedLifetime(subscriptions) {}
  }
}

/// Logs that its store is closed.
final class LoggingOwner: StoreOwner, @unchecked Sendable {
  // Unchecked: nothing changes after init.
  private let log: Log<String>

  init(_ log: Log<String>) {
    self.log = log
    super.init()
  }

  override func didClose() { log.append("closed") }
}
