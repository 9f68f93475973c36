// Parts of concatenations that are cancelled by their ids before they begin.
import EnfoldTesting
import Testing

@testable import Enfold

@Suite("Parts of concatenations that wait") struct WaitingPartTests {
  /// Three parts, each of which sends its number after a second and has its number as id.
  private func chain(_ clock: TestClock) -> Effect<Doing> {
    .concatenate((1...3).map { .number($0, after: .seconds(1), on: clock).cancellable(id: $0) })
  }

  @Test("A part that has not begun is left out when its id is cancelled, and the next one begins") func leftOut() async
  {
    let clock = TestClock()
    let store = makeNumberStore()
    let task = store.start(chain(clock))
    store.start(.cancel(id: 2))
    await clock.waitForSleepers(1)
    clock.advanceNow(by: .seconds(1))
    await clock.waitForSleepers(1)
    #expect(store.state == [1])
    clock.advanceNow(by: .seconds(1))
    #expect(await task.finish().isFinished)
    #expect(store.state == [1, 3])
    #expect(store.hasEmptyRegistry)
  }

  @Test("The last part, and all that wait: the task is finished when the running part is") func last() async {
    let clock = TestClock()
    let store = makeNumberStore()
    let task = store.start(chain(clock))
    store.start(.merge(.cancel(id: 3), .cancel(id: 2)))
    await clock.waitForSleepers(1)
    clock.advanceNow(by: .seconds(1))
    #expect(await task.finish().isFinished)
    #expect(store.state == [1])
  }

  @Test("An id inside a part that waits: the rest of the part begins") func inside() async {
    let gate = Gate()
    let store = makeNumberStore()
    let task = store.start(
      .concatenate(
        .run { _ in await gate.wait() },
        .merge(.number(1).cancellable(id: "a"), .concatenate(.number(2), .number(3).cancellable(id: "b"), .number(4))),
        .number(5).debounce(id: "c", for: .seconds(1), clock: ImmediateClock()),
        .number(6).throttle(id: "d", for: .seconds(1), clock: TestClock()),
        .number(7)
      ).cancellable(id: "all"))
    for id in ["a", "b", "c", "d", "other"] { store.start(.cancel(id: id)) }
    gate.open()
    #expect(await task.finish().isFinished)
    #expect(store.state == [2, 4, 7])
  }

  @Test("An order in the concatenation itself is for others: what stands behind it begins") func ownOrder() async {
    let gate = Gate()
    let store = makeNumberStore()
    let task = store.start(
      .concatenate(
        .run { _ in await gate.wait() }, .cancel(id: 1).cancellable(id: 2), .number(3).cancellable(id: 1),
        .merge(.cancel(id: 4), .number(5)), .number(6).cancellable(id: 4)))
    gate.open()
    #expect(await task.finish().isFinished)
    #expect(store.state == [3, 5, 6])
  }

  @Test("An order in another effect of the same action, or of an action that a part sends, is for what waits")
  func others() async {
    let gate = Gate()
    let store = makeNumberStore()
    let task = store.start(
      .merge(
        .concatenate(
          .run { send in
            await send(.start(.cancel(id: 2)))
            await gate.wait()
          }, .number(1).cancellable(id: 1), .number(2).cancellable(id: 2), .number(3)),
        .cancel(id: 1)))
    gate.open()
    #expect(await task.finish().isFinished)
    #expect(store.state == [3])
  }

  @Test("What replaces the effects in flight replaces none that waits") func cancelInFlight() async {
    let gate = Gate()
    let store = makeNumberStore()
    let task = store.start(.concatenate(.run { _ in await gate.wait() }, .number(1).cancellable(id: 1)))
    store.start(.number(2).cancellable(id: 1, cancelInFlight: true))
    gate.open()
    #expect(await task.finish().isFinished)
    #expect(store.state == [2, 1])
  }

  @Test("A concatenation that begins later is another one, and ids of other types are other ids") func later() async {
    let gate = Gate()
    let store = makeNumberStore()
    store.start(.concatenate(.run { _ in await gate.wait() }, .number(1).cancellable(id: 1)))
    store.start(.cancel(id: UInt(1)))
    store.start(.cancel(id: 1))
    let second = store.start(.concatenate(.run { _ in await gate.wait() }, .number(2).cancellable(id: 1)))
    gate.open()
    #expect(await second.finish().isFinished)
    await store.waitUntilIdle()
    #expect(store.state == [2])
  }

  @Test(
    "A child's part is cancelled by the child's id and by its parent, not by another child", arguments: [7, 8, nil])
  func children(whose: Int?) async {
    let gate = Gate()
    let store = makeNumberStore()
    let child = ChildOperator(
      \Int.self, in: .store(),
      ChildFinder(in: [Int].self, mayBeAbsent: false, child: { _, _ in true }, modify: { _, _ in true }))
    let task = store.start(
      .concatenate(.run { _ in await gate.wait() }, .number(1).cancellable(id: 1).of(child, id: 7), .number(2)))
    let cancel = Effect<Doing>.cancel(id: 1)
    store.start(whose.map { cancel.of(child, id: $0) } ?? cancel)
    gate.open()
    #expect(await task.finish().isFinished)
    #expect(store.state == (whose == 8 ? [1, 2] : [2]))
  }

  @Test("Concatenations that have ended are forgotten") func forgotten() async {
    let store = makeNumberStore()
    for id in 0..<10_000 {
      await store.start(.concatenate(.run { _ in await Task.yield() }, .number(1).cancellable(id: id))).finish()
    }
    #expect((store.engine?.sequences?.count ?? 0) < 300)
  }
}
