// W3 in Swift: 100,000 cells, S of them observed, each by an observer of its own; each action hits one. Observed by key
// paths, which are found in the tree of what is observed, and by closures, which are all evaluated. Beside them a store that
// nobody observes: the cells that are written lie far apart, and that alone costs more with many of them.
import Enfold
import WorkloadsFeature

func w3FanOut() {
  let cells = IdentifiedArray(uniqueElements: (0..<100_000).map { Cells.Cell(id: $0) })
  for observers in [1, 1_000, 100_000] {
    let stride = cells.count / observers
    compareFanOut("W3 typed, S = \(observers)", cells, observers) { store, index in
      store.observe(\.items[id: index * stride]?.value) { seen &+= $0 ?? 0 }
    }
  }
  for observers in [1, 1_000] {
    let stride = cells.count / observers
    compareFanOut("W3 typed, closures, S = \(observers)", cells, observers) { store, index in
      store.observe({ $0.items[id: index * stride]?.value }) { seen &+= $0 ?? 0 }
    }
  }
}

private func compareFanOut(
  _ name: String, _ cells: IdentifiedArrayOf<Cells.Cell>, _ observers: Int,
  observe: (StoreOf<Cells>, _ index: Int) -> Subscription
) {
  let store = Store(initialState: Cells.State(items: cells), reducer: Cells())
  let unobserved = Store(initialState: Cells.State(items: cells), reducer: Cells())
  let stride = cells.count / observers
  let subscriptions = (0..<observers).map { observe(store, $0) }
  func side(_ what: String, _ store: StoreOf<Cells>) -> Side {
    var ids = Random()
    var value = 0
    return Side(what) { count in
      for _ in 0..<count {
        value &+= 1
        store.send(.set(id: ids.next(below: observers) * stride, value: value))
      }
    }
  }
  compare(name, [side("Swift typed", store), side("nobody observes", unobserved)])
  store.close()
  withExtendedLifetime(subscriptions) {}
}
