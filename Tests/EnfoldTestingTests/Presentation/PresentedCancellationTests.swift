// Cancellation ids of presented children: a child's are its own, and a parent reaches them.
import Enfold
import EnfoldTesting
import Testing

@Suite("Cancellation ids of presented children") struct PresentedCancellationTests {
  typealias State = Clerk.State

  @Test func `A child cancels its own effect`() async {
    let store = Clerk.store()
    await store.send(\.first.start)
    await store.send(\.first.stop)
    await store.finish()
  }

  @Test func `A parent cancels the effects of its child and of that one's child`() async {
    let store = Clerk.store(State(first: State(first: State())))
    await store.send(\.first.start)
    await store.send(\.first.first.start)
    await store.send(.stop)
    await store.finish()
  }

  @Test func `A parent cancels the effects of two children`() async {
    let store = Clerk.store(State(first: State(), second: State()))
    await store.send(\.first.start)
    await store.send(\.second.start)
    await store.advance(by: .seconds(1))
    await store.receive(\.first.tick) { $0.first?.ticks = 1 }
    await store.receive(\.second.tick) { $0.second?.ticks = 1 }
    await store.send(.stop)
    await store.finish()
  }

  @Test(arguments: [(0, 0), (1, 2)]) func `A child does not cancel its sibling`(ids: (Int, Int)) async {
    let store = Clerk.store(State(first: State(id: ids.0), second: State(id: ids.1)))
    await store.send(\.first.start)
    await store.send(\.second.start)
    await store.send(\.first.stop)
    await store.advance(by: .seconds(1))
    await store.receive(\.second.tick) { $0.second?.ticks = 1 }
    await store.send(\.second.stop)
    await store.finish()
  }

  @Test func `A child does not cancel its parent`() async {
    let store = Clerk.store()
    await store.send(.start)
    await store.send(\.first.stop)
    await store.advance(by: .seconds(1))
    await store.receive(\.tick) { $0.ticks = 1 }
    await store.send(.stop)
    await store.finish()
  }

  @Test func `A child that begins its effect anew ends its own, and not that of its parent`() async {
    let store = Clerk.store()
    await store.send(.start)
    await store.advance(by: .milliseconds(500))
    await store.send(\.first.startAnew)
    await store.advance(by: .milliseconds(250))
    await store.send(\.first.startAnew)
    await store.advance(by: .milliseconds(250))
    await store.receive(\.tick) { $0.ticks = 1 }
    await store.advance(by: .milliseconds(750))
    await store.receive(\.first.tick) { $0.first?.ticks = 1 }
    await store.send(.stop)
    await store.finish()
  }
}
