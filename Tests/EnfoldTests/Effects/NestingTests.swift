// Every operator inside every other.
import EnfoldTesting
import Testing

@testable import Enfold

@Suite("Nested operators") struct NestingTests {
  /// What can be done to an effect.
  enum Treatment: CaseIterable {
    case merge, concatenate, map, cancellable, replacing, debounce, throttle, child

    func apply(to effect: Effect<Doing>, _ clock: TestClock) -> Effect<Doing> {
      switch self {
      case .merge: .merge(effect, .run { _ in })
      case .concatenate: .concatenate(.run { _ in await Task.yield() }, effect, .run { _ in })
      case .map: effect.map { $0 }
      case .cancellable: effect.cancellable(id: "a")
      case .replacing: effect.cancellable(id: "b", cancelInFlight: true)
      case .debounce: effect.debounce(id: "c", for: .seconds(1), clock: clock)
      case .throttle: effect.throttle(id: "d", for: .seconds(1), clock: clock)
      case .child: effect.of(NestingTests.child, id: 7)
      }
    }
  }

  /// What an effect may be in the end.
  enum Leaf: CaseIterable {
    case send, run, sequence

    func effect(_ clock: TestClock) -> Effect<Doing> {
      switch self {
      case .send: .number(1)
      case .run: .number(1, after: .seconds(1), on: clock)
      case .sequence:
        .sequence(
          AsyncStream {
            $0.yield(1)
            $0.finish()
          }, priority: .high, name: "numbers", action: Doing.number)
      }
    }
  }

  /// Every operator of a store is one of its own.
  fileprivate static let child = ChildOperator(
    \Int.self, in: .store(),
    ChildFinder(in: [Int].self, mayBeAbsent: false, child: { _, _ in true }, modify: { _, _ in true }))

  static let all = Treatment.allCases.flatMap { outer in Treatment.allCases.map { (outer, $0) } }

  @Test("Delivers once, ends, and leaves nothing behind", arguments: all, Leaf.allCases)
  func delivers(treatments: (Treatment, Treatment), leaf: Leaf) async {
    let clock = TestClock()
    let store = makeNumberStore()
    let inner = treatments.1.apply(to: leaf.effect(clock), clock)
    let task = store.start(treatments.0.apply(to: inner, clock))
    await withTaskGroup { group in
      group.addTask {
        // Time goes on for whoever sleeps.
        while !Task.isCancelled {
          await clock.waitForSleepers(1)
          clock.runNow()
        }
      }
      #expect(await task.finish().isFinished)
      group.cancelAll()
    }
    #expect(store.state == [1])
    #expect(store.hasEmptyRegistry)
  }

  @Test("Cancelling the task at once delivers nothing later and leaves nothing behind", arguments: all, Leaf.allCases)
  func cancels(treatments: (Treatment, Treatment), leaf: Leaf) async {
    let clock = TestClock()
    let store = makeNumberStore()
    let inner = treatments.1.apply(to: leaf.effect(clock), clock)
    let task = store.start(treatments.0.apply(to: inner, clock))
    task.cancel()
    _ = await task.finish()
    let state = store.state
    clock.advanceNow(by: .seconds(10))
    await store.waitUntilIdle()
    #expect(store.state == state)
    #expect(clock.sleeperCount == 0)
    #expect(store.hasEmptyRegistry)
  }

  @Test("An effect equals itself and its likes, however it was treated", arguments: all)
  func compares(treatments: (Treatment, Treatment)) {
    let clock = TestClock()
    let leaf = Effect<Int>.send(1)
    func treated(_ treatment: Treatment, _ effect: Effect<Int>) -> Effect<Int> {
      switch treatment {
      case .merge: .merge(effect, .send(2))
      case .concatenate: .concatenate(effect, .send(2))
      case .map: effect.map { $0 }
      case .cancellable: effect.cancellable(id: "a")
      case .replacing: effect.cancellable(id: "b", cancelInFlight: true)
      case .debounce: effect.cancellable(id: "c")
      case .throttle: effect.throttle(id: "d", for: .seconds(1), clock: clock)
      case .child: effect.of(Self.child, id: 7)
      }
    }
    let effect = treated(treatments.0, treated(treatments.1, leaf))
    #expect(effect == treated(treatments.0, treated(treatments.1, leaf)))
    #expect(effect != treated(treatments.0, treated(treatments.1, .send(9))))
  }

  @Test("Trees of 100,000 operators in turn are mapped and compared without recursion") func deep() {
    func tree(_ last: Int) -> Effect<Int> {
      var effect = Effect<Int>.send(last)
      for index in 0..<100_000 {
        effect = index.isMultiple(of: 2) ? .merge(effect, .send(2)) : .concatenate(effect, .send(2))
      }
      return effect
    }
    let effect = tree(1)
    #expect(effect.map { $0 } == effect)
    #expect(effect.map { $0 } != tree(9))
  }
}
