// ReactableKit's introduction, sample by sample, in its order. Its services and factories are in
// Tests/EnfoldTests/Dependencies/FactoryTests.swift.
import EnfoldReactor
import EnfoldTesting
import ReactablesFeature
import Synchronization
import Testing

/// What a view has shown.
private final class Shown<Value: Sendable>: Sendable {
  private let content = Mutex<[Value]>([])
  var values: [Value] { content.withLock { $0 } }
  func show(_ value: Value) { content.withLock { $0.append(value) } }
}

@Suite("ReactableKit: the counter", .timeLimit(.minutes(1))) struct CounterReactableTests {
  private let clock = TestClock()

  private func makeStore() -> Store<CounterReactable.State, CounterReactable.Action> {
    Store(dependencies: DependencyValues { $0.clock = clock }) { CounterReactable() }
  }

  @Test("mutate makes mutations, at once or in a closure, and reduce applies them") func mutate() async {
    let store = makeStore()
    store.action(.increase)
    #expect(store.state.count == 1)
    await store.send(.decrease).finish()
    #expect(store.state.count == 0)
  }

  @Test("transformAction brings actions by itself, of a timer here") func transformAction() async {
    let store = makeStore()
    for ticks in 1...2 { await tick { store.state.count == 2 * ticks } }
    store.close()
    await clock.advance(by: .seconds(10))
    #expect(clock.sleeperCount == 0)
  }

  @Test("Without a store, initialize() begins that") func initialize() async {
    let reactable = withDependencies {
      $0.clock = clock
    } operation: {
      let reactable = CounterReactable()
      reactable.initialize()
      return reactable
    }
    await tick { reactable.currentState.count == 2 }
  }

  /// Lets the timer fire once, and waits until its action was reduced: the timer has a thread of its own.
  private func tick(until isReduced: () -> Bool) async {
    await clock.waitForSleepers(1)
    await clock.advance(by: .seconds(5))
    while !isReduced() { await Task.yield() }
  }
}

@Suite("ReactableKit: views") struct ListReactableTests {
  private let store = Store { ListReactable() }

  @Test("updateOn: one property, and nothing else") func value() {
    let counts = Shown<Int>()
    let subscription = store.updateOn(\.count) { value in
      counts.show(value)
    }
    store.action(.add(id: 3))
    store.action(.increase)
    #expect(counts.values == [0, 1])
    #expect(store.state.count1 == 1)
    subscription.cancel()
  }

  @Test("updateOn: a binding of a toggle") func binding() {
    let toggle = Shown<Binding<Bool>>()
    let subscription = store.updateOn(\.isOn1) { value in
      toggle.show(value)
    }
    toggle.values.last?.wrappedValue = true
    #expect(store.state.isOn1)
    #expect(store.state.changes == 0)
    subscription.cancel()
  }

  @Test("updateOn: a binding that sends an action, too") func bindingWithAction() {
    let toggle = Shown<Binding<Bool>>()
    let subscription = store.updateOn(\.isOn1) { value in
      toggle.show(value)
    } action: { newValue in
      .isOnChanged(newValue)
    }
    toggle.values.last?.wrappedValue = true
    #expect(store.state.isOn1)
    #expect(store.state.changes == 1)
    subscription.cancel()
  }

  @Test("updateOn: an item of a list") func item() {
    let shown = Shown<Int>()
    let subscriptions = store.state.list.map { item in
      store.updateOn(\.list, for: item.id) { value in
        shown.show(value.index)
      }
    }
    #expect(shown.values == [0, 1])
    store.action(.remove(id: 1))
    #expect(shown.values == [0, 1, 0])
    withExtendedLifetime(subscriptions) {}
  }

  @Test("updateOn: an item's property, and a binding of it") func property() {
    let (indices, toggles) = (Shown<Int>(), Shown<Binding<Bool>>())
    let subscriptions = [
      store.updateOn(\.list, for: 2, property: \.index) { value in
        indices.show(value)
      },
      store.updateOn(\.list, for: 2, property: \.toggle) { value in
        toggles.show(value)
      },
    ]
    toggles.values.last?.wrappedValue = true
    #expect(store.state.list[id: 2]?.toggle == true)
    #expect(store.state.list[id: 1]?.toggle == false)
    #expect(indices.values == [1])
    store.action(.remove(id: 1))
    #expect(indices.values == [1, 0])
    withExtendedLifetime(subscriptions) {}
  }
}

// MARK: @ViewState

@Reactor private final class Updates: Reactable {
  enum Action: Sendable { case setCount(Int), setForced(Bool), setTitle(String), child(Int) }
  @ObservableState struct State: Equatable {
    @ViewState var count: Int = 1
    /// Each assignment is told, also of an equal value.
    @ViewState(ignoreEquality: true) var forceUpdate: Bool = false
    /// The animation stands in the schema, for views that can.
    @ViewState(animation: .default) var animated: Bool = false
    @Emit var title: String = "Hello"
  }
  let initialState = State()

  func reduce(state: inout State, mutation: Action) {
    switch mutation {
    case .setCount(let count): state.count = count
    case .setForced(let forced): state.forceUpdate = forced
    case .setTitle(let title): state.title = title
    case .child(let number): state.count = number
    }
  }
}

@Suite("ReactableKit: properties") struct PropertyTests {
  @Test("@ViewState tells other values; ignoreEquality each assignment") func viewState() {
    let store = Store { Updates() }
    let (counts, forced) = (Shown<Int>(), Shown<Bool>())
    let subscriptions = [
      store.observe(\.count, initial: false) { counts.show($0) },
      store.observe(\.forceUpdate, initial: false) { forced.show($0) },
    ]
    for action in [Updates.Action.setCount(1), .setCount(2), .setForced(false), .setForced(false)] {
      store.action(action)
    }
    #expect(counts.values == [2])
    #expect(forced.values == [false, false])
    withExtendedLifetime(subscriptions) {}
  }

  @Test("The hint of an animation is in the schema") func animation() {
    let schema = JSONSchemaBuilder.document(of: ListReactable.State.self)
    #expect(schema.contains(#""isOn1":{"type":"boolean","x-animation":"default"}"#))
  }

  @Test("@Emit tells each assignment") func emit() {
    let reactable = Updates()
    let titles = Shown<String>()
    var cancellables: Set<AnyCancellable> = []
    reactable.emit(\.$title)
      .sink { newValue in
        titles.show(newValue)
      }
      .store(in: &cancellables)
    for action in [Updates.Action.setTitle("Hello"), .setCount(5), .setTitle("Bye")] { reactable.action(action) }
    #expect(titles.values == ["Hello", "Hello", "Bye"])
  }
}

// MARK: Events of children

@Reactor private final class ChildReactable: Reactable, ObservableEvent {
  enum Action: Sendable, Equatable { case notifyParent(Int), nothing }
  struct State: Sendable, Equatable { var number = 0 }
  let initialState = State()

  func reduce(state: inout State, mutation: Action) {
    if case .notifyParent(let number) = mutation { state.number = number }
  }
}

@Reactor private final class ParentReactable: Reactable {
  enum Action: Sendable { case parentAction(ObservableEventResult<ChildReactable>) }
  struct State: Sendable {
    var childReactable = ChildReactable()
    var heard: [String] = []
  }
  let initialState = State()
  let isGlobal: Bool

  init(isGlobal: Bool) { self.isGlobal = isGlobal }

  func transformAction() -> AnyPublisher<Action, Never> {
    // All reactors of the type ChildReactable.
    let childEvent = ChildReactable.observe()
      .filter { result in  // the action, with the child's state of that moment
        if case .notifyParent = result.action { return true }
        return false
      }
      .map(Action.parentAction)
      .eraseToAnyPublisher()

    // One of them.
    let localChildEvent = self.currentState.childReactable.observe()
      .filter { result in
        if case .notifyParent = result.action { return true }
        return false
      }
      .map(Action.parentAction)
      .eraseToAnyPublisher()

    return .merge([
      isGlobal ? childEvent : localChildEvent
    ])
  }

  func reduce(state: inout State, mutation: Action) {
    guard case .parentAction(let result) = mutation else { return }
    state.heard.append("\(result.action) \(result.state.number)")
  }
}

@Suite("ReactableKit: events") struct EventTests {
  // One case after the other: a parent that hears all children would hear those of the other case, too, on its thread.
  @Test("A parent hears the events of one child, or of all", .serialized, arguments: [false, true])
  func events(isGlobal: Bool) {
    let store = Store { ParentReactable(isGlobal: isGlobal) }
    let (child, other) = (store.state.childReactable, ChildReactable())
    child.action(.notifyParent(1))
    child.action(.nothing)
    other.action(.notifyParent(2))
    #expect(store.state.heard == ["notifyParent(1) 1"] + (isGlobal ? ["notifyParent(2) 2"] : []))
  }
}

// MARK: ReactableView

private final class UIKitView {
  var cancellables: Set<AnyCancellable> = []
  let counts = Shown<Int>()

  init() {
    self.reactable = .init()
  }
}

extension UIKitView: ReactableView {
  // Called when `reactable` is set.
  func bind(reactable: CounterReactable) {
    reactable.state.map(\.count).bind { [counts] in counts.show($0) }.store(in: &cancellables)
  }
}

@Suite("ReactableKit: a view without SwiftUI") struct ReactableViewTests {
  @Test("Setting the reactable binds") func bind() {
    let view = UIKitView()
    view.reactable?.action(.increase)
    #expect(view.counts.values == [0, 1])
  }
}
