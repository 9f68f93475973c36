// What docs/effects.md shows. Tests/README/snippets.py compares the page with this file.
import Enfold
import EnfoldTesting
import Testing

@Suite("The guide's effects") struct EffectsGuideTests {
  struct Books: DependencyInjectable {
    var find: @Sendable (_ text: String) async throws -> [String]
    static var live: Books { Books { _ in [] } }
    static var test: Books { Books { text in text == "?" ? try refuse() : [text + " 1", text + " 2"] } }
    static func refuse() throws -> [String] { throw Refused() }
    struct Refused: Error {}
  }

  struct Search: Reducer {
    @ObservableState struct State: Equatable {
      var text = ""
      var found: [String] = []
      var message: String?
    }
    @Action enum Action: Equatable { case typed(String), found([String]), failed(String), leave }

    struct Lookup: Hashable {}
    @Dependency(Books.self) var books

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .typed(let text):
        state.text = text
        return .run { send in
          await send(.found(try await books.find(text)))
        } catch: { error, send in
          await send(.failed("\(error)"))
        }
        .debounce(id: Lookup(), for: .milliseconds(300))
      case .found(let books):
        state.found = books
        return .none
      case .failed(let message):
        state.message = message
        return .none
      case .leave:
        state = State()
        return .cancel(id: Lookup())
      }
    }
  }

  private func store(_ clock: TestClock) -> TestStoreOf<Search> {
    TestStore(initialState: Search.State()) {
      Search()
    } withDependencies: {
      $0.clock = clock
    }
  }

  @Test("It looks for the last text, when nobody has typed for 300 ms; not after it was left") func search() async {
    let clock = TestClock()
    let store = store(clock)
    await store.send(.typed("a")) { $0.text = "a" }
    await store.send(.typed("ab")) { $0.text = "ab" }
    await clock.advance(by: .milliseconds(300))
    await store.receive(.found(["ab 1", "ab 2"])) { $0.found = ["ab 1", "ab 2"] }
    await store.send(.typed("abc")) { $0.text = "abc" }
    await store.send(.leave) { $0 = Search.State() }
    await clock.advance(by: .seconds(1))
  }

  @Test("What is thrown becomes an action") func failure() async {
    let clock = TestClock()
    let store = store(clock)
    store.exhaustivity = .off
    await store.send(.typed("?"))
    await clock.advance(by: .milliseconds(300))
    await store.skipReceivedActions(strict: false)
    #expect(store.state.message == "Refused()")
  }
}
