// W2 in Swift: one of N todos toggled, one observed.
import Enfold
import TodosFeature

/// A todo without tracking, for the floor.
private struct PlainTodo {
  let id: Int
  let title: String
  var isDone = false
}

func w2Todos() {
  for count in [100, 10_000, 100_000] {
    let minimal = MinimalLoop((0..<count).map { PlainTodo(id: $0, title: "todo \($0)") }) { items, id in
      items[id].isDone.toggle()
    }
    minimal.observe({ $0[count / 2].isDone }, { seen &+= $0 ? 1 : 0 })
    let items = IdentifiedArray(uniqueElements: (0..<count).map { Todo(id: $0, title: "todo \($0)") })
    let store = Store(initialState: Todos.State(items: items, nextID: count), reducer: Todos())
    let subscription = store.observe({ $0.items[id: count / 2]?.isDone }) { seen &+= $0 == true ? 1 : 0 }
    var ids = Random()
    var otherIDs = Random()
    compare(
      "W2 typed, one item, N = \(count)",
      [
        Side("minimal Swift loop") { for _ in 0..<$0 { minimal.send(ids.next(below: count)) } },
        Side("Swift typed") { for _ in 0..<$0 { store.send(.toggle(id: otherIDs.next(below: count))) } },
      ])
    subscription.cancel()
  }
}
