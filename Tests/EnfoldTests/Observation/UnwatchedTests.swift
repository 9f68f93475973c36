// Lists and dictionaries are compared only if an event depends on them.
import EnfoldTesting
import Testing

@testable import Enfold

/// A value that counts how often it is compared with another one.
struct Compared: JSONCodable, Equatable, Sendable {
  static let comparisons = Box(0)
  var number = 0

  init(_ number: Int) { self.number = number }
  init(json reader: inout JSONReader) throws(JSONError) { number = try Int(json: &reader) }
  func writeJSON(to writer: inout JSONWriter) { number.writeJSON(to: &writer) }
  func hasSameJSON(as other: Self) -> Bool {
    Self.comparisons.update { $0 += 1 }
    return number == other.number
  }
  static func jsonSchema(in builder: inout JSONSchemaBuilder) -> JSONSchema { Int.jsonSchema(in: &builder) }
}

private struct Probes: Reducer {
  @ObservableState struct Row: Equatable, Identifiable {
    let id: Int
    var list = [Compared(1)]
  }
  @ObservableState struct Child: Equatable {
    var list = [Compared(1)]
    var other = 0
  }
  @ObservableState struct Computing: Equatable {
    var list = [Compared(1)]
    @Derived var length: Int { list.count }
  }
  @ObservableState struct State: Equatable {
    var list = [Compared(1)]
    var table = ["a": Compared(1)]
    var other = 0
    var child = Child()
    var guest: Child?
    var computing = Computing()
    var rows: IdentifiedArrayOf<Row> = [Row(id: 1)]
  }
  typealias Action = @Sendable (inout State) -> Void

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    action(&state)
    return .none
  }
}

@Suite(.serialized) struct UnwatchedTests {
  private let store = Store(initialState: Probes.State(), reducer: Probes())

  /// Writes equal values in place, and returns how many were compared.
  private func comparisons(_ write: @escaping Probes.Action) -> Int {
    Compared.comparisons.update { $0 = 0 }
    store.send(write)
    return Compared.comparisons.value
  }

  private static let writes: [String: Probes.Action] = [
    "list": { $0.list[0] = Compared(1) },
    "table": { $0.table["a"] = Compared(1) },
    "child": { $0.child.list[0] = Compared(1) },
    "computing": { $0.computing.list[0] = Compared(1) },
  ]

  private func compared() -> Set<String> { Set(Self.writes.filter { comparisons($0.value) > 0 }.keys) }

  /// Ends an observer. The next commit that changes something says so to the records.
  private func end(_ subscription: Subscription) {
    subscription.cancel()
    store.send { $0.other += 1 }
  }

  @Test func nothingIsComparedWithoutAnObserver() { #expect(compared() == []) }

  @Test func anObserverElsewhereDoesNotMatter() {
    let heard = Log<Int>()
    let subscription = store.observe(\.other) { heard.append($0) }
    #expect(compared() == [])
    store.send { $0.other = 5 }
    #expect(heard.all.last == 5)
    end(subscription)
    #expect(compared() == [])
  }

  @Test func anObserverAtTheListAndAnEqualValue() {
    let heard = Log<Int>()
    let subscription = store.observe(\.list) { heard.append($0.count) }
    let calls = heard.all.count
    #expect(compared() == ["list"])
    #expect(heard.all.count == calls, "an equal value is no change")
    store.send { $0.list.append(Compared(2)) }
    #expect(heard.all.count == calls + 1)
    end(subscription)
    #expect(compared() == [])
  }

  @Test func anObserverAboveAndBelow() {
    let above = store.observe(\.child) { _ in }
    #expect(compared() == ["child"])
    end(above)
    let inside = store.observe(\.child.other) { _ in }
    #expect(compared() == [])
    end(inside)
    let all = store.observe(\.self) { _ in }
    #expect(compared() == Set(Self.writes.keys))
    end(all)
  }

  @Test func aDerivedPropertyDependsOnTheOthers() {
    let heard = Log<Int>()
    let subscription = store.observe(\.computing.length) { heard.append($0) }
    #expect(compared() == ["computing"])
    end(subscription)
  }

  @Test func aStateThatComesLaterIsWatchedAfterItsCommit() {
    let heard = Log<Int>()
    let subscription = store.observe(\.guest?.list) { heard.append($0?.count ?? -1) }
    let other = store.observe(\.other) { _ in }
    store.send { $0.guest = Probes.Child() }
    let calls = heard.all.count
    #expect(comparisons { $0.guest?.list[0] = Compared(1) } > 0)
    #expect(heard.all.count == calls)
    #expect(compared() == [])
    store.send { $0.child = Probes.Child() }
    #expect(compared() == [])
    end(subscription)
    #expect(comparisons { $0.guest?.list[0] = Compared(1) } == 0)
    end(other)
  }

  @Test func rowsOfAListAreComparedWhileSomethingIsObserved() {
    let heard = Log<Int>()
    let subscription = store.observe(\.rows) { heard.append($0.count) }
    let calls = heard.all.count
    store.send { $0.rows[id: 1]?.list[0] = Compared(1) }
    #expect(heard.all.count == calls)
    end(subscription)
  }
}
