// Tests of a list: each action by its reducer, loading in a store.
import EnfoldTesting
import Foundation
import Testing

@testable import TodosFeature

@Suite("Todos' reducer") struct TodosReducerTests {
  /// What an action makes of a list of two, the first of which is done.
  func reduce(_ actions: Todos.Action...) -> Todos.State {
    var state = Todos.State(
      items: [Todo(id: 1, title: "milk", isDone: true), Todo(id: 2, title: "bread")], nextID: 3)
    for action in actions { #expect(Todos().reduce(into: &state, action: action) == .none) }
    return state
  }

  @Test("Adding appends under the next id") func add() {
    let state = reduce(.add(title: "eggs"), .add(title: "salt"))
    #expect(state.items.map(\.id) == [1, 2, 3, 4])
    #expect(state.items[id: 4] == Todo(id: 4, title: "salt"))
    #expect(state.nextID == 5)
  }

  @Test("Toggling twice changes nothing") func toggle() {
    #expect(reduce(.toggle(id: 2)).items[id: 2]?.isDone == true)
    #expect(reduce(.toggle(id: 2), .toggle(id: 2)) == reduce())
  }

  @Test("Renaming changes one title") func rename() {
    #expect(reduce(.rename(id: 2, title: "rolls")).items.map(\.title) == ["milk", "rolls"])
  }

  @Test("Deleting removes one") func delete() {
    #expect(reduce(.delete(id: 1)).items.map(\.id) == [2])
  }

  @Test("Actions for what is not there change nothing") func absent() {
    #expect(reduce(.toggle(id: 9), .rename(id: 9, title: "?"), .delete(id: 9)) == reduce())
  }

  @Test("The filter does not touch the list") func filter() {
    let state = reduce(.setFilter(.completed))
    #expect(state.filter == .completed)
    #expect(state.items == reduce().items)
  }

  @Test("Clearing removes what is done") func clearCompleted() {
    #expect(reduce(.clearCompleted).items.map(\.title) == ["bread"])
  }

  @Test("A list that arrives replaces the old one, and new ids follow it; of equal ids the first counts")
  func loaded() {
    let todos = [Todo(id: 7, title: "a"), Todo(id: 5, title: "b"), Todo(id: 7, title: "c")]
    let state = reduce(.loaded(.success(todos)))
    #expect(state.items.map(\.title) == ["a", "b"])
    #expect(state.nextID == 8)
  }
}

@Suite("Todos in a store") struct TodosStoreTests {
  @Test("Loading asks for the path, and shows that it loads until the list is there") func load() async {
    let clock = TestClock()
    let store = Store(
      initialState: Todos.State(),
      reducer: Todos { path in
        try await clock.sleep(for: .seconds(1))
        return [Todo(id: 1, title: path)]
      })
    let task = store.send(.load(path: "list.json"))
    await clock.waitForSleepers(1)
    #expect(store.isLoading)
    clock.advanceNow(by: .seconds(1))
    await task.finish()
    #expect(!store.isLoading)
    #expect(store.items.map(\.title) == ["list.json"])
  }

  @Test("A failure is the state's error, and the next attempt forgets it") func loadFails() async {
    struct Gone: Error {}
    let store = Store(
      initialState: Todos.State(), reducer: Todos { path in if path.isEmpty { throw Gone() } else { [] } })
    await store.send(.load(path: "")).finish()
    #expect(store.error?.contains("Gone") == true)
    #expect(!store.isLoading)
    await store.send(.load(path: "list.json")).finish()
    #expect(store.error == nil)
  }

  @Test("A file is read as JSON") func loadFromAFile() async throws {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("todos-\(UUID()).json")
    defer { try? FileManager.default.removeItem(at: file) }
    try Data(#"[{"id":3,"title":"milk","isDone":true}]"#.utf8).write(to: file)
    let store = Store(initialState: Todos.State(), reducer: Todos())
    await store.send(.load(path: file.path)).finish()
    #expect(store.error == nil)
    #expect(store.items.map(\.title) == ["milk"])
    #expect(store.nextID == 4)
  }

  @Test("A file that is no JSON, or not there, is an error that names it") func loadFromABadFile() async throws {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("todos-\(UUID()).json")
    let store = Store(initialState: Todos.State(), reducer: Todos())
    await store.send(.load(path: file.path)).finish()
    #expect(store.error?.contains(file.lastPathComponent) == true)
    defer { try? FileManager.default.removeItem(at: file) }
    try Data("[{]".utf8).write(to: file)
    await store.send(.load(path: file.path)).finish()
    #expect(store.error?.contains("byte") == true)
    #expect(store.items.isEmpty)
  }
}
