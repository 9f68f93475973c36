// What docs/observing.md shows. Tests/README/snippets.py compares the page with this file.
import Enfold
import Testing

@Suite("The guide's observers") struct ObservingGuideTests {
  struct Item: Reducer {
    @ObservableState struct State: Equatable, Identifiable {
      let id: Int
      var title = ""
    }
    @Action enum Action: Equatable { case rename(String) }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      if case .rename(let title) = action { state.title = title }
      return .none
    }
  }

  struct Shop: Reducer {
    @ObservableState struct State: Equatable {
      var name = "Corner shop"
      var items: IdentifiedArrayOf<Item.State> = []
      var chosen: Item.State?
      @Bindable var query = ""
      @Pulse var alert: String?
    }
    @Action enum Action: Equatable {
      case add(id: Int, title: String), remove(id: Int), choose(id: Int), close, warn(String), queryChanged
      case item(id: Int, action: Item.Action)
      case chosen(Item.Action)
    }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .add(let id, let title): state.items.append(Item.State(id: id, title: title))
        case .remove(let id): state.items.remove(id: id)
        case .choose(let id): state.chosen = state.items[id: id]
        case .close: state.chosen = nil
        case .warn(let text): state.alert = text
        case .queryChanged: return .send(.warn("nothing is called \(state.query)"))
        case .item, .chosen: break
        }
        return .none
      }
      .forEach(\.items, action: \.item) { Item() }
      .ifLet(\.chosen, action: \.chosen) { Item() }
    }
  }

  let store = Store(initialState: Shop.State()) { Shop() }
  let shown = Log<String>()
  var show: @Sendable (String) -> Void { { [shown] in shown.append($0) } }

  @Test("A property, and an element of a list that goes and comes back") func places() {
    let (store, show) = (store, show)
    let subscription = store.observe(\.name) { name in show(name) }
    let title = store.observe(\.items[id: 7]?.title) { title in show(title ?? "nothing") }
    store.send(.add(id: 7, title: "milk"))
    store.send(.add(id: 8, title: "bread"))
    store.send(.remove(id: 7))
    store.send(.add(id: 7, title: "oat milk"))
    #expect(shown.all == ["Corner shop", "nothing", "milk", "nothing", "oat milk"])
    subscription.cancel()
    title.cancel()
  }

  @Test("Each assignment to a pulse, equal or not") func pulses() {
    let (store, show) = (store, show)
    let alerts = store.observe(\.$alert, skipNull: true) { alert in show(alert ?? "") }
    store.send(.warn("too late"))
    store.send(.add(id: 1, title: "milk"))
    store.send(.warn("too late"))
    #expect(shown.all == ["too late", "too late"])
    alerts.cancel()
  }

  @Test("Once for all actions of a drain") func drains() {
    let (store, show) = (store, show)
    let count = store.observe({ $0.items.count }, coalesce: .drain) { count in show("\(count) items") }
    let busy = store.observe(\.name, initial: true) { _ in
      for id in 1...3 { store.send(.add(id: id, title: "milk")) }
    }
    #expect(shown.all == ["0 items", "3 items"])
    count.cancel()
    busy.cancel()
  }

  @Test("A written property, and the action that follows") func writing() {
    let (store, show) = (store, show)
    let alerts = store.observe(\.$alert, skipNull: true) { alert in show(alert ?? "") }
    store.set(\.query, to: "milk", then: { old, new in .queryChanged })
    #expect(store.query == "milk")
    #expect(shown.all == ["nothing is called milk"])
    alerts.cancel()
  }

  @Test("A state that was kept comes back") func restoring() {
    let store = store
    let kept = store.state
    store.send(.add(id: 7, title: "milk"))
    store.restore(kept)
    #expect(store.items.isEmpty)
  }

  @Test("Parts of a store: an optional, and the elements of a list") func parts() {
    let (store, show) = (store, show)
    store.send(.add(id: 7, title: "milk"))
    #expect(store.scope(state: \.chosen, action: \.chosen) == nil)
    store.send(.choose(id: 7))
    if let chosen = store.scope(state: \.chosen, action: \.chosen) {
      chosen.send(.rename("oat milk"))
      show(chosen.title)
    }
    for row in store.scope(state: \.items, action: \.item) {
      row.send(.rename(row.title + "!"))
    }
    #expect(shown.all == ["oat milk"])
    #expect(store.items.map(\.title) == ["milk!"])
  }

  @Test("The actions, each with its revision and state") func actions() {
    let (store, show) = (store, show)
    let log = store.observeActions { action, revision, state in show("\(revision): \(action), \(state.items.count)") }
    store.send(.add(id: 7, title: "milk"))
    #expect(shown.all == ["1: add(id: 7, title: \"milk\"), 1"])
    log.cancel()
  }
}
