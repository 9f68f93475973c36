// Who has written the shared value that a store follows: exactly as a model says it, step by step.
import EnfoldReactor
import Testing

@Suite struct SharedTraceTests {
  private typealias Followed = SharedTraceModel.Followed

  private static let storeCount = 3

  /// The stores, and the model beside them.
  private struct Pair {
    let traced: TracedStores
    let isScheduled: Bool
    var random: SeededGenerator
    let model: SharedTraceModel
    let answers = Locked<[Int: (store: Int, plan: TracePlan)]>([:])
    var observers: [AnyObject] = []

    init(seed: UInt64, isScheduled: Bool) {
      self.isScheduled = isScheduled
      random = SeededGenerator(seed: seed)
      let executor: StoreExecutor = isScheduled ? .scheduled {} : .caller
      traced = TracedStores(storeCount, TraceFeature.State(), TraceWorld(seed: seed), executor)
      model = SharedTraceModel(storeCount, isBlocked: isScheduled)
      for (index, store) in traced.stores.enumerated() {
        let observer = store.observe(\.value, initial: false) { [unowned store, answers] value in
          guard let answer = answers.withLock({ $0[value] }), answer.store == index else { return }
          store.send(.root(answer.plan), tag: TraceProgram.tag(ofRoot: answer.plan.id))
        }
        observers.append(observer)
      }
      for store in traced.stores { store.drain() }
    }

    mutating func step(_ number: Int) {
      let store = Int.random(in: 0..<storeCount, using: &random)
      switch Int.random(in: 0..<8, using: &random) {
      case 0:
        answer(number)
        let value = traced.stores[0].$value
        value.withLock { $0 = number }
        model.writeOutside(number)
      case 1: send(TracePlan(number), to: store)
      case 2, 3: block(store, !model.stores[store].isBlocked)
      default:
        answer(number)
        send(TracePlan(number, write: write()), to: store)
      }
    }

    private mutating func write() -> TracePlan.Write {
      let ways: [TracePlan.Write] = [.assign, .aside, .effect, .effectAssigns]
      return ways.randomElement(using: &random) ?? .assign
    }

    /// Perhaps an observer answers a value by an action that writes another one, and that one is answered, too.
    private mutating func answer(_ number: Int) {
      var number = number
      while Int.random(in: 0..<3, using: &random) == 0 {
        let store = Int.random(in: 0..<storeCount, using: &random)
        let plan = TracePlan(number + 1_000, write: write())
        answers.withLock { $0[number] = (store, plan) }
        model.answer(number, in: store, by: plan)
        number = plan.id
      }
    }

    /// Takes what waits in a store that nobody else drains; holds or releases another one.
    mutating func block(_ store: Int, _ isBlocked: Bool) {
      if isScheduled { return drain(store) }
      traced.stores[store].hold(isBlocked)
      model.block(store, isBlocked)
    }

    private func drain(_ store: Int) {
      traced.stores[store].drain()
      model.block(store, false)
      model.block(store, true)
    }

    private func send(_ plan: TracePlan, to store: Int) {
      traced.stores[store].send(.root(plan), tag: TraceProgram.tag(ofRoot: plan.id))
      model.send(plan, to: store)
      if isScheduled { drain(store) }
    }

    /// What the stores have told.
    var followed: [[Followed]] {
      let told = traced.logs.map(\.all)
      let numbers = told.map { $0.first?.store }
      return told.map { entries in
        entries.filter { $0.kind == .shared }.map { entry in
          guard let writer = entry.writer else { return Followed(revision: entry.revision, writer: .outside) }
          let store = numbers.firstIndex(of: writer.store) ?? -1
          return Followed(
            revision: entry.revision, writer: .commit(store: store, revision: writer.revision, tag: entry.tag))
        }
      }
    }
  }

  @Test(arguments: UInt64(0)..<UInt64(scaled(200)), [false, true])
  func writersAreThoseOfAModel(seed: UInt64, isScheduled: Bool) {
    var pair = Pair(seed: seed, isScheduled: isScheduled)
    for number in 1...60 { pair.step(number) }
    for store in 0..<Self.storeCount { pair.block(store, false) }
    #expect(pair.traced.stores.map(\.revision) == pair.model.stores.map(\.revision), "seed \(seed)")
    for (told, model) in zip(pair.followed, pair.model.stores) {
      let place = zip(told, model.followed).enumerated().first { $1.0 != $1.1 }
      if let (index, (told, model)) = place { Issue.record("seed \(seed): \(told) instead of \(model), at \(index)") }
      #expect(told.count == model.followed.count, "seed \(seed)")
    }
    pair.traced.end()
  }

  /// Its effect runs inside of an effect that has a writer. That one has not written.
  @Test func anEffectOfAStoreWithoutATraceIsNoWriter() async {
    let values = DependencyValues(.test) { $0.shared = SharedRegistry(directory: .none) }
    let silent = Store<TraceFeature.State, Int>(initialState: TraceFeature.State(), dependencies: values) {
      state, number in
      .run { [value = state.$value] _ in value.withLock { $0 = number } }
    }
    let sender = Store<TraceFeature.State, Int>(initialState: TraceFeature.State(), dependencies: values) { _, number in
      .run { _ in _ = await silent.send(number).finish() }
    }
    let log = Locked<[TraceEntry]>([])
    let trace = sender.trace { entry, _ in log.withLock { $0.append(entry) } }
    await sender.send(5, tag: "user").finish()
    await sender.waitUntilIdle()
    let followed = log.withLock { $0.filter { $0.kind == .shared } }
    #expect(followed.count == 1)
    #expect(followed.first?.writer == nil && followed.first?.tag == nil)
    trace?.cancel()
  }
}
