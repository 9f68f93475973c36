// Cancelling effects by their ids.
import EnfoldTesting
import Testing

@testable import Enfold

@Suite("Cancellation ids") struct CancellationTests {
  @Test("Cancelling an id ends its effect: what comes later is not delivered")  // 45
  func cancelStopsAStream() async {
    let store = makeNumberStore()
    let numbers = Numbers()
    let task = store.start(.sequence(numbers.stream, action: Doing.number).cancellable(id: "numbers"))
    numbers.send(1, 2)
    await store.suspend { $0 != [1, 2] }
    store.start(.cancel(id: "numbers"))
    numbers.send(3)
    #expect(await task.finish().isFinished)
    #expect(store.state == [1, 2])
    #expect(store.hasEmptyRegistry)
  }

  @Test("A new effect with cancelInFlight replaces the one with its id")  // 46
  func cancelInFlight() async {
    let store = makeNumberStore()
    let (first, second) = (Numbers(), Numbers())
    let old = store.start(
      .sequence(first.stream, action: Doing.number).cancellable(id: "numbers", cancelInFlight: true))
    first.send(1, 2)
    await store.suspend { $0 != [1, 2] }
    store.start(.sequence(second.stream, action: Doing.number).cancellable(id: "numbers", cancelInFlight: true))
    #expect(await old.finish().isFinished)
    first.send(3, 4)
    second.send(3, 4)
    await store.suspend { $0 != [1, 2, 3, 4] }
    #expect(store.runningEffects == 1)
    second.finish()
    await store.waitUntilIdle()
    #expect(store.state == [1, 2, 3, 4])
    #expect(store.hasEmptyRegistry)
  }

  @Test("Cancelling before a delay is over delivers nothing")  // 47
  func cancelDuringTheDelay() async {
    let clock = TestClock()
    let store = makeNumberStore()
    let task = store.start(.number(1, after: .seconds(1), on: clock).cancellable(id: 1))
    await clock.waitForSleepers(1)
    store.start(.cancel(id: 1))
    #expect(clock.sleeperCount == 0)
    clock.advanceNow(by: .seconds(1))
    #expect(await task.finish().isFinished)
    #expect(store.state == [])
  }

  @Test("An effect that has an id twice is cancelled by it")  // 48
  func doubleID() async {
    let store = makeNumberStore()
    let task = store.start(.forever.cancellable(id: 1).cancellable(id: 1))
    #expect(store.runningEffects == 1)
    store.start(.cancel(id: 1))
    #expect(await task.finish().isFinished)
    #expect(store.hasEmptyRegistry)
  }

  @Test("An id that replaces what is in flight does not cancel what it stands in")  // 48
  func doubleIDInFlight() async {
    let store = makeNumberStore()
    store.start(
      .number(1).concatenate(with: .number(2)).cancellable(id: 1, cancelInFlight: true)
        .cancellable(id: 1, cancelInFlight: true))
    #expect(store.state == [1, 2])
    store.start(.concatenate(.cancel(id: 1), .number(3)).cancellable(id: 1))
    #expect(store.state == [1, 2, 3])
    #expect(store.hasEmptyRegistry)
  }

  @Test("Cancelling an id whose effect has ended changes nothing")  // 50
  func completeBeforeCancelling() async {
    let store = makeNumberStore()
    let task = store.start(.run { await $0(.number(1)) }.cancellable(id: 1))
    #expect(await task.finish().isFinished)
    #expect(store.start(.cancel(id: 1)).result?.isFinished == true)
    #expect(store.state == [1])
    #expect(store.hasEmptyRegistry)
  }

  @Test("Two effects share an id: both run, and both are cancelled by it")  // 51
  func sharedID() async {
    let clock = TestClock()
    let store = makeNumberStore()
    for number in 1...2 {
      store.start(.number(number, after: .seconds(number), on: clock).cancellable(id: "both"))
    }
    await clock.waitForSleepers(2)
    clock.advanceNow(by: .seconds(1))
    await store.suspend { $0 != [1] }
    clock.advanceNow(by: .seconds(1))
    await store.suspend { $0 != [1, 2] }
    for _ in 1...2 { store.start(.forever.cancellable(id: "both")) }
    #expect(store.runningEffects == 2)
    store.start(.cancel(id: "both"))
    #expect(store.runningEffects == 0)
  }

  @Test("Cancelling before the first suspension is over: nothing is delivered")  // 52
  func immediateCancellation() async {
    let store = makeNumberStore()
    store.start(
      .merge(
        .concatenate(.run { _ in await Task.yield() }, .number(1)).cancellable(id: 1), .number(2).cancellable(id: 1),
        .cancel(id: 1)))
    await store.waitUntilIdle()
    #expect(store.state == [])
    #expect(store.hasEmptyRegistry)
  }

  @Test("What a cancelled effect has sent and was not reduced yet is dropped") func queuedActionsAreDropped() async {
    let store = makeNumberStore()
    let subscription = store.observe(\.count) { [weak store] count in
      // Both numbers of the effect wait already.
      if count == 1 { store?.start(.cancel(id: 1)) }
    }
    store.start(
      .merge(.number(0), .run { send in for number in 1...3 { await send(.number(number)) } }.cancellable(id: 1)))
    // The cancelling action stands behind the numbers: they were reduced in order.
    #expect(store.state == [0, 1, 2, 3])
    store.start(
      .merge(.run { send in for number in 4...6 { await send(.number(number)) } }.cancellable(id: 1), .cancel(id: 1)))
    #expect(store.state == [0, 1, 2, 3])
    subscription.cancel()
  }

  @Test("An id inside a merge that has another: either cancels")  // 53
  func nestedMerge() async {
    for id in 1...2 {
      let store = makeNumberStore()
      let numbers = Numbers()
      let effect = Effect.merge(.sequence(numbers.stream, action: Doing.number).cancellable(id: 1)).cancellable(id: 2)
      let task = store.start(effect)
      numbers.send(1, 2)
      await store.suspend { $0 != [1, 2] }
      store.start(.cancel(id: id))
      #expect(await task.finish().isFinished)
      #expect(store.hasEmptyRegistry)
    }
  }

  @Test("Nothing is remembered of an id once its effect has completed, or was cancelled")  // 54, 68
  func registryIsCleanedUp() async {
    let clock = TestClock()
    let store = makeNumberStore()
    store.start(.number(1, after: .seconds(1), on: clock).cancellable(id: 1))
    await clock.waitForSleepers(1)
    #expect(!store.hasEmptyRegistry)
    clock.advanceNow(by: .seconds(1))
    await store.waitUntilIdle()
    #expect(store.hasEmptyRegistry)
    store.start(.forever.cancellable(id: 1))
    #expect(store.runningEffects == 1)
    store.start(.cancel(id: 1))
    #expect(store.hasEmptyRegistry)
    store.start(.number(2).cancellable(id: 1))
    #expect(store.hasEmptyRegistry)
  }

  @Test("Ids of different types are different, also where they look alike")  // 56
  func idsAreTyped() async {
    struct First: Hashable {}
    struct Second: Hashable {}
    #expect(EffectID(First()) != EffectID(Second()))
    #expect(EffectID(First()).hashValue != EffectID(Second()).hashValue)
    #expect(EffectID(1 as Int) != EffectID(1 as Int8))
    #expect(EffectID(First()) == EffectID(First()))
    let store = makeNumberStore()
    let (first, second) = (
      store.start(.forever.cancellable(id: First())), store.start(.forever.cancellable(id: Second()))
    )
    store.start(.cancel(id: First()))
    #expect(await first.finish().isFinished)
    #expect(second.result == nil)
    store.close()
  }

  @Test("Two stores with the same ids: cancelling in one leaves the other alone")  // 58
  func storesAreIsolated() async {
    let clock = TestClock()
    let stores = (0..<2).map { _ in makeNumberStore() }
    for store in stores { store.start(.number(42, after: .seconds(1), on: clock).cancellable(id: 1)) }
    await clock.waitForSleepers(2)
    stores[1].start(.cancel(id: 1))
    clock.advanceNow(by: .seconds(1))
    for store in stores { await store.waitUntilIdle() }
    #expect(stores.map(\.state) == [[42], []])
  }

  @Test("A long task completes; a second one is cancelled half way and leaves nothing")  // 67
  func longTask() async {
    let clock = TestClock()
    let store = makeNumberStore()
    let long = Effect.number(200, after: .seconds(200), on: clock).cancellable(id: "long")
    store.start(long)
    await clock.waitForSleepers(1)
    clock.advanceNow(by: .seconds(200))
    await store.waitUntilIdle()
    #expect(store.state == [200])
    store.start(long)
    await clock.waitForSleepers(1)
    clock.advanceNow(by: .seconds(100))
    store.start(.cancel(id: "long"))
    clock.advanceNow(by: .seconds(100))
    await store.waitUntilIdle()
    #expect(store.state == [200])
  }

  @Test("An effect cancels its own id and then asks: no action, no handler, and it has ended")  // 36
  func effectCancelsItself() async {
    let store = makeNumberStore()
    let handled = Log<String>()
    let task = store.start(
      .run { send in
        await Task.yield()
        await send(.start(.cancel(id: 1)))
        try Task.checkCancellation()
        await send(.number(1))
      } catch: { error, _ in
        handled.append("\(error)")
      }.cancellable(id: 1))
    #expect(await task.finish().isFinished)
    await store.waitUntilIdle()
    #expect(store.state == [])
    #expect(handled.all == [])
  }

  @Test("In a concatenation what comes after a cancelled part begins; what stands inside it does not")
  func concatenationGoesOn() async {
    let store = makeNumberStore()
    let task = store.start(
      .concatenate(
        .concatenate(.number(1), .forever, .number(2)).cancellable(id: 1), .number(3), .run { await $0(.number(4)) }))
    #expect(store.state == [1])
    store.start(.cancel(id: 1))
    #expect(await task.finish().isFinished)
    #expect(store.state == [1, 3, 4])
  }

  @Test("Cancelling a task cancels what has ids in it, and its scopes are gone") func taskWithIDs() async {
    let store = makeNumberStore()
    let task = store.start(
      .concatenate(.merge(.forever.cancellable(id: 1), .forever).cancellable(id: 2), .number(1)).cancellable(id: 3))
    #expect(store.runningEffects == 2)
    task.cancel()
    #expect(await task.finish().isCancelled)
    await store.waitUntilIdle()
    #expect(store.state == [])
    #expect(store.hasEmptyRegistry)
  }

  @Test("A cancelled effect is no failure and no cancelled task: what else the action caused goes on")
  func restGoesOn() async {
    let store = makeNumberStore()
    let gate = Gate()
    let task = store.start(
      .merge(
        .forever.cancellable(id: 1),
        .run { send in
          await gate.wait()
          await send(.number(1))
        }))
    store.start(.cancel(id: 1))
    #expect(task.result == nil)
    gate.open()
    #expect(await task.finish().isFinished)
    #expect(store.state == [1])
  }

  @Test("Effects with ids inside each other, 100,000 deep, run and are cancelled") func deep() async {
    let store = makeNumberStore()
    var effect = Effect.number(1)
    for id in 0..<100_000 { effect = effect.cancellable(id: id) }
    store.start(effect)
    #expect(store.state == [1])
    effect = .forever
    for id in 0..<100_000 { effect = effect.cancellable(id: id) }
    let task = store.start(effect)
    #expect(store.runningEffects == 1)
    store.start(.cancel(id: 50_000))
    #expect(await task.finish().isFinished)
    #expect(store.hasEmptyRegistry)
  }

  @Test("None stays none, whatever is done to it") func none() {
    let clock = TestClock()
    #expect(Effect<Int>.none.cancellable(id: 1).isNone)
    #expect(Effect<Int>.none.debounce(id: 1, for: .seconds(1), clock: clock).isNone)
    #expect(Effect<Int>.none.throttle(id: 1, for: .seconds(1), clock: clock).isNone)
    #expect(Effect<Int>.cancel(id: 1) == .cancel(id: 1))
    #expect(Effect<Int>.cancel(id: 1) != .cancel(id: 2))
    #expect(Effect<Int>.send(1).cancellable(id: 1) == .send(1).cancellable(id: 1))
    #expect(Effect<Int>.send(1).cancellable(id: 1) != .send(1).cancellable(id: 1, cancelInFlight: true))
    #expect(Effect<Int>.send(1).cancellable(id: 1) != .send(1))
  }

  @Test("A store that is let go reduces nothing any more, also not what stood behind a cancelled part")  // 69
  func abandonedStore() async {
    let log = Log<Int>()
    var store: NumberStore? = Store(initialState: []) { _, action in
      switch action {
      case .start(let effect): return effect
      case .number(let number):
        log.append(number)
        return .none
      }
    }
    let task = store?.start(.concatenate(.forever.cancellable(id: 1), .number(7)).cancellable(id: 2))
    store = nil
    #expect(await task?.finish().isCancelled == true)
    #expect(log.all == [])
  }

  @Test("Work that is cancelled in its first part and then throws has no handler called")  // 36, 52
  func cancelledInItsFirstPart() async {
    struct Oops: Error {}
    let handled = Log<String>()
    let gate = Gate()
    let task = Box<StoreTask?>(nil)
    let store = makeNumberStore()
    let started = store.start(
      .concatenate(
        .run { _ in await gate.wait() },
        .run { _ in
          task.value?.cancel()
          throw Oops()
        } catch: { error, _ in
          handled.append("\(error)")
        }))
    task.value = started
    gate.open()
    #expect(await started.finish().isCancelled)
    await store.waitUntilIdle()
    #expect(handled.all == [])
  }
}
