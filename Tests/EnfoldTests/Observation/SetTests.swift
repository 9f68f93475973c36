// Writing a property from outside.
import Enfold
import Testing

@Suite("Setting a property") struct SetTests {
  @Test("An equal value is no commit and no action")  // 100, 122
  func equalValue() {
    let store = PanelStore.panel()
    store.set(\.count, to: 0) { .changed(old: $0, new: $1) }
    #expect(store.revision == 0)
    #expect(store.text == "")
  }

  @Test("Another value is one commit, then the action with both values")  // 100
  func otherValue() {
    let store = PanelStore.panel()
    let seen = Log<String>()
    let subscription = store.observe({ "\($0.count) \($0.text)" }) { seen.append($0) }
    let actions = Log<Panel.Action>()
    let observer = store.observeActions { action, _, _ in actions.append(action) }
    store.set(\.count, to: 5) { .changed(old: $0, new: $1) }
    #expect(store.revision == 2)
    #expect(seen.all == ["0 ", "5 ", "5 0 -> 5"])
    #expect(actions.all == [.changed(old: 0, new: 5)])
    subscription.cancel()
    observer.cancel()
  }

  @Test("A written value is visible at once, and so is what its action makes of it")  // 121
  func normalised() {
    let store = PanelStore.panel()
    store.set(\.text, to: "five")
    #expect(store.text == "five")
    store.set(\.count, to: 5) { .changed(old: $0, new: $1) }
    #expect(store.count == 5)
    #expect(store.text == "0 -> 5")
  }

  @Test("From inside an observer it is written in its turn")
  func fromInside() async {
    let store = PanelStore.panel()
    let seen = Log<Int>()
    let subscription = store.observe(\.count) { [unowned store] count in
      if count == 1 { store.set(\.count, to: 10) }
      seen.append(count)
      seen.append(store.count)
    }
    store.send(.increment)
    #expect(seen.all == [0, 0, 1, 1, 10, 10])
    subscription.cancel()
  }

  @Test("A closed store refuses it, and nothing changes")
  func closed() async {
    let store = PanelStore.panel()
    store.close()
    if case .cancelled = await store.set(\.count, to: 1).finish() {} else { Issue.record("not cancelled") }
    #expect(store.count == 0)
  }

  @Test("It goes through a scope, but not through a computed view")
  func derived() async {
    let store = PanelStore.panel()
    let child = store.scope(state: \.child, action: \.child)
    child.set(\.value, to: 3)
    #expect(store.child.value == 3)
    let view = store.view(value: { $0.count }, action: { (_: Int) in .increment })
    if case .failed(let error) = await view.set(\.self, to: 3).finish() {
      #expect(error as? StoreError == .readOnly)
    } else {
      Issue.record("not failed")
    }
    #expect(store.count == 0)
  }
}
