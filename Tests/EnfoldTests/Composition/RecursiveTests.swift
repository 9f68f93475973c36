// Features that contain themselves.
import EnfoldTesting
import Testing

@testable import Enfold

@Suite("Features that contain themselves") struct RecursiveTests {
  struct Outline: Reducer {
    @ObservableState struct State: Equatable, Identifiable {
      let id: Int
      var title = ""
      var renamed = 0
      var rows: IdentifiedArrayOf<State> = []

      /// A state with so many levels below it. Each has one row, with the id 1.
      init(id: Int = 1, levels: Int) {
        self.id = id
        if levels > 0 { rows = [State(levels: levels - 1)] }
      }
    }

    @Action enum Action: Equatable {
      case rename(String), renamed, wait, removeRows
      indirect case rows(IdentifiedAction<Int, Action>)

      /// An action for the row so many levels below.
      static func at(_ level: Int, _ action: Action) -> Action {
        (0..<level).reduce(action) { inner, _ in .rows(.element(id: 1, action: inner)) }
      }
    }

    /// Is told when a body is built.
    var built: @Sendable () -> Void = {}

    var body: some Reducer<State, Action> {
      let _ = built()
      Reduce { state, action in
        switch action {
        case .rename(let title):
          state.title = title
          return .send(.renamed)
        case .renamed: state.renamed += 1
        case .wait: return .run { _ in try await forever() }
        case .removeRows: state.rows = []
        case .rows: break
        }
        return .none
      }
      .forEach(\.rows, action: \.rows) { Outline(built: built) }
    }
  }

  static func row(_ level: Int, of state: Outline.State) -> Outline.State? {
    (0..<level).reduce(state) { state, _ in state?.rows[id: 1] }
  }

  @Test("A store reduces at every level, and its effects come from there", arguments: [0, 1, 5, 42, 200])
  func store(level: Int) {
    let store = Store(initialState: Outline.State(levels: level)) { Outline() }
    store.send(.at(level, .rename("deep")))
    let row = Self.row(level, of: store.state)
    #expect(row?.title == "deep")
    #expect(row?.renamed == 1)
    #expect(level == 0 || store.title == "")
  }

  @Test("A test store does the same")
  func testStore() async {
    let store = TestStore(initialState: Outline.State(levels: 2)) { Outline() }
    await store.send(\.rows[id: 1].rows[id: 1].rename, "deep") { $0.rows[id: 1]?.rows[id: 1]?.title = "deep" }
    await store.receive(\.rows[id: 1].rows[id: 1].renamed) { $0.rows[id: 1]?.rows[id: 1]?.renamed = 1 }
    await store.send(\.rename, "top") { $0.title = "top" }
    await store.receive(\.renamed) { $0.renamed = 1 }
  }

  @Test("The reducer called by itself does, too")
  func function() {
    var state = Outline.State(levels: 5)
    let effect = Outline().reduce(into: &state, action: .at(5, .rename("deep")))
    #expect(Self.row(5, of: state)?.title == "deep")
    #expect(effect != .none)
  }

  @Test("A scope sends before anything else has")
  func scope() throws {
    let store = Store(initialState: Outline.State(levels: 2)) { Outline() }
    let row = try #require(store.scope(state: \.rows, action: \.rows).first)
    let inner = try #require(row.scope(state: \.rows, action: \.rows).first)
    inner.send(.rename("deep"))
    #expect(store.rows[id: 1]?.rows[id: 1]?.title == "deep")
    #expect(inner.renamed == 1)
  }

  @Test("What runs below a row ends when the row goes, at every level")
  func cancellation() {
    let store = Store(initialState: Outline.State(levels: 4)) { Outline() }
    for level in 0...4 { store.send(.at(level, .wait)) }
    #expect(store.runningEffects == 5)
    store.send(.at(3, .removeRows))
    #expect(store.runningEffects == 4)
    store.send(.at(1, .removeRows))
    #expect(store.runningEffects == 2)
    store.send(.removeRows)
    #expect(store.runningEffects == 1)
    store.close()
    #expect(store.hasEmptyRegistry)
  }

  @Test("A body is built once for each level that got an action")
  func builtOnce() {
    let count = Box(0)
    let store = Store(initialState: Outline.State(levels: 5)) { Outline { count.update { $0 += 1 } } }
    #expect(count.value == 1)
    store.send(.at(3, .renamed))
    #expect(count.value == 4)
    store.send(.at(3, .renamed))
    store.send(.at(2, .renamed))
    #expect(count.value == 4)
    store.send(.at(4, .renamed))
    #expect(count.value == 5)
  }

  @Test("What a store has built goes with it")
  func noCycle() {
    final class Witness: Sendable {}
    weak var seen: Witness?
    do {
      let witness = Witness()
      seen = witness
      let store = Store(initialState: Outline.State(levels: 3)) { Outline { _ = witness } }
      store.send(.at(3, .rename("deep")))
      store.send(.at(2, .wait))
      #expect(seen != nil)
    }
    #expect(seen == nil)
  }

  // MARK: Dependencies

  struct Name: DependencyInjectable {
    static var live: String { "live" }
    static var test: String { "test" }
  }

  /// Notes what its body sees when it is built.
  struct Reader: Reducer {
    @ObservableState struct State: Equatable { var seen = "" }
    @Action enum Action: Equatable { case look }

    var body: some Reducer<State, Action> {
      let seen = Dependency(\.recursiveName).wrappedValue
      Reduce { state, _ in
        state.seen = seen
        return .none
      }
    }
  }

  struct Readers: Reducer {
    @ObservableState struct State: Equatable {
      var plain = Reader.State()
      var overridden = Reader.State()
    }
    @Action enum Action: Equatable { case plain(Reader.Action), overridden(Reader.Action) }

    var body: some Reducer<State, Action> {
      Scope(state: \.plain, action: \.plain) { Reader() }
      Scope(state: \.overridden, action: \.overridden) { Reader() }
        .dependencies { $0.override(\.recursiveName, with: "inner") }
    }
  }

  @Test("A child's body sees the dependencies of the store, or those around its operator, whenever it is built")
  func dependencies() {
    let store = Store(initialState: Readers.State(), dependencies: DependencyValues(.test)) { Readers() }
    let bare = Store(initialState: Readers.State()) { Readers() }
    for store in [store, bare] {
      withDependencies {
        $0.override(\.recursiveName, with: "sender")
      } operation: {
        _ = store.send(.plain(.look))
        _ = store.send(.overridden(.look))
      }
    }
    #expect([store.plain.seen, store.overridden.seen] == ["test", "inner"])
    #expect([bare.plain.seen, bare.overridden.seen] == ["live", "inner"])
  }
}

extension DependencyValues {
  fileprivate var recursiveName: String { self[RecursiveTests.Name.self] }
}
