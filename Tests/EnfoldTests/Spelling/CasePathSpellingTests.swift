// Actions by their case paths, in test stores and in operators.
import EnfoldTesting
import Testing

@Suite("Case paths of actions") struct CasePathSpellingTests {
  typealias Row = Inbox.Row

  @Test("A test store sends and receives by case paths, also through the elements of a list")
  func testStore() async {
    let store = TestStore(initialState: Inbox.State(rows: [Row.State(id: 0), Row.State(id: 2)])) { Inbox() }
    await store.send(\.tap) { $0.editor = Inbox.Editor.State() }
    await store.send(\.editor.type, "a") { $0.editor?.text = "a" }
    await store.send(\.rows[id: 2].flash)
    await store.receive(\.rows[id: 2].flashed) { $0.rows[id: 2]?.flashes = 1 }
    await store.send(\.rows[id: 2].rename, "two") { $0.rows[id: 2]?.title = "two" }
    await store.send(\.view.delete, [0]) {
      $0.rows[id: 0] = nil
      $0.deleted = [0]
    }
    await store.send(\.view.close) { $0.editor = nil }
  }

  @Test("Another element's action is another action")
  func otherElement() {
    let path = Inbox.Action.allCasePaths.rows[id: 2].flashed
    #expect(path.extract(.rows(.element(id: 2, action: .flashed))) != nil)
    #expect(path.extract(.rows(.element(id: 3, action: .flashed))) == nil)
    #expect(path.embed(()) == .rows(.element(id: 2, action: .flashed)))
    #expect(path.name == "rows[id: 2].flashed")
  }

  @Test("The other two forms of an element's action have such paths, too")
  func otherForms() {
    let labelled = Forms.allCasePaths.labelled[id: 1].rename
    #expect(labelled.embed("a") == .labelled(id: 1, action: .rename("a")))
    #expect(labelled.extract(.labelled(id: 1, action: .rename("a"))) == "a")
    #expect(labelled.extract(.labelled(id: 2, action: .rename("a"))) == nil)
    let bare = Forms.allCasePaths.bare[id: 1].rename
    #expect(bare.embed("a") == .bare(1, .rename("a")))
    #expect(bare.extract(.bare(1, .rename("a"))) == "a")
    #expect(bare.extract(.bare(2, .rename("a"))) == nil)
  }

  @Action enum Forms: Equatable { case labelled(id: Int, action: Row.Action), bare(Int, Row.Action) }

  @Test("Steps are written with case paths")
  func steps() async {
    await assert(
      initialValue: 0, reducer: { Counter().reduce(into: &$0, action: $1) },
      steps: .send(\.increment) { $0 = 1 }, .send(\.add, 2) { $0 = 3 }, .send(\.later),
      .receive(\.increment) { $0 = 4 }, .send(\.addLater, 3), .receive(\.add, 3) { $0 = 7 })
  }

  struct Counter: Reducer {
    @Action enum Action: Equatable { case increment, add(Int), later, addLater(Int) }
    func reduce(into state: inout Int, action: Action) -> Effect<Action> {
      switch action {
      case .increment: state += 1
      case .add(let count): state += count
      case .later: return .send(.increment)
      case .addLater(let count): return .send(.add(count))
      }
      return .none
    }
  }

  // MARK: Without JSON

  struct Failure: Error, Equatable {}

  /// Its actions have no JSON form.
  struct Loader: Reducer {
    struct State: Equatable, Sendable {
      var text = ""
      var rows: [Int] = []
    }
    @CasePathable enum Action {
      case load
      case fail
      case loaded(Result<[Int], any Error>)
      case ask(@Sendable (Bool) -> String)
      case box(Box<Int>)
    }
    @CasePathable enum Box<Value: Sendable>: Sendable { case full(Value), empty }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .load: return .send(.loaded(.success([1, 2])))
      case .fail: return .send(.loaded(.failure(Failure())))
      case .loaded(.success(let rows)): state.rows = rows
      case .loaded(.failure(let error)): state.text = "\(error)"
      case .ask(let answer): state.text = answer(true)
      case .box(.full(let value)): state.text = "\(value)"
      case .box(.empty): state.text = ""
      }
      return .none
    }
  }

  @Test("Errors, closures and generic types are sent and received by case paths")
  func withoutJSON() async {
    let store = TestStore(initialState: Loader.State()) { Loader() }
    await store.send(\.load)
    await store.receive(\.loaded.success, [1, 2]) { $0.rows = [1, 2] }
    await store.send(\.fail)
    await store.receive(\.loaded.failure) { $0.text = "Failure()" }
    await store.send(\.ask, { "\($0)" }) { $0.text = "true" }
    await store.send(\.box.full, 5) { $0.text = "5" }
    await store.send(\.box.empty) { $0.text = "" }
  }

  struct Parent: Reducer {
    struct State: Equatable, Sendable { var loader = Loader.State() }
    @CasePathable enum Action { case loader(Loader.Action) }
    var body: some ReducerOf<Self> { Scope(state: \.loader, action: \.loader) { Loader() } }
  }

  @Test("A store reduces such actions, and scopes to them")
  func withoutJSONInStore() {
    let store = Store(initialState: Parent.State()) { Parent() }
    store.scope(state: \.loader, action: \.loader).send(.load)
    #expect(store.loader.rows == [1, 2])
    #expect(Loader.Action.load.is(\.load))
    #expect(Loader.Action.caseNames == ["load", "fail", "loaded", "ask", "box"])
    #expect(Loader.Action.loaded(.success([7]))[case: \.loaded.success] == [7])
  }
}
