// How long the effects of presented children live.
import Enfold
import EnfoldTesting
import Testing

@Suite("Effects of presented children") struct PresentedEffectTests {
  typealias State = Clerk.State

  @Test func `A child that closes itself takes its timer along`() async {
    let store = Clerk.store()
    await store.send(\.first.start)
    await store.advance(by: .seconds(2))
    await store.receive(\.first.tick) { $0.first?.ticks = 1 }
    await store.receive(\.first.tick) { $0.first?.ticks = 2 }
    await store.send(\.first.close)
    await store.receive(\.first.dismiss) { $0.first = nil }
    await store.finish()
  }

  @Test(arguments: [Clerk.Action.first(.dismiss), .take])
  func `A child that its parent takes away takes its timer along`(ending: Clerk.Action) async {
    let store = Clerk.store()
    await store.send(\.first.start)
    await store.advance(by: .seconds(1))
    await store.receive(\.first.tick) { $0.first?.ticks = 1 }
    await store.send(ending) { $0.first = nil }
    await store.finish()
  }

  @Test func `A child with another id has nothing of the one before`() async {
    let store = Clerk.store(State(first: State(id: 1), second: State()))
    await store.send(\.first.start)
    await store.advance(by: .seconds(1))
    await store.receive(\.first.tick) { $0.first?.ticks = 1 }
    await store.send(.hire(first: 2, second: 0)) { $0.first = State(id: 2) }
    await store.advance(by: .seconds(2))
    await store.finish()
  }

  @Test func `A child that gives itself another id has nothing of the time before`() async {
    let store = Clerk.store(State(first: State(id: 1)))
    await store.send(\.first.start)
    await store.send(\.first.rename, 2) { $0.first?.id = 2 }
    await store.advance(by: .seconds(2))
    await store.finish()
  }

  @Test func `A child that asks to go, and is taken away, takes its timer along`() async {
    let store = Clerk.store()
    await store.send(\.first.start)
    await store.send(\.first.leave)
    await store.receive(\.first.left) { $0.first = nil }
    await store.finish()
  }

  @Test func `A parent dismisses the child of its child with an action of its own`() async {
    let store = Clerk.store(State(first: State(first: State())))
    await store.send(\.first.first.start)
    await store.send(.dismissInner)
    await store.receive(\.first.first.dismiss) { $0.first?.first = nil }
    await store.finish()
    await store.send(\.first.dismiss) { $0.first = nil }
  }

  @Test func `A child that stays presented is nothing that must end`() async {
    let store = Clerk.store(State())
    await store.send(.hire(first: 1, second: 2)) {
      $0.first = State(id: 1)
      $0.second = State(id: 2)
    }
    await store.finish()
  }

  @Test func `The task of the action that presents ends without the child, and cancelling it does nothing`() async {
    let store = Clerk.store(State())
    let task = await store.send(.hire(first: 1, second: 2)) {
      $0.first = State(id: 1)
      $0.second = State(id: 2)
    }
    await task.finish()
    await store.send(\.first.start)
    await task.cancel()
    await store.advance(by: .seconds(1))
    await store.receive(\.first.tick) { $0.first?.ticks = 1 }
    await store.send(\.first.stop)
    await store.finish()
  }

  @Test func `A running effect of a child fails the test by the name of the child's action`() async {
    let all = await failures {
      let store = Clerk.store()
      await store.send(\.first.start)
      await store.finish(timeout: .zero)
    }
    #expect(
      all.map(\.text.firstLine) == [
        "An effect returned for this action is still running: first(.presented(.start))"
      ])
  }
}
