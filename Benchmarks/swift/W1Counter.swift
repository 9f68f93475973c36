// W1 in Swift: typed with and without an observer, and through bytes.
import CounterFeature
import Enfold
import WorkloadsFeature

/// The counter alone, for the floor: a state without tracking.
private struct PlainCounter {
  enum Action { case increment, setCount(Int) }
  var count = 0
  var isLoading = false
  var fact: String?

  mutating func reduce(_ action: Action) {
    switch action {
    case .increment: count += 1
    case .setCount(let value): count = value
    }
  }
}

func w1Counter() {
  let minimal = MinimalLoop(PlainCounter()) { $0.reduce($1) }
  minimal.observe({ $0.count }, { seen &+= $0 })
  let observed = Store(initialState: Counter.State(), reducer: Counter())
  let subscription = observed.observe(\.count) { seen &+= $0 }
  compare(
    "W1 typed",
    [
      Side("minimal Swift loop") { for _ in 0..<$0 { minimal.send(.increment) } },
      Side("Swift typed") { for _ in 0..<$0 { observed.send(.increment) } },
    ])
  subscription.cancel()

  let silent = MinimalLoop(PlainCounter()) { $0.reduce($1) }
  let alone = Store(initialState: Counter.State(), reducer: Counter())
  compare(
    "W1 typed, no observer",
    [
      Side("minimal Swift loop") { for _ in 0..<$0 { silent.send(.increment) } },
      Side("Swift typed") { for _ in 0..<$0 { alone.send(.increment) } },
    ])

  let reducer = Store(initialState: Counter.State(), reducer: Counter())
  let effect = Store(EffectCounter())
  let publisher = Store(PublisherCounter())
  compare(
    "W1 typed reactor, no observer",
    [
      Side("reducer") { for _ in 0..<$0 { reducer.send(.increment) } },
      Side("reactor: effect") { for _ in 0..<$0 { effect.send(.increment) } },
      Side("reactor: publisher") { for _ in 0..<$0 { publisher.send(.increment) } },
    ])

  let text = Array(#"{"increment":{}}"#.utf8)
  compare(
    "W1 in Swift, through bytes",
    [
      Side("decode, send, encode") { count in
        for _ in 0..<count {
          let action = try? text.withUnsafeBytes { try JSON.decode(Counter.Action.self, from: $0) }
          guard let action else { return }
          alone.send(action)
          seen &+= JSON.string(alone.count).utf8.count
        }
      }
    ])
}
