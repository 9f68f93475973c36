// Values that Swift calls equal and JSON does not: they are told to observers, in every way in which they are written.
import Enfold
import Testing

private let composed = "caf\u{e9}", decomposed = "cafe\u{301}"

/// A state whose `==` looks at nothing.
@ObservableState private struct Part: Equatable {
  var text = ""
  static func == (lhs: Self, rhs: Self) -> Bool { true }
}

@ObservableState private struct Line: Equatable, Identifiable {
  var id: String
  var count = 0
}

@ObservableState private struct Sheet: Equatable {
  var text = ""
  var number = 0.0
  var part = Part()
  var maybe: Part?
  var value: JSONValue = 1
  var counts: [String: Int] = [:]
  var lines: IdentifiedArrayOf<Line> = []
  @Shared var shared = ""
  @Derived var bytes: Int { text.utf8.count }
}

private typealias SheetStore = Store<Sheet, @Sendable (inout Sheet) -> Void>

private func sheet(_ change: (inout Sheet) -> Void = { _ in }) -> SheetStore {
  var state = Sheet()
  change(&state)
  let reducer = Reduce<Sheet, @Sendable (inout Sheet) -> Void> { state, change in
    change(&state)
    return .none
  }
  let dependencies = DependencyValues(.test) { $0.shared = SharedRegistry(directory: .none) }
  return SheetStore(initialState: state, reducer: reducer, dependencies: dependencies)
}

/// The values that somebody was told, as JSON.
private final class Values: @unchecked Sendable {
  // Unchecked: each test runs on one thread.
  var all: [String] = []

  func observe<Value: Equatable & JSONEncodable & SendableMetatype>(
    _ store: SheetStore, _ path: KeyPath<Sheet, Value> & Sendable
  ) -> Subscription {
    store.observe(path, initial: false) { self.all.append(JSON.string($0)) }
  }
}

@Suite("Values that are equal and differ in JSON")
struct SamenessTests {
  private func told<Value: Equatable & JSONEncodable & SendableMetatype>(
    _ path: KeyPath<Sheet, Value> & Sendable, from first: @escaping (inout Sheet) -> Void,
    to second: @escaping @Sendable (inout Sheet) -> Void
  ) -> [String] {
    let (store, values) = (sheet(first), Values())
    let subscription = values.observe(store, path)
    store.send(second)
    store.send(second)
    subscription.cancel()
    return values.all
  }

  @Test func areToldOnce() {
    #expect(told(\.text, from: { $0.text = composed }, to: { $0.text = decomposed }) == ["\"\(decomposed)\""])
    #expect(told(\.number, from: { $0.number = 0 }, to: { $0.number = -0.0 }) == ["-0.0"])
    #expect(told(\.value, from: { $0.value = 1 }, to: { $0.value = 1.0 }) == ["1.0"])
    #expect(told(\.part, from: { $0.part.text = "a" }, to: { $0.part = Part(text: "b") }) == ["{\"text\":\"b\"}"])
    #expect(told(\.part.text, from: { $0.part.text = "a" }, to: { $0.part = Part(text: "b") }) == ["\"b\""])
    #expect(told(\.maybe, from: { $0.maybe = Part() }, to: { $0.maybe = Part(text: "b") }) == ["{\"text\":\"b\"}"])
    #expect(told(\.counts, from: { $0.counts = [composed: 1] }, to: { $0.counts = [decomposed: 1] }).count == 1)
    #expect(told(\.shared, from: { $0.shared = composed }, to: { $0.shared = decomposed }).count == 1)
  }

  @Test func areToldToObserversOfDerivedProperties() {
    #expect(told(\.bytes, from: { $0.text = composed }, to: { $0.text = decomposed }) == ["6"])
  }

  @Test func nanIsOneValue() {
    #expect(told(\.number, from: { $0.number = .nan }, to: { $0.number = -.nan }) == [])
  }

  @Test func areToldIfTheyAreSetOrRestored() {
    let (store, values) = (sheet { $0.text = composed }, Values())
    let subscription = values.observe(store, \.text)
    store.set(\.text, to: decomposed)
    #expect(values.all == ["\"\(decomposed)\""] && store.state.text.utf8.elementsEqual(decomposed.utf8))
    store.restore(Sheet(text: composed))
    #expect(values.all.count == 2)
    subscription.cancel()
  }

  @Test func closuresKeepTheirEquality() {
    let store = sheet { $0.text = composed }
    let values = Values()
    let subscription = store.observe({ $0.text }, initial: false) { values.all.append($0) }
    store.send { $0.text = decomposed }
    #expect(values.all == [])
    subscription.cancel()
  }

  @Test func aSequenceOfValuesHasBoth() async {
    let store = sheet { $0.text = composed }
    var values = store.values(\.text).makeAsyncIterator()
    #expect(await values.next()?.utf8.count == 5)
    store.send { $0.text = decomposed }
    #expect(await values.next()?.utf8.count == 6)
  }

  // MARK: Ids

  @Test func anElementWithAnotherSpellingOfItsIdIsFoundByBothInSwift() {
    let (store, values) = (sheet { $0.lines = [Line(id: composed)] }, Values())
    let subscription = values.observe(store, \.lines[id: composed]?.count)
    store.send { $0.lines[id: decomposed]?.count = 1 }
    store.send { $0.lines[0] = Line(id: decomposed, count: 2) }
    #expect(store.state.lines.ids[0].utf8.elementsEqual(decomposed.utf8), "the key is written as the id")
    store.send { $0.lines[id: composed]?.count = 3 }
    store.send { $0.lines.remove(id: composed) }
    #expect(values.all == ["1", "2", "3", "null"])
    subscription.cancel()
  }

  @Test func theKeysOfAListAreWrittenAsTheIds() {
    func check(_ change: (inout IdentifiedArrayOf<Line>) -> Void) {
      var list: IdentifiedArrayOf<Line> = [Line(id: "a"), Line(id: composed)]
      change(&list)
      #expect(zip(list.ids, list).allSatisfy { $0.utf8.elementsEqual($1.id.utf8) } && list.count == 2)
      #expect(list[1].id.utf8.elementsEqual(decomposed.utf8) && list.index(id: composed) == 1)
    }
    check { $0[1].id = decomposed }
    check { $0[1] = Line(id: decomposed) }
    check { $0[id: composed]?.id = decomposed }
    check { $0[id: composed] = Line(id: decomposed) }
    check { $0.update(Line(id: decomposed), at: 1) }
    check { $0.updateOrAppend(Line(id: decomposed)) }
    check { $0.updateOrInsert(Line(id: decomposed), at: 0) }
    check { $0 = IdentifiedArray(Array($0) + [Line(id: decomposed)], uniquingIDsWith: { _, last in last }) }
    var one: IdentifiedArrayOf<Line> = [Line(id: composed)]
    one[id: decomposed]?.count = 1
    #expect(one.ids[0].utf8.count == 5)
  }
}
