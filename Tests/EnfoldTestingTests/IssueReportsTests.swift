// Problems in a Store that a test has made fail that test.
import EnfoldTesting
import Synchronization
import Testing

@Suite("Problems in the stores of a test") struct IssueReportsTests {
  struct Parent: Reducer {
    @ObservableState struct State: Equatable { var child: Loader.State? }
    @Action enum Action {
      case child(Loader.Action)
      case fail
      case late
    }
    /// Keeps the `send` of an effect that has ended.
    let kept = Kept()

    final class Kept: Sendable { let send = Mutex<Send<Action>?>(nil) }

    var body: some ReducerOf<Self> {
      Reduce { _, action in
        switch action {
        case .child: .none
        case .fail: .run(name: "fail") { _ in throw ActionError("no connection") }
        case .late: .run(name: "late") { [kept] send in kept.send.withLock { $0 = send } }
        }
      }
      .ifLet(\.child, action: \.child) { Loader() }
    }
  }

  @Test("An absent child, an effect that fails, and one that sends after its end") func problems() async {
    let found = await failures {
      let parent = Parent()
      let store = Store(initialState: .init()) { parent }
      store.send(.child(.increment))
      await store.send(.fail).finish()
      await store.send(.late).finish()
      let send = parent.kept.send.withLock { $0 }
      await send?(.fail)
    }
    #expect(found.count == 3)
    #expect(found[0].text.contains("child") && found[0].text.contains("which is nil"))
    #expect(found[1].text.contains("no connection"))
    #expect(found[2].text.contains("the effect that sent it had ended before"))
    let name = "in a store of the test \"An absent child, an effect that fails, and one that sends after its end\""
    #expect(found.allSatisfy { $0.text.hasSuffix(name) })
    #expect(Set(found.map(\.line)) == [Test.current?.sourceLocation.line ?? 0])
  }

  @Test("Who listens to the diagnostics is told instead") func listening() async {
    let store = Store(initialState: .init()) { Parent() }
    var diagnostics = store.diagnostics.makeAsyncIterator()
    store.send(.child(.increment))
    #expect(await diagnostics.next()?.topic == .absentChild)
  }

  @Test("A store that no test has made fails none") func outside() async {
    let send = Task.detached {
      let store = Store(initialState: .init()) { Parent() }
      await store.send(.fail).finish()
      store.send(.child(.increment))
    }
    await send.value
  }

  @Test("Only test stores", .issueReports(.testStoresOnly)) func testStoresOnly() async {
    let store = Store(initialState: .init()) { Parent() }
    store.send(.child(.increment))
    let found = await failures {
      let store = TestStore(initialState: .init()) { Parent() }
      await store.send(.child(.increment))
    }
    #expect(found.count == 1)
  }

  @Test("No store", .issueReports(.off)) func none() async {
    let store = Store(initialState: .init()) { Parent() }
    store.send(.child(.increment))
    let testStore = TestStore(initialState: .init()) { Parent() }
    await testStore.send(.child(.increment))
  }

  @Test("It is on, unless a program says otherwise") func setting() {
    #expect(IssueReports.inStores == .on)
  }
}
