// W6 in Swift: the counter of W1 under 0, 1 and 5 parents, from the root and through scopes.
import Enfold
import WorkloadsFeature

func w6Scope() {
  let level0 = Store(initialState: Level0.State(), reducer: Level0())
  let level1 = Store(initialState: Level1.State(), reducer: Level1())
  let level5 = Store(initialState: Level5.State(), reducer: Level5())
  let subscriptions = [
    level0.observe({ $0.count }) { seen &+= $0 },
    level1.observe({ $0.child.count }) { seen &+= $0 },
    level5.observe({ $0.child.child.child.child.child.count }) { seen &+= $0 },
  ]
  compare(
    "W6 typed, from the root",
    [
      Side("0 levels") { for _ in 0..<$0 { level0.send(.increment) } },
      Side("1 level") { for _ in 0..<$0 { level1.send(.child(.increment)) } },
      Side("5 levels") { for _ in 0..<$0 { level5.send(.child(.child(.child(.child(.child(.increment)))))) } },
    ])
  for subscription in subscriptions { subscription.cancel() }

  let child1 = level1.scope(state: \.child, action: \.child)
  let child5 = level5.scope(state: \.child, action: \.child).scope(state: \.child, action: \.child)
    .scope(state: \.child, action: \.child).scope(state: \.child, action: \.child)
    .scope(state: \.child, action: \.child)
  let scoped = [level0, child1, child5].map { store in store.observe({ $0.count }) { seen &+= $0 } }
  compare(
    "W6 typed, through scopes",
    [
      Side("0 levels") { for _ in 0..<$0 { level0.send(.increment) } },
      Side("1 level") { for _ in 0..<$0 { child1.send(.increment) } },
      Side("5 levels") { for _ in 0..<$0 { child5.send(.increment) } },
    ])
  for subscription in scoped { subscription.cancel() }
}
