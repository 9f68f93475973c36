// @ViewState, @Ignored and plain properties: who is told of which assignment.
import Enfold
import Testing

@Suite("Attributes of properties") struct AttributeTests {
  @Test("A view state tells other values alone")  // 110
  func viewStateCompares() {
    let store = PanelStore.panel()
    let seen = Log<String>()
    let subscription = store.observe(\.title, initial: false) { seen.append($0) }
    for title in ["20", "20", "10"] { store.send(.title(title)) }
    #expect(seen.all == ["20", "10"])
    subscription.cancel()
  }

  @Test("A view state that ignores equality tells every assignment")  // 111
  func ignoredEquality() {
    let store = PanelStore.panel()
    store.send(.level(4))  // before anybody looks
    let seen = Log<Int>()
    let subscription = store.observe(\.level) { seen.append($0) }
    store.send(.level(5))
    store.send(.increment)
    store.send(.level(5))
    store.send(.level(5))
    #expect(seen.all == [4, 5, 5, 5])
    subscription.cancel()
  }

  @Test("States are equal if their values are, however they came there; set changes the value")  // 112
  func equality() {
    var state = Panel.State(level: 1)
    state.level = 1
    #expect(state == Panel.State(level: 1))
    #expect(state._$changes.bits != 0)
    let store = PanelStore.panel()
    store.set(\.title, to: "x")
    #expect(store.title == "x")
  }

  @Test("An ignored property is nobody's business")  // 106, 119
  func ignored() {
    let store = PanelStore.panel()
    let seen = Log<Panel.State>()
    let subscription = store.observe(\.self) { seen.append($0) }
    store.send(.cache(7))
    #expect(store.cache == 7)
    #expect(seen.count == 1)
    #expect(store.state == Panel.State())
    #expect(!JSON.string(store.state).contains("cache"))
    subscription.cancel()
  }

  @Test("What is printed shows the properties, and nothing of the record")
  func description() {
    let text = String(describing: Panel.Child(value: 3, ping: 4))
    #expect(text == "Child(value: 3, ping: 4)")
    var dumped = ""
    dump(Panel.State(), to: &dumped)
    #expect(!dumped.contains("$"))
  }

  @Test("Writing one property tells nobody who reads another")  // 119
  func propertiesAreApart() {
    let store = PanelStore.panel()
    let counts = Log<Int>()
    let texts = Log<String>()
    let subscriptions = [
      store.observe(\.count) { counts.append($0) }, store.observe(\.text) { texts.append($0) },
    ]
    store.send(.write("a"))
    store.send(.increment)
    #expect(counts.all == [0, 1])
    #expect(texts.all == ["", "a"])
    subscriptions.forEach { $0.cancel() }
  }

  @Test("An observer that ends itself is called once, and one that is made in another is called, too")  // 120
  func oneShot() {
    let store = PanelStore.panel()
    let (once, nested) = (Log<Int>(), Log<Int>())
    let subscriptions = Log<Subscription>()
    subscriptions.append(
      store.observe(\.count, initial: false) { [unowned store] count in
        once.append(count)
        subscriptions.all.first?.cancel()
        subscriptions.append(store.observe(\.count) { nested.append($0) })
      })
    for _ in 0..<3 { store.send(.increment) }
    #expect(once.all == [1])
    #expect(nested.all == [1, 2, 3])
    subscriptions.all.forEach { $0.cancel() }
  }

  @Test("Observers may come and go while other threads write")  // 120
  func observersOfManyThreads() async {
    let store = PanelStore.panel()
    await withTaskGroup(of: Void.self) { group in
      for thread in 0..<8 {
        group.addTask {
          for number in 0..<50 {
            if thread.isMultiple(of: 2) {
              store.set(\.title, to: "\(thread) \(number)")
              store.send(.increment)
            } else {
              let subscription = store.observe(\.count) { _ in }
              subscription.cancel()
            }
          }
        }
      }
    }
    #expect(store.count == 200)
  }

  @Test("Three consumers get all values each")  // 108
  func consumers() async {
    let store = PanelStore.panel()
    let consumers = (0..<3).map { _ in store.values(\.count) }
    for _ in 0..<4 { store.send(.increment) }
    store.close()
    for values in consumers {
      var seen: [Int] = []
      for await value in values { seen.append(value) }
      #expect(seen == [0, 1, 2, 3, 4])
    }
  }

  @Test("A state is a value: a copy does not follow, not even in optional parts")  // 109
  func copiesAreValues() {
    var state = Panel.State(maybe: Panel.Child())
    let copy = state
    state.maybe?.value = 5
    state.child.value = 6
    #expect(copy.maybe?.value == 0)
    #expect(copy.child.value == 0)
    #expect(state.maybe?.value == 5)
  }

  @Test("An observer of several properties gets them together")  // 130
  func selectors() {
    let store = PanelStore.panel()
    let seen = Log<String>()
    let subscription = store.observe({ "\($0.count) \($0.text)" }) { seen.append($0) }
    store.send(.increment)
    store.send(.write("a"))
    store.send(.title("unrelated"))
    #expect(seen.all == ["0 ", "1 ", "1 a"])
    subscription.cancel()
  }

  @Test("Three thousand observers are told in order, and of nothing else")  // 133
  func thousands() {
    let store = PanelStore.panel()
    let seen = Log<Int>()
    let subscriptions = (0..<3000).map { index in
      store.observe(\.count, initial: false) { _ in seen.append(index) }
    }
    store.send(.increment)
    store.send(.write("a"))
    #expect(seen.all == Array(0..<3000))
    subscriptions.forEach { $0.cancel() }
  }
}
