// Stacks in tests of features.
import EnfoldTesting
import Testing

@Suite("Stacks in a TestStore") struct StackTests {
  @Reducer struct Sheet {
    @ObservableState struct State: Equatable {
      @Bindable var text = ""
      var ticks = 0
    }
    enum Action: BindableAction, Equatable {
      case binding(BindingAction<State>)
      case close, start, tick, answer(Int)
    }
    @Dependency(\.dismiss) var dismiss
    @Dependency(\.clock) var clock

    var body: some ReducerOf<Self> {
      BindingReducer()
      Reduce { state, action in
        switch action {
        case .close: return .run { _ in await dismiss() }
        case .start:
          return .run { send in
            for _ in 0..<3 {
              try await clock.sleep(for: .seconds(1))
              await send(.tick)
            }
          }
        case .tick: state.ticks += 1
        case .binding, .answer: break
        }
        return .none
      }
    }
  }

  @Reducer struct Desk {
    @Reducer(state: .equatable, action: .equatable) enum Path {
      case sheet(Sheet)
      case list(Desk)
    }
    @ObservableState struct State: Equatable {
      var path = StackState<Path.State>()
      var answers: [Int] = []
    }
    enum Action: Equatable {
      case open
      indirect case path(StackActionOf<Path>)
    }
    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .open: state.path.append(.sheet(Sheet.State()))
        case .path(.element(let id, .sheet(.answer(let answer)))):
          state.answers.append(answer)
          if answer == 0 { state.path.pop(from: id) }
        case .path: break
        }
        return .none
      }
      .forEach(\.path, action: \.path)
    }
  }

  let store = TestStore(initialState: Desk.State()) { Desk() }

  @Test func `Screens are pushed, changed and popped by their ids`() async {
    await store.send(\.open) { $0.path[id: 0] = .sheet(Sheet.State()) }
    await store.send(.path(.push(state: .sheet(Sheet.State(text: "b"))))) {
      $0.path.append(.sheet(Sheet.State(text: "b")))
    }
    await store.send(\.path[id: 1].sheet.binding.text, "c") { $0.path[id: 1, case: \.sheet]?.text = "c" }
    await store.send(.path(.popFrom(id: 1))) { $0.path.pop(from: 1) }
    await store.send(\.open) { $0.path[id: 2] = .sheet(Sheet.State()) }
    #expect(store.state.path.ids == [0, 2])
    await store.send(\.path.popFrom, 0) { $0.path.removeAll() }
  }

  @Test func `A screen dismisses itself, and the test receives popFrom`() async {
    await store.send(\.open) { $0.path[id: 0] = .sheet(Sheet.State()) }
    await store.send(\.open) { $0.path[id: 1] = .sheet(Sheet.State()) }
    await store.send(\.path[id: 0].sheet.close)
    await store.receive(\.path.popFrom, 0) { $0.path.pop(from: 0) }
    await store.send(\.open) { $0.path[id: 2] = .sheet(Sheet.State()) }
    await store.send(\.path[id: 2].sheet.close)
    await store.receive(\.path.popFrom) { $0.path = [] }
  }

  @Test func `Effects of a screen end with it`() async {
    let clock = TestClock()
    let store = TestStore(initialState: Desk.State()) {
      Desk()
    } withDependencies: {
      $0.clock = clock
    }
    await store.send(\.open) { $0.path[id: 0] = .sheet(Sheet.State()) }
    await store.send(\.path[id: 0].sheet.start)
    await clock.advance(by: .seconds(1))
    await store.receive(\.path[id: 0].sheet.tick) { $0.path[id: 0, case: \.sheet]?.ticks = 1 }
    await store.send(\.path[id: 0].sheet.answer, 0) {
      $0.answers = [0]
      $0.path.removeAll()
    }
    await clock.advance(by: .seconds(9))
    await store.finish()
  }

  @Test func `A wrong expectation shows the screens by their ids`() async {
    await withKnownIssue {
      await store.send(\.open) { $0.path[id: 0] = .sheet(Sheet.State(text: "x")) }
    } matching: {
      let text = "\($0)"
      return text.contains("#0") && text.contains("text: \"x\"") && text.contains("text: \"\"")
    }
  }

  @Test func `An action for no screen fails the test, with the ids that are there`() async {
    await store.send(\.open) { $0.path[id: 0] = .sheet(Sheet.State()) }
    await withKnownIssue {
      await store.send(\.path[id: 4].sheet.close)
    } matching: {
      "\($0)".contains("the screen with id 4 of StackTests.Desk.State.path, which is not there: there are 0")
    }
    await withKnownIssue {
      await store.send(.path(.push(id: 0, state: .sheet(Sheet.State()))))
    } matching: {
      "\($0)".contains("pushes the id 0 onto StackTests.Desk.State.path, which has given this number before")
    }
  }

  @Test func `A stack in a screen of a stack counts for itself`() async {
    await store.send(.path(.push(state: .list(Desk.State())))) { $0.path[id: 0] = .list(Desk.State()) }
    await store.send(\.path[id: 0].list.open) { $0.path[id: 0, case: \.list]?.path[id: 0] = .sheet(Sheet.State()) }
    await store.send(\.path[id: 0].list.path[id: 0].sheet.close)
    await store.receive(\.path[id: 0].list.path.popFrom, 0) { $0.path[id: 0, case: \.list]?.path.removeAll() }
  }

  @Test func `A store that is not exhaustive lets screens pass`() async {
    store.exhaustivity = .off
    await store.send(\.open)
    await store.send(\.open)
    await store.send(\.path[id: 0].sheet.close)
    await store.send(\.open) { $0.path[id: 2] = .sheet(Sheet.State()) }
    #expect(store.state.path.ids == [2])
  }
}
