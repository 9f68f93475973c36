// TraceRun: runs a random program on 8 threads, in stores that are drained by who sends, or by the thread of a loop alone.
import Enfold
import EnfoldTesting
import Foundation
import Synchronization

/// An entry of a trace with its action.
@dynamicMemberLookup struct ToldEntry: Sendable {
  let entry: TraceEntry
  let action: TraceFeature.Action?

  var plan: TracePlan? { action?.plan }
  subscript<Value>(dynamicMember member: KeyPath<TraceEntry, Value>) -> Value { entry[keyPath: member] }
}

/// Everything that a store has told.
final class TraceLog: Sendable {
  // ThreadSanitizer does not see what Mutex does inside Swift's libraries.
  private let content = Locked<(entries: [ToldEntry], running: Int)>(([], 0))

  var all: [ToldEntry] { content.withLock { $0.entries } }

  @Sendable func add(_ entry: TraceEntry, _ action: TraceFeature.Action?) {
    content.withLock {
      $0.entries.append(ToldEntry(entry: entry, action: action))
      if entry.kind == .effectBegan { $0.running += 1 }
      if entry.kind == .effectEnded { $0.running -= 1 }
    }
  }

  /// The work of a cancelled effect may end after everything else. If an end is never told, this gives up.
  func waitForEnds() async {
    let end = ContinuousClock.now + .seconds(30)
    while content.withLock({ $0.running > 0 }), ContinuousClock.now < end { await Task.yield() }
  }
}

/// An event loop: the only thread that drains its stores.
final class TraceLoop: Sendable {
  private let turn = DispatchSemaphore(value: 0)
  private let isOver = Atomic<Bool>(false)

  var executor: StoreExecutor { .scheduled { [turn] in turn.signal() } }

  /// - Parameter drain: takes some of what waits. Returns whether more waits.
  func begin(_ drain: @escaping @Sendable () -> Bool) {
    Thread { [turn, self] in
      repeat {
        while drain() {}
        turn.wait()
      } while !isOver.load(ordering: .acquiring)
    }.start()
  }

  func end() {
    isOver.store(true, ordering: .releasing)
    turn.signal()
  }
}

/// Some traced stores with one shared value.
struct TracedStores {
  let stores: [StoreOf<TraceFeature>]
  let logs: [TraceLog]
  private let traces: [Subscription]
  /// Nobody reads them. They are not written on the standard error stream.
  private let diagnostics: [AsyncStream<Diagnostic>]

  init(_ count: Int, _ state: TraceFeature.State, _ world: TraceWorld, _ executor: StoreExecutor) {
    let values = DependencyValues(.test) { $0.shared = SharedRegistry(directory: .none) }
    let stores = (0..<count).map { _ in
      Store(initialState: state, reducer: TraceFeature(world: world), dependencies: values, executor: executor)
    }
    let logs = stores.map { _ in TraceLog() }
    (self.stores, self.logs) = (stores, logs)
    traces = zip(stores, logs).compactMap { $0.trace($1.add) }
    diagnostics = stores.map(\.diagnostics)
    // With a loop, the traces have begun after this.
    for store in stores { store.drain() }
  }

  func end() { for trace in traces { trace.cancel() } }
}

extension TraceProgram {
  /// Runs the program, and returns what its stores have told.
  func run(seed: UInt64, isScheduled: Bool) async -> [[ToldEntry]] {
    let (world, loop) = (TraceWorld(seed: seed), isScheduled ? TraceLoop() : nil)
    let rows = Array(Self.rows) + Array(Self.fragileRows) + Array(Self.doomedRows)
    let state = TraceFeature.State(rows: rows, panes: Array(Self.panes))
    let traced = TracedStores(storeCount, state, world, loop?.executor ?? .caller)
    let (stores, threads) = (traced.stores, threads)
    world.begin()
    loop?.begin {
      var hasMore = false
      for store in stores where store.drain(limit: 50).hasMore { hasMore = true }
      return hasMore
    }
    let tasks = Locked<[StoreTask]>([])
    await onThreads(Self.threadCount) { thread in
      for (store, plan) in threads[thread] {
        let task = stores[store].send(TraceFeature.Action(plan), tag: Self.tag(ofRoot: plan.id))
        tasks.withLock { $0.append(task) }
      }
    }
    for task in tasks.withLock({ $0 }) { await task.finish() }
    for store in stores { await store.waitUntilIdle() }
    for log in traced.logs { await log.waitForEnds() }
    traced.end()
    loop?.end()
    await world.end()
    return traced.logs.map(\.all)
  }
}
