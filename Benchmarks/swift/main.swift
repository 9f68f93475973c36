// The workloads in Swift: W1 typed and through bytes, W2 typed, P9 beside Foundation's coders. Release builds only.
//
// Prints "workload<TAB>what<TAB>value<TAB>unit": medians of several runs, both sides of a ratio in turn.
import CounterFeature
import Enfold
import Foundation
import TodosFeature

let runs = 7
nonisolated(unsafe) var seen = 0  // written by one thread

func row(_ workload: String, _ what: String, _ value: Double, _ unit: String = "ns") {
  print("\(workload)\t\(what)\t\(String(format: "%.1f", value))\t\(unit)")
}

/// Nanoseconds of one of `count` calls.
func time(_ count: Int, _ body: () -> Void) -> Double {
  let start = ContinuousClock.now
  for _ in 0..<count { body() }
  let (seconds, attoseconds) = (ContinuousClock.now - start).components
  return (Double(seconds) * 1e9 + Double(attoseconds) / 1e9) / Double(count)
}

/// Medians of several things, measured in turn.
func compare(_ workload: String, _ count: Int, _ sides: [(name: String, body: () -> Void)]) {
  var times = [[Double]](repeating: [], count: sides.count)
  for _ in 0..<runs {
    for (index, side) in sides.enumerated() { times[index].append(time(count, side.body)) }
  }
  for (index, side) in sides.enumerated() { row(workload, side.name, times[index].sorted()[runs / 2]) }
}

// W1: typed, with and without an observer.
let observed = Store(initialState: Counter.State(), reducer: Counter())
let subscription = observed.observe(\.count) { seen &+= $0 }
let alone = Store(initialState: Counter.State(), reducer: Counter())
compare("W1", 200_000, [("Swift typed", { observed.send(.increment) })])
compare("W1 no observer", 200_000, [("Swift typed", { alone.send(.increment) })])

// W1 through bytes: what an action costs to read and a value to write.
let increment = Array("{\"increment\":{}}".utf8)
compare(
  "W1", 200_000,
  [
    (
      "Swift through bytes",
      {
        guard let action = try? increment.withUnsafeBytes({ try JSON.decode(Counter.Action.self, from: $0) }) else {
          return
        }
        alone.send(action)
        seen &+= JSON.string(alone.count).utf8.count
      }
    )
  ])

// W2 typed: one of N items toggled, one observed.
for count in [100, 10_000, 100_000] {
  let items = IdentifiedArray(uniqueElements: (0..<count).map { Todo(id: $0, title: "todo \($0)") })
  let store = Store(initialState: Todos.State(items: items, nextID: count), reducer: Todos())
  let subscription = store.observe({ $0.items[id: count / 2]?.isDone }) { seen &+= $0 == true ? 1 : 0 }
  var random: UInt64 = 42
  compare(
    "W2 one item observed, N = \(count)", 100_000,
    [
      (
        "Swift typed",
        {
          random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
          store.send(.toggle(id: Int(random >> 33) % count))
        }
      )
    ])
  subscription.cancel()
}

// P9: typed decoding and encoding, beside Foundation's coders.
struct FoundationTodo: Codable { var id: Int, title: String, isDone: Bool }
struct FoundationCounter: Codable { var count: Int, isLoading: Bool, fact: String? }
enum FoundationAction: Codable { case increment }

let decoder = JSONDecoder(), encoder = JSONEncoder()
let incrementData = Data(increment)
compare(
  "P9 decode {\"increment\":{}}", 20_000,
  [
    ("EnfoldJSON", { _ = try? increment.withUnsafeBytes { try JSON.decode(Counter.Action.self, from: $0) } }),
    ("Foundation", { _ = try? decoder.decode(FoundationAction.self, from: incrementData) }),
  ])
let state = Counter.State(count: 12_345)
let foundationState = FoundationCounter(count: 12_345, isLoading: false, fact: nil)
var writer = JSONWriter()
compare(
  "P9 encode the counter's state", 20_000,
  [
    (
      "EnfoldJSON",
      {
        writer.removeAll()
        state.writeJSON(to: &writer)
        seen &+= writer.count
      }
    ),
    ("Foundation", { seen &+= (try? encoder.encode(foundationState))?.count ?? 0 }),
  ])
for (name, count) in [("10 KB", 200), ("1 MB", 20_000)] {
  let todos = (0..<count).map { Todo(id: $0, title: "todo number \($0)", isDone: $0 % 3 == 0) }
  let text = Array(JSON.string(todos).utf8)
  let data = Data(text)
  let foundationTodos = todos.map { FoundationTodo(id: $0.id, title: $0.title, isDone: $0.isDone) }
  compare(
    "P9 decode \(name) of todos", count > 1_000 ? 1 : 20,
    [
      ("EnfoldJSON", { seen &+= (try? text.withUnsafeBytes { try JSON.decode([Todo].self, from: $0) })?.count ?? 0 }),
      ("Foundation", { seen &+= (try? decoder.decode([FoundationTodo].self, from: data))?.count ?? 0 }),
    ])
  compare(
    "P9 encode \(name) of todos", count > 1_000 ? 1 : 20,
    [
      (
        "EnfoldJSON",
        {
          writer.removeAll()
          todos.writeJSON(to: &writer)
          seen &+= writer.count
        }
      ),
      ("Foundation", { seen &+= (try? encoder.encode(foundationTodos))?.count ?? 0 }),
    ])
}
subscription.cancel()
