// The trace of a store: its order, causes, tasks, tags, and the ends of effects, beside a naive model.
@testable import Enfold
import EnfoldTesting
import Synchronization
import Testing

@Suite struct TraceTests {
  /// An action that says which actions its effects send, and how.
  final class Plan: Sendable, Equatable {
    enum Way: Sendable, CaseIterable { case send, run, wait, debounced, merged, concatenated, failing }
    let id: Int
    let way: Way
    let next: [Plan]

    init(_ id: Int, _ way: Way = .send, _ next: [Plan] = []) {
      self.id = id
      self.way = way
      self.next = next
    }

    static func == (left: Plan, right: Plan) -> Bool { left === right }
  }

  struct Oops: Error {}

  private static func effect(of plan: Plan) -> Effect<Plan> {
    let sends = plan.next.map { Effect<Plan>.send($0) }
    switch plan.way {
    case .send: return .concatenate(sends)
    case .merged: return .merge(plan.next.map { next in .run { await $0(next) } })
    case .concatenated: return .concatenate(plan.next.map { next in .run { await $0(next) } })
    case .debounced: return .merge(sends).debounce(id: plan.id, for: .milliseconds(1))
    case .run: return .run { send in for next in plan.next { await send(next) } }
    case .failing:
      return .run { send in
        for next in plan.next { await send(next) }
        throw Oops()
      }
    case .wait:
      return .run { send in
        await Task.yield()
        for next in plan.next { await send(next) }
      }
    }
  }

  private func store() -> Store<Int, Plan> {
    Store(initialState: 0) { (count: inout Int, plan: Plan) -> Effect<Plan> in
      count += 1
      return plan.next.isEmpty ? .none : Self.effect(of: plan)
    }
  }

  /// An entry with its action.
  @dynamicMemberLookup struct Told: Sendable {
    let entry: TraceEntry
    let action: Plan?

    subscript<Value>(dynamicMember member: KeyPath<TraceEntry, Value>) -> Value { entry[keyPath: member] }
  }

  /// What was told.
  private final class Log: Sendable {
    private let entries = Mutex<[Told]>([])
    var all: [Told] { entries.withLock { $0 } }
    @Sendable func add(_ entry: TraceEntry, _ action: Plan?) {
      entries.withLock { $0.append(Told(entry: entry, action: action)) }
    }
  }

  @Test func aCommitIsToldWithItsTimes() {
    let (store, log) = (store(), Log())
    let plan = Plan(1)
    store.send(Plan(0))
    let trace = store.trace(log.add)
    store.send(plan)
    store.set(\.self, to: 7)
    store.restore(8)
    trace?.cancel()
    store.send(plan)
    #expect(log.all.map(\.kind) == [.action, .set, .restore])
    #expect(log.all.map(\.revision) == [2, 3, 4])
    #expect(log.all[0].action === plan)
    #expect(log.all[0].task == 1 && log.all[0].cause == 0 && log.all[0].reduced > 0)
    #expect(log.all[1].task == 0)
  }

  @Test func whatChangesNothingIsNotTold() {
    let (store, log) = (store(), Log())
    let trace = store.trace(log.add)
    store.set(\.self, to: 0)
    #expect(log.all.isEmpty)
    trace?.cancel()
  }

  @Test(.issueReports(.testStoresOnly)) func effectsBeginBehindTheirCommitAndEnd() async {
    let (store, log) = (store(), Log())
    let trace = store.trace(log.add)
    await store.send(Plan(1, .failing, [Plan(2), Plan(3)]), tag: "ada").finish()
    #expect(log.all.map(\.kind).filter { $0 != .action } == [.effectBegan, .effectEnded])
    #expect(log.all.first?.kind == .action)
    #expect(log.all[1].kind == .effectBegan)
    let end = log.all.first { $0.kind == .effectEnded }
    #expect(end?.outcome == .failed && end?.cause == 1 && end?.tag == "ada")
    #expect(end?.effect?.fileID.hasSuffix("TraceTests.swift") == true)
    #expect(Set(log.all.map(\.task)) == [1])
    trace?.cancel()
  }

  @Test func aCancelledEffectEndsAsCancelled() async {
    let log = Log()
    let store = Store(initialState: 0) { (count: inout Int, plan: Plan) -> Effect<Plan> in
      count += 1
      return .run { _ in try await Task.sleep(for: .seconds(3_600)) }
    }
    let trace = store.trace(log.add)
    let task = store.send(Plan(1))
    task.cancel()
    await store.waitUntilIdle()
    while log.all.last?.kind != .effectEnded { await Task.yield() }
    #expect(log.all.last?.outcome == .cancelled)
    trace?.cancel()
  }

  @Test func holdingIsTold() {
    let (store, log) = (store(), Log())
    let trace = store.trace(log.add)
    store.hold()
    store.hold()
    store.send(Plan(1))
    store.step()
    store.hold(false)
    #expect(log.all.map(\.kind) == [.held, .action, .released])
    #expect(log.all[1].waited > 0)
    trace?.cancel()
  }

  @Test func severalReadersAreTold() {
    let (store, one, two) = (store(), Log(), Log())
    let first = store.trace(one.add)
    store.send(Plan(1))
    let second = store.trace(two.add)
    store.send(Plan(2))
    first?.cancel()
    store.send(Plan(3))
    #expect(one.all.map(\.revision) == [1, 2])
    #expect(two.all.map(\.revision) == [2, 3])
    second?.cancel()
  }

  // MARK: Beside a model

  private struct Facts: Equatable {
    var cause: Int?
    var root: Int
  }

  /// A random tree of actions; what must be told of each: which action has caused it, and from which root it comes.
  private static func plan(
    _ random: inout SeededGenerator, _ depth: Int, _ last: inout Int, _ cause: Int?, _ root: Int?,
    _ facts: inout [Int: Facts]
  ) -> Plan {
    last += 1
    let id = last
    facts[id] = Facts(cause: cause, root: root ?? id)
    let count = depth == 0 ? 0 : Int.random(in: 0...3, using: &random)
    let next = (0..<count).map { _ in plan(&random, depth - 1, &last, id, root ?? id, &facts) }
    return Plan(id, Plan.Way.allCases.randomElement(using: &random) ?? .send, next)
  }

  /// Causes, tasks and tags are those of the model, whichever thread sends and whichever effects there are.
  @Test(.issueReports(.testStoresOnly), arguments: UInt64(0)..<UInt64(scaled(200))) func causesAreThoseOfAModel(
    seed: UInt64
  ) async {
    var random = SeededGenerator(seed: seed)
    let (store, log) = (store(), Log())
    let trace = store.trace(log.add)
    var facts: [Int: Facts] = [:]
    var last = 0
    let threads = (0..<8).map { _ in
      (0..<3).map { _ in Self.plan(&random, 3, &last, nil, nil, &facts) }
    }
    await withTaskGroup { group in
      for plans in threads {
        group.addTask {
          for plan in plans { await store.send(plan, tag: plan.id % 2 == 0 ? "\(plan.id)" : nil).finish() }
        }
      }
    }
    await store.waitUntilIdle()
    let actions = log.all.filter { $0.kind == .action }
    #expect(actions.map(\.revision) == Array(1...UInt64(facts.count)))
    let byRevision = Dictionary(uniqueKeysWithValues: actions.map { ($0.revision, $0.action!.id) })
    var taskOfRoot: [Int: UInt64] = [:]
    for entry in actions {
      let id = entry.action!.id
      let fact = facts[id]!
      #expect((entry.cause == 0 ? nil : byRevision[entry.cause]) == fact.cause)
      #expect(entry.tag == (fact.root % 2 == 0 ? "\(fact.root)" : nil))
      #expect(taskOfRoot[fact.root, default: entry.task] == entry.task)
      taskOfRoot[fact.root] = entry.task
    }
    #expect(Set(taskOfRoot.values).count == taskOfRoot.count)
    // Each effect begins behind the commit that has caused it, and ends once.
    var running: [UInt64: Int] = [:]
    for entry in log.all where entry.kind == .effectBegan || entry.kind == .effectEnded {
      #expect(entry.cause > 0 && entry.cause <= entry.revision)
      #expect(entry.action!.id == byRevision[entry.cause])
      running[entry.cause, default: 0] += entry.kind == .effectBegan ? 1 : -1
      #expect(running[entry.cause]! >= 0)
    }
    #expect(running.values.allSatisfy { $0 == 0 })
    trace?.cancel()
  }
}
