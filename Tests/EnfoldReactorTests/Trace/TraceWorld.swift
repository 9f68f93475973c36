// TraceWorld: what the effects of a random program use: a clock that goes on by itself, and a host that answers out of order.
import Enfold
import EnfoldTesting

final class TraceWorld: Sendable {
  private let clock = TestClock()
  private let desk: TraceDesk
  private let host: Host
  private let helpers = Locked<[Task<Void, Never>]>([])
  private static let ask = HostFunction<Int, Int>(TraceDesk.ask)
  private static let refuse = HostFunction<Int, Int>(TraceDesk.refuse)

  init(seed: UInt64) {
    desk = TraceDesk(seed: seed)
    host = Host(desk)
  }

  /// From now on time goes on as soon as somebody sleeps, and requests are answered.
  func begin() {
    let time = Task { [clock] in
      while !Task.isCancelled {
        await clock.waitForSleepers(1)
        clock.runNow()
      }
    }
    let answers = Task { [desk] in await desk.answerAll() }
    helpers.withLock { $0 = [time, answers] }
  }

  func end() async {
    let helpers = helpers.withLock { $0 }
    for helper in helpers { helper.cancel() }
    for helper in helpers { await helper.value }
  }

  // MARK: Effects

  static func name(_ role: TracePlan.Role, _ plan: TracePlan) -> String { "\(role) \(plan.id)" }

  /// An effect that sends actions.
  func effect<Action>(
    _ role: TracePlan.Role, of plan: TracePlan, _ way: TracePlan.Way, _ actions: [Action]
  ) -> Effect<Action> {
    let (name, id) = (Self.name(role, plan), plan.id)
    if way.effects(actions.count) == 0 { return .concatenate(actions.map { .send($0) }) }
    let each = actions.map { action in Effect<Action>.run(name: name) { await $0(action) } }
    let all = Effect<Action>.run(name: name) { [self] send in
      try await pause(way, id)
      for action in actions { await send(action) }
      try await finish(way, id)
    }
    return switch way {
    case .merged: .merge(each)
    case .concatenated: .concatenate(each)
    case .debounced: all.debounce(id: name, for: .milliseconds(id % 3 + 1), clock: clock)
    case .throttled: all.throttle(id: name, for: .milliseconds(1), clock: clock)
    default: all
    }
  }

  /// What an effect waits for before it sends.
  func pause(_ way: TracePlan.Way, _ id: Int) async throws {
    switch way {
    case .yielding: await Task.yield()
    case .timer: try await clock.sleep(for: .milliseconds(id % 3 + 1))
    case .asking: if try await host.call(Self.ask, id) != id + 1 { throw TraceFailure() }
    default: break
    }
  }

  /// How an effect ends.
  private func finish(_ way: TracePlan.Way, _ id: Int) async throws {
    switch way {
    case .failing: throw TraceFailure()
    case .refused: _ = try await host.call(Self.refuse, id)
    case .hanging: try await forever()
    default: break
    }
  }
}

struct TraceFailure: Error {}

/// Plays the host: answers some requests at once, and each other one at some time, whichever is next by chance.
final class TraceDesk: RequestDesk {
  static let ask = "ask"
  static let refuse = "refuse"

  private let open: Locked<(requests: [any OpenRequest], random: SeededGenerator)>
  private let asked = AsyncStream<Void>.makeStream()

  init(seed: UInt64) { open = Locked(([], SeededGenerator(seed: seed))) }

  func ask(_ request: any OpenRequest) -> @Sendable () -> Void {
    if Self.number(request).isMultiple(of: 4) {
      Self.answer(request)
      return {}
    }
    open.withLock { $0.requests.append(request) }
    asked.continuation.yield()
    return {}  // a late answer is no mistake
  }

  /// Answers one of the open requests whenever one was asked, so that each has its answer in the end.
  func answerAll() async {
    for await _ in asked.stream {
      let request = open.withLock { open in
        open.requests.remove(at: Int.random(in: open.requests.indices, using: &open.random))
      }
      Self.answer(request)
      await Task.yield()
    }
  }

  private static func number(_ request: any OpenRequest) -> Int {
    Int(String(decoding: request.payload, as: UTF8.self)) ?? 0
  }

  private static func answer(_ request: any OpenRequest) {
    if request.name == refuse {
      _ = request.fail("no")
    } else {
      _ = Array("\(number(request) + 1)".utf8).withUnsafeBytes { request.resolve($0) }
    }
  }
}
