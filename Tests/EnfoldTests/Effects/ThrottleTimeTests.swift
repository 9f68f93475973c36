// The times at which throttled effects begin: tables, and random times against a model.
import EnfoldTesting
import Testing

@testable import Enfold

/// An effect that has begun, and when.
private struct Begun: Equatable, CustomStringConvertible {
  let number: Int
  let time: Int
  init(_ number: Int, at time: Int) { (self.number, self.time) = (number, time) }
  var description: String { "\(number) at \(time)" }
}

private enum Throttled: Equatable { case tap(Int), begin(Int) }

@Suite("Throttle: times", .timeLimit(.minutes(2))) struct ThrottleTimeTests {
  private static let interval = 100

  /// What begins in a test store when the actions 1, 2, … come at some times, in milliseconds.
  private func begun(_ times: [Int], keeping: @escaping (Int) -> ThrottleKeeps) async -> [Begun] {
    let clock = TestClock()
    let store = TestStore<[Int], Throttled>(
      initialState: [],
      reduce: { state, action in
        switch action {
        case .tap(let number):
          let interval = Duration.milliseconds(Self.interval)
          return .send(.begin(number)).throttle(id: 1, for: interval, keeping: keeping(number), clock: clock)
        case .begin(let number):
          state += [number, Int(clock.now.offset / .milliseconds(1))]
          return .none
        }
      }, dependencies: { $0.clock = clock })
    store.exhaustivity = .off
    var last = 0
    for (index, time) in times.enumerated() {
      if time > last { await clock.advance(by: .milliseconds(time - last)) }
      last = time
      await store.send(.tap(index + 1))
    }
    await clock.advance(by: .seconds(10))
    await store.skipReceivedActions(strict: false)
    let state = store.state
    return stride(from: 0, to: state.count, by: 2).map { Begun(state[$0], at: state[$0 + 1]) }
  }

  private func begun(_ times: [Int], _ keeping: ThrottleKeeps) async -> [Begun] {
    await begun(times) { _ in keeping }
  }

  @Test("An effect that is dropped leaves the one that waits")
  func droppedLeavesTheKept() async {
    // Number 3 uses the id to be dropped, the others to be kept.
    let begun = await begun([0, 0, 0]) { $0 == 3 ? .none : .latest }
    #expect(begun == [Begun(1, at: 0), Begun(2, at: Self.interval)])
  }

  /// What is to begin: the first action at once; in an interval none; at its end the one that was kept, which opens the next.
  private func model(_ times: [Int], _ keeping: ThrottleKeeps) -> [Begun] {
    var begun: [Begun] = []
    var (end, kept) = (Int.min, Int?.none)
    func beginKept(until time: Int) {
      while let number = kept, end <= time {
        begun.append(Begun(number, at: end))
        (end, kept) = (end + Self.interval, nil)
      }
    }
    for (index, time) in times.enumerated() {
      beginKept(until: time)
      if time >= end {
        begun.append(Begun(index + 1, at: time))
        end = time + Self.interval
      } else if keeping == .latest || (keeping == .first && kept == nil) {
        kept = index + 1
      }
    }
    beginKept(until: .max)
    return begun
  }

  /// When the actions come, which is kept, and what begins: the number of an action, and when.
  private struct Row: Sendable {
    let times: [Int]
    let keeping: ThrottleKeeps
    let begun: [Begun]

    init(_ times: [Int], _ keeping: ThrottleKeeps, _ begun: KeyValuePairs<Int, Int>) {
      (self.times, self.keeping) = (times, keeping)
      self.begun = begun.map { Begun($0.key, at: $0.value) }
    }
  }

  private static let rows: [Row] = [
    Row([0, 50, 101], .latest, [1: 0, 2: 100, 3: 200]),
    Row([0, 50, 101], .first, [1: 0, 2: 100, 3: 200]),
    Row([0, 50, 101], .none, [1: 0, 3: 101]),
    Row([0, 50, 100], .latest, [1: 0, 2: 100, 3: 200]),
    Row([0, 100], .latest, [1: 0, 2: 100]),
    Row([0, 100, 150, 160], .latest, [1: 0, 2: 100, 4: 200]),
    Row([0, 100, 150, 160], .first, [1: 0, 2: 100, 3: 200]),
    Row([0, 10, 20, 110, 120, 210], .latest, [1: 0, 3: 100, 5: 200, 6: 300]),
    Row([0, 10, 20, 110, 120, 210], .first, [1: 0, 2: 100, 4: 200, 6: 300]),
    Row([0, 10, 199, 200], .latest, [1: 0, 2: 100, 3: 200, 4: 300]),
    Row([0, 10, 200], .latest, [1: 0, 2: 100, 3: 200]),
  ]

  @Test("What begins at the end of an interval opens the next one", arguments: rows.indices)  // 64
  func table(index: Int) async {
    let row = Self.rows[index]
    #expect(model(row.times, row.keeping) == row.begun)
    #expect(await begun(row.times, row.keeping) == row.begun)
  }

  @Test("Random times give what the model says", arguments: [ThrottleKeeps.latest, .first, .none])  // 61, 62, 64
  func random(keeping: ThrottleKeeps) async {
    var random = SeededGenerator(seed: 64)
    for _ in 0..<scaled(60) {
      var (time, times) = (0, [Int]())
      for _ in 0..<Int.random(in: 1...12, using: &random) {
        time += [0, 1, 10, 49, 50, 51, 99, 100, 101, 150, 250].randomElement(using: &random) ?? 0
        times.append(time)
      }
      #expect(await begun(times, keeping) == model(times, keeping), "\(times)")
    }
  }

  @Test("On a clock that does not wait, each kept effect begins in its turn, an interval behind the one before")  // 64
  func immediate() async {
    let clock = ImmediateClock()
    let store = makeNumberStore()
    for number in 1...3 {
      store.start(.number(number).throttle(id: 1, for: .seconds(1), clock: clock))
      await store.waitUntilIdle()
    }
    #expect(store.state == [1, 2, 3])
    #expect(clock.now.offset == .seconds(2))
  }
}
