// Views, bindings and updateOn.
import EnfoldReactor
@testable import EnfoldTesting
import Testing

@Reactor private final class Lists: Reactor {
  @Action enum Action: Equatable { case increase, isOnChanged(Bool), remove(Int), move }
  @ObservableState struct State: Equatable {
    var count = 0
    var isOn1 = false
    var changes: [Bool] = []
    var list: IdentifiedArrayOf<Item> = [Item(id: 1), Item(id: 2)]
  }
  @ObservableState struct Item: Identifiable, Equatable {
    let id: Int
    var index = 0
    var toggle = false
  }
  let initialState = State()

  func reduce(state: inout State, mutation: Action) {
    switch mutation {
    case .increase: state.count += 1
    case .isOnChanged(let isOn): state.changes.append(isOn)
    case .remove(let id): state.list.remove(id: id)
    case .move: state.list.reverse()
    }
  }
}

private final class Label<Value: Sendable>: Sendable {
  private let content = Locked<[Value]>([])
  var values: [Value] { content.withLock { $0 } }
  func show(_ value: Value) { content.withLock { $0.append(value) } }
}

private class CounterView: EnfoldReactor.View {
  typealias Reactor = Lists
  var disposeBag = DisposeBag()
  let counts = Label<Int>()
  private(set) var binds = 0

  func bind(reactor: Lists) {
    binds += 1
    reactor.state.map(\.count).distinctUntilChanged().bind { [counts] in counts.show($0) }.disposed(by: disposeBag)
  }
}

private final class LateView: CounterView, DeferredView {}

private final class OldView: ReactableView {
  var cancellables: Set<AnyCancellable> = []
  let counts = Label<Int>()

  func bind(reactable: Lists) {
    reactable.state.map(\.count).distinctUntilChanged().bind { [counts] in counts.show($0) }.store(in: &cancellables)
  }
}

@Suite("Views of reactors") struct ViewTests {
  // 135
  @Test("A view is bound to one reactor at a time") func view() {
    let view = CounterView()
    let (first, second) = (Lists(), Lists())
    view.reactor = first
    first.action(.increase)
    #expect(view.counts.values == [0, 1])
    view.reactor = second
    first.action(.increase)
    #expect(view.counts.values == [0, 1, 0])
    #expect(view.reactor === second)
    view.reactor = nil
    second.action(.increase)
    #expect(view.counts.values == [0, 1, 0])
    #expect(view.reactor == nil)
    #expect(view.binds == 2)
    view.reactor = second
    view.reactor = second
    #expect(view.binds == 4)
  }

  // 135
  @Test("A deferred view binds when it has been loaded") func deferred() {
    let view = LateView()
    let (first, second) = (Lists(), Lists())
    view.reactor = first
    view.reactor = second
    #expect(view.binds == 0)
    view.performBinding()
    #expect(view.binds == 1)
    second.action(.increase)
    #expect(view.counts.values == [0, 1])
    view.performBinding()
    #expect(view.binds == 1)
    view.reactor = first
    #expect(view.binds == 2)
    let never = LateView()
    never.reactor = first
    never.reactor = nil
    never.performBinding()
    #expect(never.binds == 0)
  }

  @Test("A view keeps its reactor, and the reactor goes with it") func ownership() {
    weak var reactor: Lists?
    weak var reactable: Lists?
    do {
      let (view, old) = (CounterView(), OldView())
      do {
        let (one, two) = (Lists(), Lists())
        (reactor, reactable) = (one, two)
        view.reactor = one
        old.reactable = two
      }
      #expect(reactor != nil && view.reactor === reactor)
      #expect(reactable != nil && old.reactable === reactable)
    }
    #expect(reactor == nil)
    #expect(reactable == nil)
  }

  @Test("A ReactableView binds and unbinds, too") func reactableView() {
    let view = OldView()
    let (first, second) = (Lists(), Lists())
    view.reactable = first
    first.action(.increase)
    view.reactable = second
    first.action(.increase)
    #expect(view.counts.values == [0, 1, 0])
    view.reactable = nil
    #expect(view.reactable == nil)
    #expect(view.cancellables.isEmpty)
  }
}

@Suite("updateOn and bindings") struct UpdateOnTests {
  private let store = Store(Lists())

  @Test("A value") func value() {
    let label = Label<Int>()
    let subscription = store.updateOn(\.count) { value in label.show(value) }
    store.send(.increase)
    store.send(.move)
    #expect(label.values == [0, 1])
    withExtendedLifetime(subscription) {}
  }

  @Test("A binding, with and without an action") func binding() {
    let toggle = Locked<Binding<Bool>?>(nil)
    let label = Label<Bool>()
    let plain = store.updateOn(\.isOn1) { $value in
      label.show(value)
      toggle.withLock { $0 = $value }
    }
    toggle.withLock { $0 }?.wrappedValue = true
    #expect(store.isOn1)
    #expect(label.values == [false, true])
    #expect(store.changes.isEmpty)
    plain.cancel()
    let sending = store.updateOn(\.isOn1) { value in
      toggle.withLock { $0 = value }
    } action: { newValue in
      .isOnChanged(newValue)
    }
    toggle.withLock { $0 }?.wrappedValue = true  // equal
    toggle.withLock { $0 }?.wrappedValue = false
    #expect(store.changes == [false])
    withExtendedLifetime(sending) {}
  }

  @Test("An element, its property, and a binding of its property, by its id") func elements() {
    let items = Label<Lists.Item>()
    let indices = Label<Int>()
    let toggle = Locked<Binding<Bool>?>(nil)
    let subscriptions = [
      store.updateOn(\.list, for: 2) { item in items.show(item) },
      store.updateOn(\.list, for: 2, property: \.index) { index in indices.show(index) },
      store.updateOn(\.list, for: 2, property: \.toggle) { (value: Binding<Bool>) in toggle.withLock { $0 = value } },
    ]
    store.send(.move)
    #expect(items.values.count == 1)
    toggle.withLock { $0 }?.wrappedValue = true
    #expect(store.list[id: 2]?.toggle == true)
    #expect(store.list[id: 1]?.toggle == false)
    #expect(items.values.map(\.toggle) == [false, true])
    #expect(indices.values == [0])
    let binding = toggle.withLock { $0 }
    store.send(.remove(2))
    binding?.wrappedValue = false
    #expect(store.list.map(\.id) == [1])
    #expect(binding?.wrappedValue == true)
    withExtendedLifetime(subscriptions) {}
  }

  @Test("A binding of a part writes the whole") func part() {
    struct Size: Equatable, Sendable { var width = 1, height = 2 }
    let size = Locked(Size())
    let binding = Binding {
      size.withLock { $0 }
    } set: { value in
      size.withLock { $0 = value }
    }
    binding.width.wrappedValue = 5
    #expect(size.withLock { $0 } == Size(width: 5, height: 2))
  }
}
