// What happens in one random run: decided by a seed, so that engine and model are told the same.

/// One thing done to a store. Observers and tasks are numbered in the order in which they were made.
enum Step: Sendable {
  case send(RandomAction)
  case observe(isRaw: Bool, isInitial: Bool)
  case cancelObserver(Int)
  case cancelTask(Int)
  case close
}

struct RandomAction: Hashable, Sendable {
  /// What it does to the state; of some actions nothing.
  var value: Int
  /// How far it is from the action that somebody began with; the last generation causes nothing.
  var generation: Int
}

/// The effects of an action: sends, in a tree.
indirect enum EffectTree: Sendable {
  case none
  case send(RandomAction)
  case merge([EffectTree])
  case concatenate([EffectTree])
}

/// A pure function from a seed and a place to what is done there.
struct RandomScript: Sendable {
  let seed: UInt64

  private func generator(_ place: Int, _ a: Int, _ b: Int = 0) -> SeededGenerator {
    var generator = SeededGenerator(seed: seed ^ UInt64(truncatingIfNeeded: place &* 0x1_0000_0001))
    generator = SeededGenerator(seed: generator.next() ^ UInt64(truncatingIfNeeded: a))
    generator = SeededGenerator(seed: generator.next() ^ UInt64(truncatingIfNeeded: b))
    return generator
  }

  /// What the test itself does.
  var beginning: [Step] {
    var random = generator(1, 0)
    return (0..<Int.random(in: 4...12, using: &random)).map { _ in step(generation: 0, &random, closing: 40) }
  }

  /// What `reduce` does besides reducing.
  func insideReduce(_ action: RandomAction, revision: Int) -> [Step] {
    steps(action.generation + 1, generator(2, action.value, revision), chance: 8)
  }

  /// What an observer does when it is called for the nth time.
  func insideObserver(_ observer: Int, _ count: Int, _ value: Int) -> [Step] {
    steps(count, generator(3, observer &* 1000 &+ count, value), chance: 4)
  }

  func effect(_ action: RandomAction, revision: Int) -> EffectTree {
    var random = generator(4, action.value, revision)
    return action.generation < 3 ? tree(depth: 0, action.generation + 1, &random) : .none
  }

  private func steps(_ generation: Int, _ random: SeededGenerator, chance: Int) -> [Step] {
    var random = random
    guard generation < 4, Int.random(in: 0..<chance, using: &random) == 0 else { return [] }
    return (0...Int.random(in: 0...2, using: &random)).map { _ in step(generation: generation, &random, closing: 60) }
  }

  private func step(generation: Int, _ random: inout SeededGenerator, closing: Int) -> Step {
    if Int.random(in: 0..<closing, using: &random) == 0 { return .close }
    switch Int.random(in: 0..<10, using: &random) {
    case 0..<5: return .send(action(generation, &random))
    case 5..<7: return .observe(isRaw: Bool.random(using: &random), isInitial: Bool.random(using: &random))
    case 7..<9: return .cancelObserver(Int.random(in: 0..<100, using: &random))
    default: return .cancelTask(Int.random(in: 0..<100, using: &random))
    }
  }

  private func action(_ generation: Int, _ random: inout SeededGenerator) -> RandomAction {
    RandomAction(value: Int.random(in: 0..<12, using: &random), generation: generation)
  }

  private func tree(depth: Int, _ generation: Int, _ random: inout SeededGenerator) -> EffectTree {
    switch Int.random(in: 0..<8, using: &random) {
    case 0..<5: return .none
    case 5: return .send(action(generation, &random))
    case let kind:
      if depth == 3 { return .none }
      var parts: [EffectTree] = []
      for _ in 0..<Int.random(in: 0...3, using: &random) { parts.append(tree(depth: depth + 1, generation, &random)) }
      return kind == 6 ? .merge(parts) : .concatenate(parts)
    }
  }
}

/// What is compared.
enum Event: Equatable, Sendable {
  case reduced(Int, revision: Int)
  case told(observer: Int, value: Int)
}

/// How the state follows: every third action changes nothing.
func nextValue(_ value: Int, _ action: RandomAction) -> Int {
  action.value.isMultiple(of: 3) ? value : (value &* 31 &+ action.value) % 1_000_003
}
