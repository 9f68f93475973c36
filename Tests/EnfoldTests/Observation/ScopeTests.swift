// Derived stores: scope and view.
import Enfold
import Testing

@Action enum DroppedChildAction: Equatable { case tapped, response }
@Action enum DroppedAction: Equatable { case child(DroppedChildAction) }

@Suite("Derived stores") struct ScopeTests {
  @Test("What a child sends the parent reduces; both see it")  // 82, 84
  func sendsThrough() {
    let store = PanelStore.panel()
    let child = store.scope(state: \.child, action: \.child)
    let parents = Log<Int>()
    let children = Log<Int>()
    let subscriptions = [
      store.observe(\.child.value) { parents.append($0) }, child.observe(\.value) { children.append($0) },
    ]
    child.send(.increment)
    #expect(child.state == Panel.Child(value: 1))
    #expect(child.revision == store.revision)
    store.send(.child(.increment))
    #expect(parents.all == [0, 1, 2])
    #expect(children.all == [0, 1, 2])
    subscriptions.forEach { $0.cancel() }
  }

  @Test("A view follows its parent")  // 83
  func viewFollows() {
    let store = PanelStore.panel()
    let view = store.view(value: { String($0.count) }, action: { (_: Int) in .increment })
    let seen = Log<String>()
    let subscription = view.observe(\.self) { seen.append($0) }
    store.send(.increment)
    view.send(7)
    #expect(seen.all == ["0", "1", "2"])
    subscription.cancel()
  }

  @Test("One projection for each level and commit, none without an observer")  // 85, 86
  func projections() {
    let store = PanelStore.panel()
    let calls = Box(0)
    let deeper = Box(0)
    let view = store.view(
      value: { state in
        calls.update { $0 += 1 }
        return state.count
      }, action: { (_: Int) in .increment })
    let second = view.view(
      value: { count in
        deeper.update { $0 += 1 }
        return count * 2
      }, action: { (_: Int) in 0 })
    store.send(.increment)
    #expect(calls.value == 0)
    let subscriptions = (0..<5).map { _ in second.observe(\.self) { _ in } }
    (calls.value, deeper.value) = (0, 0)
    store.send(.increment)
    #expect(calls.value == 1)
    #expect(deeper.value == 1)
    subscriptions.forEach { $0.cancel() }
    store.send(.increment)
    #expect(calls.value == 1)
  }

  @Test("Subscribing projects once")  // 85
  func subscribingProjectsOnce() {
    let store = PanelStore.panel()
    let calls = Box(0)
    let view = store.view(
      value: { state in
        calls.update { $0 += 1 }
        return state.count
      }, action: { (_: Int) in .increment })
    let subscription = view.observe(\.self) { _ in }
    #expect(calls.value == 1)
    subscription.cancel()
    store.send(.increment)
    #expect(calls.value == 1)
  }

  @Test("The same scope is the same object while somebody has it; views are new ones")  // 88
  func caching() {
    let store = PanelStore.panel()
    let first = store.scope(state: \.child, action: \.child)
    #expect(first === store.scope(state: \.child, action: \.child))
    func view() -> Store<Int, Int> { store.view(value: { $0.count }, action: { _ in .increment }) }
    #expect(view() !== view())
  }

  @Test("A child that is let go while its effect runs: the effect completes and changes the root's state")  // 88
  func droppedChild() async {
    let gate = Gate()
    let store = Store<Panel.State, DroppedAction>(initialState: Panel.State()) { state, action in
      state.child.value += 1
      return action == .child(.tapped)
        ? .run { send in
          await gate.wait()
          await send(.child(.response))
        } : .none
    }
    var child: Store<Panel.Child, DroppedChildAction>? = store.scope(state: \.child, action: \.child)
    weak let weakChild = child
    child?.send(.tapped)
    #expect(child?.state.value == 1)
    child = nil
    #expect(weakChild == nil)
    gate.open()
    await store.waitUntilIdle()
    #expect(store.child.value == 2)
  }

  @Test("After the root is closed a child refuses, and its observers have ended")  // 82
  func afterClosing() async {
    let store = PanelStore.panel()
    let child = store.scope(state: \.child, action: \.child)
    let values = child.values(\.value)
    store.close()
    if case .cancelled = await child.send(.increment).finish() {} else { Issue.record("not cancelled") }
    #expect(child.state.value == 0)
    for await _ in values {}
    let subscription = child.observe(\.value) { _ in Issue.record("told of a closed store") }
    subscription.cancel()
  }

  @Test("A subscription to a child keeps the root, cancelling lets it go")  // 117
  func lifetime() {
    weak var weakStore: PanelStore?
    var subscription: Subscription?
    do {
      let store = PanelStore.panel()
      weakStore = store
      subscription = store.scope(state: \.child, action: \.child).observe(\.value) { _ in }
    }
    #expect(weakStore != nil)
    subscription?.cancel()
    subscription = nil
    #expect(weakStore == nil)
  }

  @Test("A child's pulses are heard")
  func pulses() {
    let store = PanelStore.panel()
    let seen = Log<Int>()
    let child = store.scope(state: \.child, action: \.child)
    let subscription = child.observe(\.$ping, initial: false) { seen.append($0) }
    for number in [1, 1, 2] { child.send(.ping(number)) }
    store.send(.increment)
    #expect(seen.all == [1, 1, 2])
    subscription.cancel()
  }
}
