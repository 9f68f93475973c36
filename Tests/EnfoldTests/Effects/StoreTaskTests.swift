// The task that send returns: everything that an action causes.
import EnfoldTesting
@testable import Enfold
import Testing

@Suite("Tasks") struct StoreTaskTests {
  @Test("The task of an action without effects has finished") func noEffects() {
    #expect(CountingStore().send(.increment).result?.isFinished == true)
  }

  @Test("Finish returns after the response was reduced")  // 71
  func finishIncludesTheResponse() async {
    let store = EffectRunTests.makeStore(
      .run { send in
        await Task.yield()
        await send(.response(42))
      })
    await store.send(.tapped).finish()
    #expect(store.state == 42)
  }

  @Test("Cancelling before the response: nothing is delivered")  // 71, 52
  func cancelBeforeTheResponse() async {
    let release = Gate()
    let sent = Gate()
    let store = EffectRunTests.makeStore(
      .run { send in
        await release.wait()
        await send(.response(42))
        sent.open()
      })
    let task = store.send(.tapped)
    task.cancel()
    release.open()
    await sent.wait()
    #expect(await task.finish().isCancelled)
    #expect(store.state == 0)
  }

  @Test("Whoever waits for a task and is cancelled cancels what it waits for") func cancelTheWaiting() async {
    let store = EffectRunTests.makeStore(.run { _ in try await forever() })
    let waiting = Task.immediate { await store.send(.tapped).finish() }
    #expect(store.runningEffects == 1)
    waiting.cancel()
    #expect(await waiting.value.isCancelled)
    #expect(store.runningEffects == 0)
    // Before it waits, too.
    let late = Task.immediate {
      withUnsafeCurrentTask { $0?.cancel() }
      return await store.send(.tapped).finish()
    }
    #expect(await late.value.isCancelled)
    #expect(store.runningEffects == 0)
  }

  @Test("Cancelling an action whose effect never ends leaves no effect")  // 38
  func cancelEndless() async {
    let store = EffectRunTests.makeStore(.run { _ in try await forever() })
    let task = store.send(.tapped)
    task.cancel()
    #expect(await task.finish().isCancelled)
    #expect(store.runningEffects == 0)
  }

  @Test("Cancelling the first task ends the whole tree of what it caused")  // 39
  func cascadingCancellation() async {
    let ends = Log<Int>()
    let begun = Gate()
    let allEnded = Gate()
    let never: @Sendable (Int) -> Effect<Int> = { index in
      .run { _ in
        do { try await forever() } catch {
          ends.append(index)
          if ends.count == 3 { allEnded.open() }
        }
      }
    }
    let store = Store<Int, Int>(initialState: 0) { state, action in
      state = action
      switch action {
      case 0: return .run { send in await send(1) }
      case 1: return .merge(never(1), .run { send in await send(2) })
      case 2: return .merge(never(2), .run { send in await send(3) })
      default:
        begun.open()
        return never(3)
      }
    }
    let task = store.send(0)
    await begun.wait()
    #expect(task.result == nil)
    task.cancel()
    #expect(await task.finish().isCancelled)
    await allEnded.wait()
    #expect(Set(ends.all) == [1, 2, 3])
    #expect(store.runningEffects == 0)
  }

  @Test("Cancelling a task drops what waits in the queue on its behalf, and nothing else") func cancelDropsWhatWaits() {
    let store = CountingStore(executor: .scheduled {})
    let first = store.send(.set(5))
    let second = store.send(.write("kept"))
    first.cancel()
    store.drain()
    #expect(store.count == 0)
    #expect(store.text == "kept")
    #expect(first.result?.isCancelled == true)
    #expect(second.result?.isFinished == true)
  }

  @Test("Cancelling one of two tasks leaves the other's effects") func cancelIsSelective() async {
    let release = Gate()
    let store = Store<Int, Int>(initialState: 0) { state, action in
      state += action
      return action == 0
        ? .run { send in
          await release.wait()
          await send(1)
        } : .none
    }
    let first = store.send(0)
    let second = store.send(0)
    first.cancel()
    release.open()
    #expect(await second.finish().isFinished)
    #expect(await first.finish().isCancelled)
    #expect(store.state == 1)
  }

  @Test("Cancelling a task that has ended changes nothing") func cancelAfterTheEnd() async {
    let store = EffectRunTests.makeStore(.run { send in await send(.response(1)) })
    let task = store.send(.tapped)
    #expect(await task.finish().isFinished)
    task.cancel()
    #expect(task.result?.isFinished == true)
  }

  @Test("Cancelling twice, and from many threads, ends the task once") func cancelFromManyThreads() async {
    for _ in 0..<scaled(200) {
      let ends = Box(0)
      let store = EffectRunTests.makeStore(
        .merge((0..<10).map { _ in .run { _ in try await forever() } }))
      let task = store.send(.tapped)
      task.whenEnded { _ in ends.update { $0 += 1 } }
      await onThreads(4) { _ in task.cancel() }
      #expect(await task.finish().isCancelled)
      #expect(ends.value == 1)
      #expect(store.runningEffects == 0)
    }
  }

  @Test("1,000 tasks end while 8 threads cancel them: each ends exactly once")  // 55
  func cancelWhileEnding() async {
    let count = scaled(1_000)
    let store = Store<Int, Int>(initialState: 0) { state, action in
      state += action
      return action == 0
        ? .run { send in
          await Task.yield()
          await send(1)
        } : .none
    }
    let ends = Box(0)
    let tasks = (0..<count).map { _ in store.send(0) }
    for task in tasks { task.whenEnded { _ in ends.update { $0 += 1 } } }
    await onThreads(8) { index in
      for task in tasks[(index * count / 8)...] { task.cancel() }
    }
    for task in tasks { await task.finish() }
    await store.waitUntilIdle()
    #expect(ends.value == count)
    #expect(store.runningEffects == 0)
    #expect(store.engine?.pending == 0)
  }

  @Test("The result is there for whoever asks, before and after the end, once each") func whenEndedOnce() async {
    let release = Gate()
    let store = EffectRunTests.makeStore(.run { _ in await release.wait() })
    let task = store.send(.tapped)
    let results = Log<Bool>()
    task.whenEnded { results.append($0.isFinished) }
    #expect(results.all == [])
    release.open()
    await task.finish()
    task.whenEnded { results.append($0.isFinished) }
    await store.waitUntilIdle()
    #expect(results.all == [true, true])
  }

  @Test("Who is told the result finds that nothing runs") func toldAfterTheEnd() async {
    let release = Gate()
    let store = EffectRunTests.makeStore(.run { _ in await release.wait() })
    let task = store.send(.tapped)
    let running = Log<Int>()
    task.whenEnded { _ in running.append(store.runningEffects) }
    release.open()
    await store.waitUntilIdle()
    #expect(task.result != nil)
    await task.finish()
    // The result is there before anybody is told.
    while running.all.isEmpty { await Task.yield() }
    #expect(running.all == [0])
  }

  @Test("The first error of several is the result, after everything has ended", .issueReports(.testStoresOnly))
  func firstErrorIsTheResult() async {
    let release = Gate()
    let store = EffectRunTests.makeStore(
      .merge(
        .run { _ in throw Failure(reason: "first") },
        .run { _ in
          await release.wait()
          throw Failure(reason: "second")
        },
        .run { send in
          await release.wait()
          await send(.response(1))
        }))
    let task = store.send(.tapped)
    #expect(task.result == nil)
    release.open()
    #expect(await task.finish().error as? Failure == Failure(reason: "first"))
    #expect(store.state == 1)
  }

  @Test("A failure in an action that an effect sent is the task's result", .issueReports(.testStoresOnly))
  func failureFurtherDown() async {
    let store = Store<Int, Int>(initialState: 0) { _, action in
      .run { send in
        if action == 3 { throw Failure() }
        await send(action + 1)
      }
    }
    #expect(await store.send(0).finish().error is Failure)
  }

  @Test("Letting go of a task cancels nothing") func droppedTaskGoesOn() async {
    let store = EffectRunTests.makeStore(
      .run { send in
        await Task.yield()
        await send(.response(1))
      })
    store.send(.tapped)
    await store.waitUntilIdle()
    #expect(store.state == 1)
  }

  @Test("Cancelling from the callback that its own response calls ends the effect") func cancelFromCallback() async {
    let task = Box<StoreTask?>(nil)
    let store = EffectRunTests.makeStore(
      .run { send in
        await Task.yield()
        for value in 1...3 { await send(.response(value)) }
      })
    let subscription = store.observe(\.self) { if $0 == 1 { task.value?.cancel() } }
    let held = store.engine
    // Held back until the task is known.
    _ = held?.perform { _ in task.value = store.send(.tapped) }
    #expect(await task.value?.finish().isCancelled == true)
    #expect(store.state == 1)
    subscription.cancel()
  }
}
