// Ids of screens in a test store: what is expected by another id fails, and expectations take no numbers away.
import Enfold
import EnfoldTesting
import Testing

@Suite("Ids of screens in a TestStore") struct StackIDTests {
  @Test func `Pushes with and without an id count on from each other`() async {
    let store = Pages.store([])
    await store.send(.path(.push(id: 0, state: .left(Page.State())))) { $0.path[id: 0] = .left(Page.State()) }
    await store.send(\.open) { $0.path[id: 1] = .left(Page.State()) }
    await store.send(.path(.push(id: 2, state: .left(Page.State())))) { $0.path[id: 2] = .left(Page.State()) }
    await store.send(\.open) { $0.path[id: 3] = .left(Page.State()) }
    await store.send(.path(.popFrom(id: 0))) { $0.path = StackState() }
    await store.send(.path(.push(id: 4, state: .left(Page.State())))) { $0.path[id: 4] = .left(Page.State()) }
  }

  @Test func `What an expectation appends and removes takes no numbers from the feature`() async {
    let store = Pages.store([])
    await store.send(\.openTwo) {
      $0.path.append(.left(Page.State()))
      for _ in 0..<3 { $0.path.append(.right(Page.State())) }
      $0.path.removeLast(3)
    }
    await store.receive(\.open) {
      $0.path[id: 1] = .left(Page.State())
      for _ in 0..<3 { $0.path.append(.right(Page.State())) }
      $0.path.removeLast(3)
    }
    await store.send(\.open) { $0.path.append(.left(Page.State())) }
    #expect(store.state.path.ids == [0, 1, 2])
  }

  @Test func `A screen that is expected by another id fails the test, with both ids`() async {
    let store = Pages.store([])
    let all = await failures { await store.send(\.open) { $0.path[id: 1] = .left(Page.State()) } }
    #expect(all.count == 1)
    #expect(all.first?.text.contains("#0") == true && all.first?.text.contains("#1") == true, "\(all)")
  }

  @Test func `A popFrom that is expected with another id fails the test, with both ids`() async {
    let store = Pages.store([.left(Page.State())])
    let all = await failures {
      await store.send(\.path[id: 0].left.close)
      await store.receive(.path(.popFrom(id: 1))) { $0.path.removeAll() }
    }
    let text = all.map(\.text).joined(separator: "\n")
    #expect(text.contains("popFrom(id: #1)") && text.contains("popFrom(id: #0)"), "\(text)")
  }

  @Test func `A popFrom for no screen fails the test, with the ids that are there`() async {
    let store = Pages.store([.left(Page.State())])
    let all = await failures { await store.send(.path(.popFrom(id: 999))) }
    #expect(all.count == 1)
    #expect(
      all.first?.text.contains("the screen with id 999 of Pages.State.path, which is not there: there are 0") == true,
      "\(all)")
  }
}
