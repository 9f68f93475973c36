// Actions for children that are not there.
import EnfoldTesting
import Testing

@testable import Enfold

@Suite("Absent children") struct MissingChildTests {
  struct Child: Reducer {
    @ObservableState struct State: Equatable, Identifiable { var id = 0 }
    @Action enum Action: Equatable { case rename(to: String, because: String), tap }
    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      Issue.record("There is no child")
      return .none
    }
  }

  @Action enum Action: Equatable { case child(Child.Action), row(id: Int, action: Child.Action) }

  @ObservableState struct State: Equatable {
    var child: Child.State?
    var rows: IdentifiedArrayOf<Child.State> = []
    var actions = 0
  }

  struct Plain: Equatable {
    var child: Child.State?
    var rows: IdentifiedArrayOf<Child.State> = []
  }

  @Action enum Screen: Equatable, Sendable { case loading(Int), shown(Child.State) }

  /// Counts what the parent gets.
  struct Count: Reducer {
    func reduce(into state: inout MissingChildTests.State, action: MissingChildTests.Action) -> Effect<Action> {
      state.actions += 1
      return .none
    }
  }

  /// What a store has to say about an action that nobody gets.
  static func message<S: Equatable>(_ state: S, _ action: Action, _ reducer: some Reducer<S, Action>) async -> String {
    let store = Store(initialState: state, reducer: reducer.eraseToReduce())
    let messages = await messages(of: store) {
      let task = store.send(action)
      #expect(await task.finish().error is MissingChild)
      #expect(store.state == state)
      #expect(task.missingChild != nil)
    }
    #expect(messages.count == 1)
    return messages.first ?? ""
  }

  @Test("The message names the feature, the action without values, the property, and what may be wrong")  // 92
  func optional() async {
    let line: UInt = #line + 1
    let reducer = EmptyReducer<State, Action>().ifLet(\.child, action: \.child) { Child() }
    let text = await Self.message(State(), .child(.rename(to: "secret", because: "secret")), reducer)
    #expect(
      text.hasPrefix(
        "Action.child(.rename(to:, because:)) is meant for MissingChildTests.State.child, which is nil (ifLet at "
      ))
    #expect(text.contains("MissingChildTests.swift:\(line)"))
    #expect(text.contains("(1) A reducer that runs before took the child away"))
    #expect(text.contains("(2) An effect that is not the child's sent it"))
    #expect(text.contains("(3) It was sent from outside"))
    #expect(!text.contains("secret"))
  }

  @Test("Of a state without macro, too")  // 92
  func plainProperty() async {
    let reducer = EmptyReducer<Plain, Action>().ifLet(\.child, action: \.child) { Child() }
    #expect(
      await Self.message(Plain(), .child(.tap), reducer).hasPrefix(
        "Action.child(.tap) is meant for MissingChildTests.Plain.child, "))
  }

  @Test("An enum state tells its case")  // 92
  func enumCase() async {
    let reducer = EmptyReducer<Screen, Action>().ifCaseLet(\.shown, action: \.child) { Child() }
    let text = await Self.message(.loading(1234), .child(.tap), reducer)
    #expect(
      text.contains(
        "is meant for MissingChildTests.Screen.shown, while the state is Screen.loading(_:) (ifCaseLet at "
      ))
    #expect(!text.contains("1234"))
  }

  @Test("A list tells which element is not in it")  // 92
  func element() async {
    let reducer = EmptyReducer<State, Action>().forEach(\.rows, action: \.row) { Child() }
    let text = await Self.message(State(rows: [Child.State(id: 1)]), .row(id: 77, action: .tap), reducer)
    #expect(
      text.hasPrefix(
        "Action.row(id:, action: .tap) is meant for the element with id 77 of MissingChildTests.State.rows"
      ))
  }

  @Test("Scope tells the same of a case")  // 92
  func scope() async {
    let reducer = Scope<Screen, Action, Child>(case: \.shown, action: \.child) { Child() }
    #expect(await Self.message(.loading(1), .child(.tap), reducer).contains("(Scope at "))
  }

  @Test("The task tells of the child that its own action missed, not of those that its effects missed")  // 92
  func causedByEffect() async {
    struct Forward: Reducer {
      func reduce(into state: inout MissingChildTests.State, action: MissingChildTests.Action) -> Effect<Action> {
        action == .child(.tap) ? .send(.row(id: 1, action: .tap)) : .none
      }
    }
    let store = Store(
      initialState: State(), reducer: Forward().forEach(\.rows, action: \.row) { Child() })
    let messages = await messages(of: store) {
      let task = store.send(.child(.tap))
      #expect(task.missingChild == nil)
      #expect(await task.finish().error is MissingChild)
    }
    #expect(messages.count == 1)
  }

  @Test("Where nobody listens it is on the standard error stream, as is an effect that fails")  // 92, 35
  func standardError() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      let store = Store(
        initialState: State(), reducer: EmptyReducer<State, Action>().ifLet(\.child, action: \.child) { Child() })
      store.send(.child(.tap))
      struct Offline: Error {}
      let failing = Store<Int, Int>(initialState: 0) { _, _ in .run { _ in throw Offline() } }
      await failing.send(1).finish()
      _ = failing.diagnostics
      var iterator = failing.diagnostics.makeAsyncIterator()
      failing.send(2)
      _ = await iterator.next()
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    let lines = text.split(separator: "\n").filter { $0.hasPrefix("enfold: ") }
    #expect(lines.count == 2)
    #expect(lines.first?.hasPrefix("enfold: action child(.tap): Action.child(.tap) is meant for ") == true)
    #expect(lines.last?.hasSuffix("failed: Offline() [enfold explain an-effect-failed]") == true)
  }

  @Test("The parent gets the action all the same, and one action may miss several children")  // 92
  func parentRuns() async {
    let store = Store(
      initialState: State(),
      reducer: Count().ifLet(\.child, action: \.child) { Child() }.ifLet(\.child, action: \.child) { Child() })
    let messages = await messages(of: store) {
      await store.send(.child(.tap)).finish()
      #expect(store.actions == 1)
    }
    #expect(messages.count == 2)
  }

  @Test("Deep inside a tree the diagnostic names the whole action, and the message its own part")  // 92
  func deepInside() async throws {
    let store = Store(
      initialState: ForEachTests.Groups.State(groups: [ForEachTests.Group.State(id: "a")]),
      reducer: ForEachTests.Groups(clock: TestClock()))
    var diagnostics = store.diagnostics.makeAsyncIterator()
    #expect(store.send(.group(id: "a", action: .timer(id: 7, action: .tick))).missingChild != nil)
    let diagnostic = try #require(await diagnostics.next())
    #expect(diagnostic.action == "group(id:, action: .timer(id:, action: .tick))")
    #expect(
      diagnostic.message.hasPrefix(
        "Action.timer(id:, action: .tick) is meant for the element with id 7 of ForEachTests.Group.State.timers"
      ))
  }
}
