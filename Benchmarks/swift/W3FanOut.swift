// W3 in Swift: 100,000 cells, S of them observed, each by an observer of its own; each action hits one.
import Enfold
import WorkloadsFeature

func w3FanOut() {
  let cells = IdentifiedArray(uniqueElements: (0..<100_000).map { Cells.Cell(id: $0) })
  for observers in [1, 1_000, 100_000] {
    let stride = cells.count / observers
    let store = Store(initialState: Cells.State(items: cells), reducer: Cells())
    let subscriptions = (0..<observers).map { index in
      store.observe({ $0.items[id: index * stride]?.value }) { seen &+= $0 ?? 0 }
    }
    var ids = Random()
    var value = 0
    compare(
      "W3 typed, S = \(observers)",
      [
        Side("Swift typed") { count in
          for _ in 0..<count {
            value &+= 1
            store.send(.set(id: ids.next(below: observers) * stride, value: value))
          }
        }
      ])
    store.close()  // all at once: cancelling them one by one looks for each among the rest
    withExtendedLifetime(subscriptions) {}
  }
}
