// The rows of docs/coming-from.md for people who know ReactableKit, as they stand there.
import EnfoldReactor
@testable import EnfoldTesting
import Testing

@Reactor private final class CounterReactable: Reactable {
  enum Action {
    case increase
    case decrease
    case setTitle(String)
  }

  @ObservableState struct State: Equatable {
    @ViewState var count: Int = 1
    @ViewState(ignoreEquality: true) var forceUpdate: Bool = false
    @ViewState(animation: .default) var isOn1: Bool = false
    @Emit var title: String = "Hello"
    var list: [Item] = [Item(id: 1), Item(id: 2)]
    var rows: IdentifiedArrayOf<Item> = [Item(id: 1), Item(id: 2)]
  }

  @ObservableState struct Item: Identifiable, Equatable {
    let id: Int
    var index: Int = 0
    var toggle: Bool = false
  }

  enum Mutation {
    case setCount(Int)
    case setTitle(String)
  }

  let initialState = State()

  func mutate(action: Action) -> AnyPublisher<Mutation, Never> {
    switch action {
    case .increase:
      return .just(.setCount(self.currentState.count + 1))
    case .decrease:
      return .run { send in
        await send(.setCount(self.currentState.count - 1))
      }
    case let .setTitle(title):
      return .just(.setTitle(title))
    }
  }

  func reduce(state: inout State, mutate: Mutation) {
    switch mutate {
    case let .setCount(value):
      state.count = value
      state.list.reverse()
    case let .setTitle(title):
      state.title = title
    }
  }
}

@Reactor private final class ListReactable: Reactable {
  @Action enum Action { case isOnChanged(Bool) }
  @ObservableState struct State: Equatable {
    @ViewState var isOn1 = false
    var changes: [Bool] = []
    @SharedViewState(ignoreEquality: true) var forced = 0
    @SharedViewState(ignoreEquality: true, animation: .default) var animated = 0
    @Shared(.file()) var kept = 0
    @Shared(key: "custom_key") var named = 0
    @Shared(.memory) var settings = 0
    @Shared(.memorySingleton) var single = 0
    @Shared(.userDefaults("enfold")) var defaults = 0
  }

  let initialState = State()

  func reduce(state: inout State, mutation: Action) {
    if case let .isOnChanged(isOn) = mutation { state.changes.append(isOn) }
  }
}

// MARK: Events

@Reactor private final class ChildReactable: Reactable, ObservableEvent {
  enum Action {
    case notifyParent(Int)
  }
  enum Mutation {
    case setNumber(Int)
  }
  struct State { var number = 0 }
  let initialState = State()

  func mutate(action: Action) -> AnyPublisher<Mutation, Never> {
    switch action {
    case let .notifyParent(number):
      return .just(.setNumber(number))
    }
  }

  func reduce(state: inout State, mutation: Mutation) {
    switch mutation {
    case let .setNumber(number):
      state.number = number
    }
  }
}

@Reactor private final class ParentReactable: Reactable {
  enum Action { case parentAction(ObservableEventResult<ChildReactable>) }
  struct State {
    var childReactable = ChildReactable()
    var heard: [Int] = []
  }
  let initialState = State()

  func transformAction() -> AnyPublisher<Action, Never> {
    let childEvent = ChildReactable.observe()
      .filter { _ in false }
      .map(Action.parentAction)
      .eraseToAnyPublisher()
    let localChildEvent = self.currentState.childReactable.observe()
      .filter { result in
        guard case .notifyParent = result.action else { return false }
        return result.sourceId == ObjectIdentifier(self.currentState.childReactable)
      }
      .map(Action.parentAction)
      .eraseToAnyPublisher()
    let whicheverIsThere = self.child(\.childReactable).observe()
      .map(Action.parentAction)
      .eraseToAnyPublisher()
    return .merge([
      childEvent,
      localChildEvent,
      whicheverIsThere,
    ])
  }

  func reduce(state: inout State, mutation: Action) {
    if case let .parentAction(result) = mutation { state.heard.append(result.state.number) }
  }
}

// MARK: Factories of views

private protocol Shows {
  func shown() -> String
}

private final class Screen: ViewFactory {
  struct Payload {
    var text: String
  }

  let payload: Payload

  init(payload: Payload) {
    self.payload = payload
  }
}

extension Screen: Shows {
  func shown() -> String { payload.text }
}

extension Screen: DependencyInjectable {
  typealias DependencyType = Screen.ViewFactory
  static var real: Screen.ViewFactory { .init() }
}

private struct AnyScreen: DependencyInjectable {
  static var real: AnyViewFactory<Shows, Screen.Payload> { .init(factory: Screen.ViewFactory()) }
}

extension GlobalDependencyKey {
  fileprivate var screen: Screen.ViewFactory {
    self[Screen.self]
  }
  fileprivate var anyScreen: AnyViewFactory<Shows, Screen.Payload> {
    self[AnyScreen.self]
  }
}

/// What a view shows.
private final class Shown<Value: Sendable>: Sendable {
  private let content = Locked<[Value]>([])
  var values: [Value] { content.withLock { $0 } }
  func show(_ value: Value) { content.withLock { $0.append(value) } }
}

@Suite("Rows of ReactableKit") struct ReactableRowTests {
  private let store = Store { CounterReactable() }

  @Test("reduce(state:mutate:) is a reactable's, too") func reduce() async {
    store.action(.increase)
    #expect(store.state.count == 2)
    await store.send(.decrease).finish()
    #expect(store.state.count == 1)
  }

  @Test("updateOn with a closure that fits a value and a binding gives the value") func updateOn() {
    let counts = Shown<Int>()
    let subscriptions = [
      store.updateOn(\.count) { print($0) },
      store.updateOn(\.count) { counts.show($0) },
    ]
    store.action(.increase)
    #expect(counts.values == [1, 2])
    withExtendedLifetime(subscriptions) {}
  }

  @Test("updateOn: a binding, and one that sends an action") func binding() {
    let store = Store(dependencies: DependencyValues(.test)) { ListReactable() }
    let toggles = Shown<Binding<Bool>>()
    let subscription = store.updateOn(\.isOn1) { value in
      toggles.show(value)
    } action: { newValue in
      .isOnChanged(newValue)
    }
    toggles.values.last?.wrappedValue = true
    #expect(store.changes == [true])
    subscription.cancel()
  }

  @Test("updateOn: items of a plain array, by their ids") func array() {
    let (items, indices, toggles) = (Shown<Int>(), Shown<Int>(), Shown<Binding<Bool>>())
    let subscriptions = store.state.list.flatMap { item in
      [
        store.updateOn(\.list, for: item.id) { value in
          items.show(value.id)
        },
        store.updateOn(\.list, for: item.id, property: \.index) { value in
          indices.show(value)
        },
        store.updateOn(\.list, for: item.id, property: \.toggle) { value in
          toggles.show(value)
        },
        store.updateOn(\.list, for: item.id, property: \.index) { print($0) },
      ]
    }
    #expect(items.values == [1, 2])
    store.action(.increase)  // it turns the list round
    #expect(items.values == [1, 2])
    toggles.values.first?.wrappedValue = true
    #expect(store.state.list.map(\.toggle) == [false, true])
    #expect(items.values == [1, 2, 1])
    #expect(indices.values == [0, 0])
    withExtendedLifetime(subscriptions) {}
  }

  @Test("updateOn: items of an identified array") func identifiedArray() {
    let items = Shown<Int>()
    let subscriptions = store.state.rows.map { item in
      store.updateOn(\.rows, for: item.id) { value in
        items.show(value.id)
      }
    }
    #expect(items.values == [1, 2])
    withExtendedLifetime(subscriptions) {}
  }

  @Test("A store observes what is emitted") func emit() {
    let titles = Shown<String>()
    let subscription = store.observe(\.$title) { value in
      titles.show(value)
    }
    for _ in 1...2 { store.action(.setTitle("Hello")) }
    #expect(titles.values == ["Hello", "Hello", "Hello"])
    subscription.cancel()
  }

  @Test("A parent hears its child") func events() {
    let store = Store { ParentReactable() }
    store.state.childReactable.action(.notifyParent(7))
    #expect(store.state.heard == [7, 7])
  }

  @Test("A shared value is changed under its lock, and removed") func shared() {
    @Shared(key: "rows") var settings = 0
    $settings.withLock { $0 += 1 }
    #expect(settings == 1)
    $settings.removeFromStorage()
    #expect(settings == 0)
  }

  @Test("Factories of views") func factories() {
    @Dependency(\.screen) var screen
    @Dependency(\.anyScreen) var anyScreen
    #expect(screen.create(payload: .init(text: "a")).shown() == "a")
    #expect(anyScreen.create(payload: .init(text: "b")).shown() == "b")
  }
}
