// What `await send` waits for.
import Testing

import EnfoldTesting
@testable import Enfold

@Suite("Sending from effects") struct SendTests {
  @Test("Awaiting a send returns after the action was reduced, though another thread reduces it") func afterReducing()
    async
  {
    let scheduled = AsyncStream<Void>.makeStream()
    let (log, gate) = (Log<String>(), Gate())
    let store = Store<Int, Int>(
      initialState: 0, executor: .scheduled { scheduled.continuation.yield() }
    ) { state, action in
      log.append("reduced \(action)")
      state += action
      guard action == 0 else { return .none }
      return .run { send in
        await gate.wait()
        for number in 1...3 {
          await send(number)
          log.append("sent \(number)")
        }
      }
    }
    let task = store.send(0)
    var turns = scheduled.stream.makeAsyncIterator()
    while task.result == nil {
      await turns.next()
      // The effect could go on now, if it did not wait for the drain.
      for _ in 0..<100 { await Task.yield() }
      store.drain()
      gate.open()
      if store.state == 6 { break }
    }
    await task.finish()
    #expect(log.all == ["reduced 0", "reduced 1", "sent 1", "reduced 2", "sent 2", "reduced 3", "sent 3"])
  }

  @Test("Before the first suspension a send returns at once, and the action follows") func beforeSuspending() {
    let log = Log<String>()
    let store = Store<Int, Int>(initialState: 0) { state, action in
      log.append("reduced \(action)")
      guard action == 0 else { return .none }
      return .run { send in
        for number in 1...2 {
          await send(number)
          log.append("sent \(number)")
        }
      }
    }
    store.send(0)
    #expect(log.all == ["reduced 0", "sent 1", "sent 2", "reduced 1", "reduced 2"])
  }

  @Test("An effect that waits for its action goes on when it is cancelled, and when the store closes") func goesOn()
    async
  {
    for closes in [false, true] {
      let scheduled = AsyncStream<Void>.makeStream()
      let (gate, ended) = (Gate(), Gate())
      let store = Store<Int, Int>(
        initialState: 0, executor: .scheduled { scheduled.continuation.yield() }
      ) { state, action in
        state += action
        guard action == 0 else { return .none }
        return .run { send in
          await gate.wait()
          await send(1)
          ended.open()
        }
      }
      var turns = scheduled.stream.makeAsyncIterator()
      let task = store.send(0)
      await turns.next()
      store.drain()
      gate.open()
      await turns.next()
      if closes { store.close() } else { task.cancel() }
      store.drain()
      await ended.wait()
      #expect(store.state == 0)
      #expect(await task.finish().isCancelled)
    }
  }

  @Test("What fires and is forgotten sends nothing; it may throw, and then it fails by its name")  // 74
  func fireAndForget() async {
    let store = makeNumberStore()
    let log = Log<String>()
    var diagnostics = store.diagnostics.makeAsyncIterator()
    #expect(await store.start(.fireAndForget { log.append("saved") }).finish().isFinished)
    #expect(log.all == ["saved"])
    #expect(store.state == [])
    let task = store.start(.fireAndForget(name: "save") { throw Failure() })
    #expect(await task.finish().error is Failure)
    let diagnostic = await diagnostics.next()
    #expect(diagnostic?.effect?.name == "save")
    #expect(diagnostic?.effect?.fileID.hasSuffix("SendTests.swift") == true)
  }

  @Test("A sequence sends each element as it comes, and fails as it fails", .issueReports(.testStoresOnly))
  func sequence() async {
    let store = makeNumberStore()
    let (stream, continuation) = AsyncThrowingStream<Int, any Error>.makeStream()
    let task = store.start(.sequence(stream, name: "numbers", action: Doing.number))
    continuation.yield(1)
    await store.suspend { $0 != [1] }
    continuation.yield(2)
    continuation.finish(throwing: Failure())
    #expect(await task.finish().error is Failure)
    #expect(store.state == [1, 2])
  }
}
