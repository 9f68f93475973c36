// Random trees of effects: a test store goes the same way as a store.
import EnfoldTesting
import Testing

/// What an action causes.
private indirect enum Tree: Equatable, Sendable {
  case none
  case send(Int, Tree)
  case run([Int])
  case merge([Tree])
  case concatenate([Tree])
  case cancellable(Int, inFlight: Bool, Tree)
  case cancel(Int)

  init(depth: Int, _ random: inout RandomSource) {
    let number = Int.random(in: 0..<100, using: &random)
    func part() -> Tree { depth == 0 ? .none : Tree(depth: depth - 1, &random) }
    switch Int.random(in: depth == 0 ? 0..<3 : 1..<8, using: &random) {
    case 0: self = .none
    case 1: self = .send(number, part())
    case 2: self = .cancel(number % 3)
    case 3: self = .run((0..<3).map { number + $0 })
    case 4: self = .merge((0..<2 + number % 2).map { _ in part() })
    case 5: self = .concatenate((0..<2 + number % 2).map { _ in part() })
    default: self = .cancellable(number % 3, inFlight: number.isMultiple(of: 2), part())
    }
  }

  var effect: Effect<Step> {
    switch self {
    case .none: .none
    case .send(let number, let tree): .send(Step(number: number, tree: tree))
    case .run(let numbers): .run { send in for number in numbers { await send(Step(number: number, tree: .none)) } }
    case .merge(let parts): .merge(parts.map(\.effect))
    case .concatenate(let parts): .concatenate(parts.map(\.effect))
    case .cancellable(let id, let inFlight, let part): part.effect.cancellable(id: id, cancelInFlight: inFlight)
    case .cancel(let id): .cancel(id: id)
    }
  }
}

private struct Step: Equatable, Sendable {
  let number: Int
  let tree: Tree
}

@Suite("Store and TestStore: trees of effects") struct EffectTreeTests {
  @Test("Random trees lead to the same state in both", arguments: 0..<10 as Range<UInt64>)  // 162
  func sameState(seed: UInt64) async {
    var random = RandomSource(seed: seed)
    for _ in 0..<50 { await compare(Step(number: -1, tree: Tree(depth: 4, &random))) }
  }

  private func compare(_ step: Step) async {
    @Sendable func reduce(_ numbers: inout [Int], _ step: Step) -> Effect<Step> {
      numbers.append(step.number)
      return step.tree.effect
    }
    let store = Store<[Int], Step>(initialState: [], reduce: reduce)
    let testStore = TestStore<[Int], Step>(initialState: [], reduce: reduce)
    testStore.exhaustivity = .off
    await store.send(step).finish()
    await testStore.send(step)
    await testStore.skipReceivedActions(strict: false)
    await testStore.finish()
    #expect(testStore.state == store.state, "\(step.tree)")
  }
}
