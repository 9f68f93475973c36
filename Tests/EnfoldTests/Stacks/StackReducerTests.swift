// forEach for a stack: elements, push, popFrom, effects, dismiss, messages.
import EnfoldTesting
import Testing

@testable import Enfold

@Suite("Reducers of stacks") struct StackReducerTests {
  typealias Action = Folders.Action

  @Test("An action of a screen is reduced by the screen, and then by the parent") func element() {
    let store = Folders.store()
    store.send(.open("a"))
    store.send(.path(.element(id: 0, action: .folder(.rename("b")))))
    store.send(.path(.element(id: 0, action: .folder(.openNote))))
    #expect(store.state.path == [.folder(Folder.State(name: "b")), .page(Paper.State(title: "of 0"))])
  }

  @Test("A push is there before the parent reduces it, with its id") func push() {
    let store = Folders.store()
    store.send(.path(.push(state: .folder(Folder.State()))))
    store.send(.path(.push(id: 4, state: .folder(Folder.State()))))
    store.send(.path(.push(id: .next, state: .folder(Folder.State()))))
    #expect(store.state.path.ids == [0, 4, 5])
    #expect(store.state.log == ["push 0 of [0]", "push 4 of [0, 4]", "push 5 of [0, 4, 5]"])
  }

  @Test("popFrom takes a screen and all above it away, after the parent") func popFrom() {
    let store = Folders.store()
    for name in ["a", "b", "c"] { store.send(.open(name)) }
    store.send(.path(.popFrom(id: 1)))
    #expect(store.state.path.ids == [0])
    #expect(store.state.log == ["popFrom 1 of [0, 1, 2]"])
    store.send(.open("d"))
    #expect(store.state.path.ids == [0, 3])
  }

  @Test("An id that is too great is not pushed, so the stack can count on") func pushFar() async {
    let store = Folders.store()
    let texts = await messages(of: store) {
      store.send(.path(.push(id: 4_503_599_627_370_497, state: .folder(Folder.State()))))
      store.send(.path(.push(id: 4_503_599_627_370_496, state: .folder(Folder.State()))))
      store.send(.open("a"))
    }
    #expect(store.state.path.ids.map(\.rawValue) == [4_503_599_627_370_496, 4_503_599_627_370_497])
    #expect(
      texts.count == 1
        && texts[0].contains(
          "pushes the id 4503599627370497 onto Folders.State.path, but the greatest is 4503599627370496"),
      "\(texts)")
  }

  @Test("An id that was given before is not pushed, and that is said") func pushAgain() async {
    let store = Folders.store()
    store.send(.open("a"))
    store.send(.back)
    let texts = await messages(of: store) {
      let task = store.send(.path(.push(id: 0, state: .folder(Folder.State()))))
      #expect(task.missingChild != nil)
    }
    #expect(store.state.path.isEmpty)
    #expect(store.state.log == ["push 0 of []"], "the parent gets the action all the same")
    #expect(texts.count == 1)
    #expect(
      texts.first?.contains(
        "pushes the id 0 onto Folders.State.path, which has given this number before (forEach at") == true,
      "\(texts)")
    #expect(
      texts.first?.contains(
        "Nothing is pushed, because no stack gives an id twice. Leave the id out, and the stack gives 1; or push with an id "
          + "that is not smaller.") == true, "\(texts)")
  }

  @Test("An action for an id that is not there lists the ids that are there, and causes") func missing() async {
    let store = Folders.store()
    store.send(.open("a"))
    store.send(.open("b"))
    let texts = await messages(of: store) {
      let task = store.send(.path(.element(id: 7, action: .folder(.rename("x")))))
      #expect(task.missingChild != nil)
      store.send(.path(.popFrom(id: 9)))
      store.send(.popAll)
      store.send(.path(.popFrom(id: 0)))
    }
    #expect(texts.count == 3)
    #expect(
      texts.first?.contains(
        "is meant for the screen with id 7 of Folders.State.path, which is not there: there are 0, 1 (forEach at")
        == true, "\(texts)")
    #expect(texts.first?.contains("Possible causes: (1) A reducer that runs before took the child away") == true)
    #expect(texts[1].contains("the screen with id 9 of Folders.State.path"), "\(texts)")
    #expect(texts.last?.contains("which is not there: the stack is empty") == true, "\(texts)")
    #expect(store.state.log == ["popFrom 9 of [0, 1]", "popFrom 0 of []"])
  }

  // MARK: Effects

  @Test("The effects of screens that have gone end, the top screen's first", arguments: [0, 1, 2, 3])
  func effectsEnd(way: Int) async {
    let ended = Log<String>()
    let clock = TestClock()
    let store = Folders.store(page: Paper(clock: clock) { ended.append($0) })
    for _ in 0..<20 { store.send(.path(.push(state: .page(Paper.State())))) }
    // In another order than that of the screens.
    for id in [3, 17, 0, 9, 12, 1, 19, 5] {
      store.send(.path(.element(id: StackElementID(number: id), action: .page(.start("\(id)")))))
    }
    await clock.advance(by: .seconds(1))
    #expect(store.state.path[id: 9, case: \.page]?.ticks == 1)
    switch way {
    case 0: store.send(.path(.popFrom(id: 3)))
    case 1:
      store.send(.path(.popFrom(id: 9)))
      store.send(.path(.popFrom(id: 3)))
    case 2: for _ in 0..<17 { store.send(.back) }
    default:
      store.send(.save)
      store.send(.path(.popFrom(id: 3)))
    }
    while ended.all.count < 6 { await Task.yield() }
    #expect(ended.all == ["19", "17", "12", "9", "5", "3"])
    await clock.advance(by: .seconds(1))
    #expect(store.state.path[id: 0, case: \.page]?.ticks == 2)
    store.send(.popAll)
    while ended.all.count < 8 { await Task.yield() }
    #expect(ended.all.suffix(2) == ["1", "0"])
  }

  @Test("An effect's actions go to its own screen, wherever that is by then") func effectFollows() async {
    let clock = TestClock()
    let store = Folders.store(page: Paper(clock: clock))
    for title in ["a", "b", "c"] { store.send(.path(.push(state: .page(Paper.State(title: title))))) }
    let task = store.send(.path(.element(id: 1, action: .page(.start("")))))
    await clock.advance(by: .seconds(2))
    #expect(store.state.path.map(\.ticks) == [0, 2, 0])
    store.send(.path(.popFrom(id: 2)))
    await clock.advance(by: .seconds(1))
    #expect(store.state.path.map(\.ticks) == [0, 3])
    store.send(.popAll)
    await task.finish()
  }

  // MARK: dismiss

  @Test("A screen's effect dismisses it and all above it: everybody sees popFrom") func dismiss() async {
    let store = Folders.store()
    let seen = Log<String>()
    let subscription = store.observeActions { action, _, _ in seen.append(JSON.string(action)) }
    for _ in 0..<3 { store.send(.path(.push(state: .page(Paper.State())))) }
    let texts = await messages(of: store) {
      await store.send(.path(.element(id: 1, action: .page(.close)))).finish()
      #expect(store.state.path.ids == [0])
      await store.send(.path(.element(id: 0, action: .page(.closeTwice)))).finish()
    }
    #expect(texts == [])
    #expect(store.state.path.isEmpty)
    #expect(
      seen.all.filter { $0.contains("popFrom") } == [
        #"{"path":{"popFrom":{"id":1}}}"#, #"{"path":{"popFrom":{"id":0}}}"#,
      ])
    #expect(store.state.log.suffix(2) == ["popFrom 1 of [0, 1, 2]", "popFrom 0 of [0]"])
    subscription.cancel()
  }

  // MARK: Numbers

  @Test("A reducer that puts a stack back does not lower its number") func putBack() {
    let store = Folders.store()
    store.send(.open("a"))
    store.send(.save)
    store.send(.open("b"))
    store.send(.open("c"))
    store.send(.putBack)
    #expect(store.state.path.ids == [0])
    store.send(.open("d"))
    #expect(store.state.path.ids == [0, 3])
  }

  @Test("A stack that is assigned goes on, also in a value that is in no store, and with the same screens")
  func assign() {
    var state = Folders.State(path: [.folder(Folder.State()), .folder(Folder.State())])
    state.path.removeLast()
    state.path = [.folder(Folder.State())]
    state.path.append(.folder(Folder.State()))
    #expect(state.path.ids == [0, 2])
    let store = Folders.store(state)
    store.send(.back)
    var same = store.state
    same.path = [.folder(Folder.State())]
    store.restore(same)
    store.send(.open("a"))
    #expect(store.state.path.ids == [0, 3])
  }

  @Test("A state that is restored does not lower it either") func restore() {
    let store = Folders.store()
    let empty = store.state
    for name in ["a", "b"] { store.send(.open(name)) }
    store.restore(empty)
    #expect(store.state.path.isEmpty)
    store.send(.open("c"))
    #expect(store.state.path.ids == [2])
  }

  @Test("Each stack has numbers of its own, also inside of screens and rows") func nested() {
    let store = Store(initialState: Tree.State(), reducer: Tree())
    store.send(.push)
    store.send(.push)
    store.send(.pushInside(0))
    store.send(.pushInside(1))
    store.send(.pushInside(1))
    store.send(.pushInRow)
    let saved = store.state
    #expect(saved.path.ids == [0, 1])
    #expect(saved.path[id: 0]?.path.ids == [0])
    #expect(saved.path[id: 1]?.path.ids == [0, 1])
    #expect(saved.rows[0].path.ids == [0])
    store.send(.pushInside(1))
    store.send(.pushInRow)
    store.restore(saved)
    store.send(.pushInside(1))
    store.send(.pushInRow)
    #expect(store.state.path[id: 1]?.path.ids == [0, 1, 3])
    #expect(store.state.rows[0].path.ids == [0, 2])
  }

  @Test("The trace of a commit names each stack whose number has risen") func trace() {
    let store = Store(initialState: Tree.State(), reducer: Tree())
    let log = Log<[String: Int]>()
    let subscription = store.trace { entry, _ in if entry.kind.isCommit { log.append(entry.next) } }
    store.send(.push)
    store.send(.pushInside(0))
    store.send(.pop)
    store.send(.pushInRow)
    store.restore(Tree.State())
    store.send(.push)
    #expect(log.all == [["/path": 1], ["/path/id=0/state/path": 1], [:], ["/rows/id=5/path": 1], [:], ["/path": 2]])
    subscription?.cancel()
  }

  /// Stacks inside of screens and rows.
  struct Tree: Reducer {
    @ObservableState struct Node: Equatable, Identifiable {
      var id = 0
      var path = StackState<StackLeaf>()
    }
    @ObservableState struct StackLeaf: Equatable { var name = "" }
    @ObservableState struct State: Equatable {
      var path = StackState<Node>()
      var rows: IdentifiedArrayOf<Node> = [Node(id: 5)]
    }
    @Action enum Action { case push, pop, pushInside(Int), pushInRow }
    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .push: state.path.append(Node())
        case .pop: state.path.removeLast()
        case .pushInside(let id): state.path[id: StackElementID(number: id)]?.path.append(StackLeaf())
        case .pushInRow: state.rows[0].path.append(StackLeaf())
        }
        return .none
      }
    }
  }
}

extension Path.State {
  var ticks: Int { if case .page(let page) = self { page.ticks } else { -1 } }
}
