// Effects of screens in a test store: where their actions go, and what ends them.
import Enfold
import EnfoldTesting
import Testing

@Suite("Effects of screens in a TestStore") struct StackEffectTests {
  static let two: [Pages.Path.State] = [.left(Page.State()), .right(Page.State(seconds: 2))]

  @Test func `Each answer goes to the screen that has asked`() async {
    let store = Pages.store(Self.two)
    await store.send(\.path[id: 0].left.ask)
    await store.send(\.path[id: 1].right.ask)
    await store.advance(by: .seconds(1))
    await store.receive(\.path[id: 0].left.answer) { $0.path[id: 0, case: \.left]?.answers = 1 }
    await store.advance(by: .seconds(1))
    await store.receive(\.path[id: 1].right.answer) { $0.path[id: 1, case: \.right]?.answers = 1 }
  }

  @Test func `When the lowest screen is taken out, the others keep their effects`() async {
    let store = Pages.store(Self.two)
    await store.send(\.path[id: 0].left.ask)
    await store.send(\.path[id: 1].right.ask)
    await store.send(\.takeFirst) { $0.path[id: 0] = nil }
    await store.advance(by: .seconds(2))
    await store.receive(\.path[id: 1].right.answer) { $0.path[id: 1, case: \.right]?.answers = 1 }
    await store.send(\.takeFirst) { $0.path[id: 1] = nil }
  }

  @Test(arguments: [(0, 1), (1, 0)] as [(StackElementID, StackElementID)])
  func `A screen does not cancel another one`(stopped: StackElementID, other: StackElementID) async {
    let store = Pages.store([.left(Page.State()), .left(Page.State())])
    for id in [stopped, other] { await store.send(\.path[id: id].left.ask) }
    await store.send(\.path[id: stopped].left.stop)
    await store.advance(by: .seconds(1))
    await store.receive(\.path[id: other].left.answer) { $0.path[id: other, case: \.left]?.answers = 1 }
  }

  @Test(arguments: [Pages.Action.popAll, .path(.popFrom(id: 0))])
  func `All screens that are popped leave nothing behind`(action: Pages.Action) async {
    let store = Pages.store(Self.two)
    await store.send(\.path[id: 0].left.work)
    await store.send(\.path[id: 1].right.work)
    await store.send(action) { $0.path.removeAll() }
    await store.finish()
  }

  @Test func `The last screen that is removed leaves nothing behind`() async {
    let store = Pages.store(Self.two)
    await store.send(\.path[id: 1].right.work)
    await store.send(\.back) { $0.path.removeLast() }
    await store.finish()
  }

  @Test func `A screen that closes itself leaves nothing behind, also one of the initial state`() async {
    let store = Pages.store([.left(Page.State())])
    await store.send(\.path[id: 0].left.work)
    await store.send(\.path[id: 0].left.close)
    await store.receive(\.path.popFrom, 0) { $0.path.removeAll() }
    await store.finish()
  }

  @Test func `A screen in the middle closes itself later: what is above goes, with its effects`() async {
    let store = Pages.store([.left(Page.State(seconds: 3)), .left(Page.State()), .left(Page.State(seconds: 2))])
    for id in [0, 1, 2] as [StackElementID] { await store.send(\.path[id: id].left.closeLater) }
    await store.advance(by: .seconds(1))
    await store.receive(\.path.popFrom, 1) { $0.path.pop(from: 1) }
    await store.advance(by: .seconds(1))
    await store.advance(by: .seconds(1))
    await store.receive(\.path.popFrom, 0) { $0.path.removeAll() }
  }

  @Test func `A running effect of a screen fails the test by the name of the screen's action`() async {
    let all = await failures {
      let store = Pages.store(Self.two)
      await store.send(\.path[id: 1].right.work)
      await store.finish(timeout: .zero)
    }
    #expect(
      all.map(\.text.firstLine) == [
        "An effect returned for this action is still running: path(.element(id:, action: .right(.work)))"
      ])
  }
}
