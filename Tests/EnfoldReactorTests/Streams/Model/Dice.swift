// Dice: compositions by chance.
import EnfoldReactor

/// Random numbers that a seed determines.
struct Dice: RandomNumberGenerator {
  private var generator: SeededGenerator

  init(_ seed: UInt64) { generator = SeededGenerator(seed: seed) }

  mutating func next() -> UInt64 { generator.next() }

  private mutating func number(_ range: ClosedRange<Int>) -> Int { .random(in: range, using: &self) }

  private mutating func pick<Element>(_ elements: [Element]) -> Element { elements[number(0...elements.count - 1)] }

  /// Twice a prime, so that times seldom meet by chance.
  private mutating func time() -> Int { pick([4, 6, 10, 14, 22, 26, 34]) }

  private mutating func numbers(_ count: ClosedRange<Int>) -> [Int] { (0..<number(count)).map { _ in number(0...99) } }

  private mutating func beats() -> [Beat] {
    (0..<number(0...4)).map { _ in Beat(gap: number(0...2) == 0 ? 0 : time(), value: number(0...99)) }
  }

  // MARK: Subjects

  /// Three subjects, of which the last has a value. They are fed at odd times.
  mutating func feeds() -> [Scene.Feed] {
    (0..<3).map { index in
      let times = (0..<number(0...6)).map { _ in 2 * number(0...45) + 1 }.sorted()
      let values = times.map { (time: $0, value: number(0...99)) }
      let end = number(0...1) == 0 ? nil : (times.last ?? 1) + 2 * number(0...5)
      return index < 2
        ? Scene.Feed(subject: PublishSubject(), first: nil, values: values, end: end)
        : Scene.Feed(subject: BehaviorSubject(value: 5), first: 5, values: values, end: end)
    }
  }

  // MARK: Compositions

  /// A composition of which the longest branch has so many operators.
  mutating func composition(depth: Int, hot: Bool) -> Composition {
    if depth == 0 { return source(hot) }
    let deep = composition(depth: depth - 1, hot: hot)
    switch number(0...9) {
    case 0...4: return .one(one(), deep)
    case 5...7:
      let other = composition(depth: number(0...min(depth - 1, 2)), hot: hot)
      let name = pick(Composition.Pairing.allCases)
      return number(0...1) == 0 ? .two(name, deep, other) : .two(name, other, deep)
    default:
      let name = pick(Composition.Joining.allCases)
      let count = name == .combineLatest ? number(3...4) : number(1...3)
      var all = (1..<count).map { _ in composition(depth: number(0...min(depth - 1, 1)), hot: hot) }
      all.insert(deep, at: number(0...all.count))
      return .many(name, all)
    }
  }

  private mutating func source(_ hot: Bool) -> Composition {
    if hot, number(0...2) > 0 { return .subject(number(0...2)) }
    switch number(0...12) {
    case 0: return .just(number(0...99))
    case 1, 2: return .of(numbers(0...3))
    case 3: return number(0...2) == 0 ? .never : .empty
    case 4, 5: return .create(beats(), ends: number(0...2) > 0)
    case 6: return .run(beats())
    case 7: return .async(Beat(gap: number(0...2) == 0 ? 0 : time(), value: number(0...99)))
    case 8: return .interval(time())
    case 9, 10: return .timer(time())
    case 11: return .ticks(time(), period: time())
    default: return .subject(number(0...2))
    }
  }

  private mutating func one() -> Composition.Operator {
    switch number(0...17) {
    case 0: .map(number(1...99))
    case 1: .filter(number(0...3))
    case 2: .compactMap(number(0...2))
    case 3: .withIndex
    case 4: .distinct
    case 5: .skip(number(0...2))
    case 6, 7, 8: .take(number(0...3))
    case 9, 10: .delay(time())
    case 11: .debounce(time())
    case 12, 13: .throttle(time(), pick([.first, .latest, .none]))
    case 14: .startWith(numbers(0...2))
    case 15: .does
    case 16: pick([.debug, .deferred])
    default: .catches(number(0...99))
    }
  }
}
