// What the states of several stores see of shared values.
import Enfold
import EnfoldTesting
import Testing

/// A state that compares by a part of the shared value.
@ObservableState private struct Book: Equatable {
  var id = 0
  var title = ""
  static func == (one: Book, other: Book) -> Bool { one.id == other.id }
}

private struct Shop: Reducer {
  @ObservableState struct State: Equatable {
    @Shared(.memory, key: "book") var book = Book()
    @Shared var part: Int
    var sent = 0

    init(part: Shared<Int> = Shared(value: 0)) { _part = part }
  }
  enum Action: Sendable { case name(String), setPart(Int) }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .name(let title): state.book.title = title
    case .setPart(let value): state.part = value
    }
    return .none
  }
}

@Suite struct SharedSightTests {
  private let registry = SharedRegistry(directory: .none)

  private func open(_ state: @autoclosure () -> Shop.State = Shop.State()) -> Store<Shop.State, Shop.Action> {
    let dependencies = DependencyValues(.test) { $0.shared = registry }
    return Store(
      initialState: withDependencies(dependencies) { state() }, reducer: Shop(), dependencies: dependencies)
  }

  @Test("What `==` leaves out is seen by all stores") func whatEqualityLeavesOut() {
    let (first, second) = (open(), open())
    first.send(.name("Emma"))
    #expect(first.book.title == "Emma")
    #expect(second.book.title == "Emma")
  }

  @Test func aPartThatHasGoneIsNotWritten() {
    let people = Shared<IdentifiedArray<Int, Person>>(wrappedValue: [Person(id: 7, visits: 1)], key: "people")
    let store = withDependencies(DependencyValues(.test) { $0.shared = registry }) {
      open(Shop.State(part: people[id: 7]?.visits ?? Shared(value: 0)))
    }
    store.send(.setPart(2))
    #expect(store.part == 2)
    people.withLock { $0 = [] }
    store.send(.setPart(3))
    #expect(store.part == 2, "it keeps its last value, and writes nothing")
    #expect(people.wrappedValue.isEmpty)
  }

  @Test func anotherKeyHoldsInAStore() {
    let store = withDependencies(DependencyValues(.test) { $0.shared = registry }) {
      var state = Shop.State()
      state.$book = Shared(wrappedValue: Book(id: 3), key: "other")
      return Store(initialState: state, reducer: Shop(), dependencies: DependencyValues(.test) { $0.shared = registry })
    }
    #expect(store.$book.key == "other")
    store.send(.name("Emma"))
    let other = withDependencies(DependencyValues(.test) { $0.shared = registry }) {
      Shared(wrappedValue: Book(), key: "other").wrappedValue
    }
    #expect(other.title == "Emma" && other.id == 3)
  }

  @Test("An executor that drains at once does not wait for itself") func anExecutorThatDrainsAtOnce() {
    let drained = Box<Store<Shop.State, Shop.Action>?>(nil)
    let dependencies = DependencyValues(.test) { $0.shared = registry }
    let store = Store(
      initialState: withDependencies(dependencies) { Shop.State() }, reducer: Shop(), dependencies: dependencies,
      executor: .scheduled { drained.value?.drain() })
    drained.value = store
    let other = open()
    other.send(.name("Emma"))
    #expect(store.book.title == "Emma")
    drained.value = nil
  }
}

@ObservableState private struct Person: Equatable, Identifiable {
  var id: Int
  var visits = 0
}
