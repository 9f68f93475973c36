// Stores that somebody else drains, and full queues.
import Enfold
import Foundation
import Testing

@Suite("Scheduled stores") struct ScheduledTests {
  @Test("Nothing runs on the sender's thread, and schedule is called once until the next drain")
  func scheduleOnce() {
    let calls = Box(0)
    let store = CountingStore(executor: .scheduled { calls.update { $0 += 1 } })
    let seen = Log<Int>()
    let subscription = store.observe(\.count) { seen.append($0) }
    store.send(.increment)
    store.send(.increment)
    #expect(calls.value == 1)
    #expect(store.count == 0)
    #expect(seen.all == [])
    #expect(store.drain() == DrainResult(reduced: 2, hasMore: false))
    #expect(seen.all == [0, 1, 2])
    store.send(.increment)
    #expect(calls.value == 2)
    store.drain()
    subscription.cancel()
  }

  @Test("A drain with a limit reduces that many, and says that more waits") func drainWithLimit() {
    let calls = Box(0)
    let store = CountingStore(executor: .scheduled { calls.update { $0 += 1 } })
    for _ in 0..<5 { store.send(.increment) }
    #expect(store.drain(limit: 2) == DrainResult(reduced: 2, hasMore: true))
    #expect(store.count == 2)
    // Who was told to call again is not scheduled again.
    store.send(.increment)
    #expect(calls.value == 1)
    #expect(store.drain(limit: 3) == DrainResult(reduced: 3, hasMore: true))
    #expect(store.drain(limit: 3) == DrainResult(reduced: 1, hasMore: false))
    #expect(store.drain() == DrainResult(reduced: 0, hasMore: false))
    store.send(.increment)
    #expect(calls.value == 2)
  }

  @Test("What a drain's callbacks send belongs to that drain, within its limit") func drainIncludesWhatItSends() {
    let calls = Box(0)
    let store = CountingStore(executor: .scheduled { calls.update { $0 += 1 } })
    store.send(.chain(10))
    #expect(store.drain(limit: 4) == DrainResult(reduced: 4, hasMore: true))
    #expect(store.drain() == DrainResult(reduced: 6, hasMore: false))
    #expect(calls.value == 1)
  }

  @Test("The actions of an effect wait for a drain, and schedule it") func effectSchedules() async {
    let scheduled = AsyncStream<Void>.makeStream()
    let gate = Gate()
    let store = Store<Int, Int>(
      initialState: 0, executor: .scheduled { scheduled.continuation.yield() }
    ) { state, action in
      state += action
      return action == 0
        ? .run { send in
          await gate.wait()
          await send(1)
        } : .none
    }
    var turns = scheduled.stream.makeAsyncIterator()
    let task = store.send(0)
    await turns.next()
    store.drain()
    gate.open()
    await turns.next()
    #expect(store.state == 0)
    store.drain()
    #expect(store.state == 1)
    #expect(await task.finish().isFinished)
  }

  @Test("The next part of a concatenation begins on the draining thread") func concatenationContinuesInADrain() async {
    let scheduled = AsyncStream<Void>.makeStream()
    let threads = Log<Bool>()
    let (drains, gate) = (Box(false), Gate())
    let store = Store<Int, Int>(
      initialState: 0, executor: .scheduled { scheduled.continuation.yield() }
    ) { _, _ in
      .concatenate(.run { _ in await gate.wait() }, .run { _ in threads.append(drains.value) })
    }
    var turns = scheduled.stream.makeAsyncIterator()
    let task = store.send(0)
    for _ in 0..<2 {
      await turns.next()
      drains.value = true
      store.drain()
      drains.value = false
      gate.open()
    }
    #expect(await task.finish().isFinished)
    #expect(threads.all == [true])
  }

  @Test("One thread drains while 4 send a lot: nothing is lost, everything runs on that thread")
  func eventLoop() async {
    let turn = DispatchSemaphore(value: 0)
    let store = CountingStore(executor: .scheduled { turn.signal() })
    let each = scaled(20_000)
    let loop = Box<Thread?>(nil)
    let strangers = Box(0)
    let subscription = store.observe(\.count) { _ in
      if Thread.current !== loop.value { strangers.update { $0 += 1 } }
    }
    await onThreads(5) { index in
      if index > 0 {
        for _ in 0..<each { store.send(.increment) }
      } else {
        loop.value = Thread.current
        while store.count < 4 * each {
          turn.wait()
          while store.drain(limit: 100).hasMore {}
        }
      }
    }
    #expect(store.count == 4 * each)
    #expect(strangers.value == 0)
    loop.value = nil
    store.drain()
    subscription.cancel()
    store.drain()
  }

  @Test("Beyond the queue's limit actions are refused, and those accepted are kept") func queueLimit() {
    let store = CountingStore(executor: .scheduled {}, queueLimit: 3)
    let tasks = (0..<5).map { _ in store.send(.increment) }
    #expect(tasks[2].result == nil)
    #expect(tasks[3].result?.error as? StoreError == .queueFull(limit: 3))
    store.drain()
    #expect(store.count == 3)
    store.send(.increment)
    store.drain()
    #expect(store.count == 4)
  }

  @Test("A batch that does not fit is refused as a whole") func batchBeyondTheLimit() {
    let engine = StoreEngine<Int, Int>(initialState: 0, executor: .scheduled {}, queueLimit: 3) { state, action in
      state += action
      return .none
    }
    guard case .queued = engine.sendBatch([1, 1], mayDrain: false),
      case .refused(.queueFull(limit: 3)) = engine.sendBatch([1, 1], mayDrain: false)
    else {
      Issue.record("wrongly accepted or refused")
      return
    }
    #expect(engine.drain() == DrainResult(reduced: 2, hasMore: false))
    engine.close()
  }

  @Test("Subscribing and cancelling work while the queue is full") func fullQueueDoesNotRefuseObservers() {
    let store = CountingStore(executor: .scheduled {}, queueLimit: 1)
    store.send(.increment)
    let seen = Log<Int>()
    let subscription = store.observe(\.count) { seen.append($0) }
    store.drain()
    #expect(seen.all == [1])
    subscription.cancel()
    store.drain()
  }

  @Test("An effect's action that does not fit is a diagnostic, and its task fails") func effectBeyondTheLimit() async {
    let store = Store<Int, Int>(initialState: 0, queueLimit: 1) { state, action in
      state += action
      return action == 0 ? .merge(.send(1), .send(2)) : .none
    }
    var diagnostics = store.diagnostics.makeAsyncIterator()
    let result = await store.send(0).finish()
    #expect(result.error as? StoreError == .queueFull(limit: 1))
    #expect(store.state == 1)
    #expect(await diagnostics.next()?.message.contains("limit") == true)
  }
}
