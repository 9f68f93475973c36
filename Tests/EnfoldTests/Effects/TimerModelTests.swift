// Effects that let time pass, in random programs on a clock of the test's own, against a model that knows only numbers.
@testable import EnfoldTesting
import Testing

@testable import Enfold

/// What a program does next. Times are in milliseconds.
private enum TimerStep: CustomStringConvertible {
  case debounce(id: Int, Int)
  case throttle(id: Int, Int, ThrottleKeeps)
  case sleep(id: Int, Int)
  /// Sleeps several times, as a timer does.
  case ticks(id: Int, Int, count: Int)
  case cancel(id: Int)
  case flush
  case advance(Int)

  var description: String {
    switch self {
    case .debounce(let id, let time): "debounce \(id) \(time)"
    case .throttle(let id, let time, let keeps): "throttle \(id) \(time) \(keeps)"
    case .sleep(let id, let time): "sleep \(id) \(time)"
    case .ticks(let id, let time, let count): "ticks \(id) \(time) \(count) times"
    case .cancel(let id): "cancel \(id)"
    case .flush: "flush"
    case .advance(let time): "advance \(time)"
    }
  }

  init(by random: inout SeededGenerator) {
    let (id, time) = (Int.random(in: 1...3, using: &random), Int.random(in: 1...60, using: &random))
    self =
      switch Int.random(in: 0...10, using: &random) {
      case 0, 1: .debounce(id: id, time)
      case 2, 3: .throttle(id: id, time, [.latest, .first, .none].randomElement(using: &random) ?? .none)
      case 4: .sleep(id: id, time)
      case 5: .ticks(id: id, time, count: Int.random(in: 1...4, using: &random))
      case 6: .cancel(id: id)
      case 7: .flush
      default: .advance(time)
      }
  }
}

/// What waits, and what has come. Each effect appends its number.
private struct TimerModel {
  private enum Kind { case debounced, held(interval: Int), sleeping(period: Int, left: Int) }
  private struct Wait {
    let number: Int
    let id: Int
    var due: Int
    /// Since when it waits: of those that are due together, who fell asleep first wakes first.
    var order: Int
    let kind: Kind
  }
  private var waits: [Wait] = []
  private var windows: [Int: Int] = [:]
  private var now = 0
  private var lastOrder = 0
  private(set) var log: [Int] = []
  var count: Int { waits.count }

  mutating func take(_ step: TimerStep, _ number: Int) {
    switch step {
    case .debounce(let id, let time):
      waits.removeAll { $0.id == id }
      wait(number, id, now + time, .debounced)
    case .throttle(let id, let interval, let keeps):
      let held = waits.firstIndex { if case .held = $0.kind { $0.id == id } else { false } }
      guard let end = windows[id], held != nil || end > now else {
        windows[id] = now + interval
        return log.append(number)
      }
      if keeps == .none || keeps == .first && held != nil { return }
      if let held { waits.remove(at: held) }
      wait(number, id, end, .held(interval: interval))
    case .sleep(let id, let time): wait(number, id, now + time, .sleeping(period: time, left: 1))
    case .ticks(let id, let time, let count): wait(number, id, now + time, .sleeping(period: time, left: count))
    case .cancel(let id): waits.removeAll { $0.id == id }
    case .flush:
      for wait in waits.sorted(by: { $0.order < $1.order }) {
        switch wait.kind {
        case .debounced: break
        case .held(let interval): windows[wait.id] = now + interval
        case .sleeping: continue
        }
        waits.removeAll { $0.number == wait.number }
        log.append(wait.number)
      }
    case .advance(let time): advance(to: now + time)
    }
  }

  private mutating func wait(_ number: Int, _ id: Int, _ due: Int, _ kind: Kind) {
    lastOrder += 1
    waits.append(Wait(number: number, id: id, due: due, order: lastOrder, kind: kind))
  }

  private mutating func advance(to end: Int) {
    while let next = waits.min(by: { ($0.due, $0.order) < ($1.due, $1.order) }), next.due <= end {
      now = next.due
      waits.removeAll { $0.number == next.number }
      log.append(next.number)
      switch next.kind {
      case .debounced: break
      case .held(let interval): windows[next.id] = now + interval
      case .sleeping(let period, let left):
        if left > 1 { wait(next.number, next.id, now + period, .sleeping(period: period, left: left - 1)) }
      }
    }
    now = end
  }
}

@Suite("Timers against a model", .timeLimit(.minutes(5))) struct TimerModelTests {
  private func effect(_ step: TimerStep, _ number: Int, _ clock: TestClock) -> Effect<Doing> {
    func ticks(_ id: Int, _ time: Int, _ count: Int) -> Effect<Doing> {
      .run { send in
        for _ in 0..<count {
          try await clock.sleep(for: .milliseconds(time))
          await send(.number(number))
        }
      }
      .cancellable(id: id)
    }
    return switch step {
    case .debounce(let id, let time): .number(number).debounce(id: id, for: .milliseconds(time), clock: clock)
    case .throttle(let id, let time, let keeps):
      .number(number).throttle(id: id, for: .milliseconds(time), keeping: keeps, clock: clock)
    case .sleep(let id, let time): ticks(id, time, 1)
    case .ticks(let id, let time, let count): ticks(id, time, count)
    case .cancel(let id): .cancel(id: id)
    case .flush, .advance: .none
    }
  }

  @Test("Random programs of debounces, throttles, sleeps and timers", arguments: 1...20 as ClosedRange<UInt64>)
  func programs(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<scaled(500) {
      let (clock, store) = (TestClock(), makeNumberStore())
      var (model, steps) = (TimerModel(), [TimerStep]())
      // Each effect that runs sleeps, or is about to.
      let settle = { @Sendable () async -> Void in
        while store.engine?.pending != clock.sleeperCount { await Task.yield() }
      }
      clock.attach(ObjectIdentifier(clock), settle: { await settle() })
      for number in 1...Int.random(in: 5...25, using: &random) {
        let step = TimerStep(by: &random)
        steps.append(step)
        model.take(step, number)
        switch step {
        case .advance(let time): await clock.advance(by: .milliseconds(time))
        case .flush: store.flush()
        default: store.start(effect(step, number, clock))
        }
        await settle()
        try #require(store.state == model.log, "\(steps)")
        try #require(store.engine?.pending == model.count, "\(steps)")
      }
      clock.detach(ObjectIdentifier(clock))
      store.close()
      #expect(store.hasEmptyRegistry)
    }
  }
}
