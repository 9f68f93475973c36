// printChanges, and the words it uses.
import EnfoldTesting
import Testing

@testable import Enfold

@Suite("Printing changes") struct PrintChangesTests {
  struct Light: Reducer {
    func reduce(into state: inout Bool, action: Bool) -> Effect<Bool> {
      state = action
      return .none
    }
  }

  @Test("A printer is told once for each action: the action, and the state before and after")  // 164
  func once() {
    let log = Log<String>()
    let store = Store(
      initialState: false,
      reducer: Light().printChanges(ReducerPrinter { log.append("\($0) \($1) \($2)") }))
    store.send(true)
    store.send(true)
    #expect(log.all == ["true false true", "true true true"])
  }

  @Test("Printers are told in the order in which they are stacked, every action before the next one")  // 164
  func order() {
    let log = Log<String>()
    func printer(_ name: Int) -> ReducerPrinter<Bool, Bool> {
      ReducerPrinter { _, _, new in log.append("\(name) \(new)") }
    }
    let store = Store(
      initialState: false,
      reducer: Light().printChanges(printer(1)).printChanges(printer(2)).printChanges(printer(3))
        .printChanges(printer(4)))
    for action in [true, false, true, false] { store.send(action) }
    #expect(log.all == [true, false, true, false].flatMap { action in (1...4).map { "\($0) \(action)" } })
  }

  @Test("No printer changes nothing") func noPrinter() {
    var state = false
    #expect(Light().printChanges(nil).reduce(into: &state, action: true) == .none)
    #expect(state)
  }

  struct Todo: Equatable, Identifiable {
    let id: Int
    var title = ""
    var isDone = false
  }

  @Action enum Action { case toggle(id: Int), nothing }

  @Test("The default printer tells what has changed, the other one the name only") func readyMade() {
    let log = Log<String>()
    let reducer = Reduce<IdentifiedArrayOf<Todo>, Action> { todos, action in
      if case .toggle(let id) = action { todos[id: id]?.isDone.toggle() }
      return .none
    }
    let store = Store(
      initialState: [Todo(id: 7)],
      reducer: reducer.printChanges(.changes { log.append($0) }).printChanges(.labels { log.append($0) }))
    store.send(.toggle(id: 7))
    store.send(.nothing)
    #expect(
      log.all == [
        "Action.toggle(id:)\n  [id: 7].isDone: false → true", "Action.toggle(id:)",
        "Action.nothing\n  (no change)", "Action.nothing",
      ])
  }

  // MARK: Differences

  enum Filter: Equatable { case all, named(String, isExact: Bool) }

  struct Everything: Equatable {
    var number = 1
    var text = "a"
    var optional: Int?
    var filter = Filter.all
    var todos = [Todo(id: 1), Todo(id: 2), Todo(id: 3)]
    var numbers = [1, 2]
    var named = ["a": 1, "b": 2]
    var set: Set<Int> = [1]
  }

  static func changes(_ change: (inout Everything) -> Void) -> [String] {
    var new = Everything()
    change(&new)
    return describeChanges(from: Everything(), to: new)
  }

  @Test("Differences are told property by property") func differences() {
    #expect(Self.changes { _ in } == [])
    #expect(
      Self.changes {
        $0.number = 2; $0.text = "b"
      } == ["number: 1 → 2", #"text: "a" → "b""#])
    #expect(Self.changes { $0.optional = 5 } == ["optional: nil → 5"])
    #expect(Self.changes { $0.filter = .named("x", isExact: true) } == [#"filter: all → named("x", isExact: true)"#])
    #expect(Self.changes { $0.numbers = [1, 3, 4] } == ["numbers[1]: 2 → 3", "+ numbers[2]: 4"])
    #expect(Self.changes { $0.named = ["a": 5] } == [#"named["a"]: 1 → 5"#, #"- named["b"]: 2"#])
    #expect(Self.changes { $0.set = [2] } == ["- set[1]: 1", "+ set[2]: 2"])
    #expect(Self.changes { $0.todos[1].title = "x" } == [#"todos[id: 2].title: "" → "x""#])
    #expect(
      Self.changes { $0.todos.swapAt(0, 2) } == [
        #"todos: order ["id: 1", "id: 2", "id: 3"] → ["id: 3", "id: 2", "id: 1"]"#
      ])
    #expect(Self.changes { $0.todos.remove(at: 0) }.first?.hasPrefix("- todos[id: 1]: Todo(") == true)
    #expect(
      describeChanges(from: Filter.named("x", isExact: true), to: .named("x", isExact: false)) == [
        "isExact: true → false"
      ])
    #expect(describeChanges(from: 1, to: 2) == ["1 → 2"])
    #expect(describeChanges(from: Optional(Todo(id: 1)), to: Todo(id: 1, isDone: true)) == ["isDone: false → true"])
  }
}
