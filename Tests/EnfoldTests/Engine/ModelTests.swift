// Random runs of a store, compared with the reference model.
import Enfold
import Foundation
import Testing

/// The engine's side of a random run.
final class ScriptedStore: @unchecked Sendable {
  // Unchecked: one thread at a time.
  struct State: Sendable {
    var value = 0
    var revision = 0
  }

  let script: RandomScript
  var events: [Event] = []
  var subscriptions: [Int: Subscription] = [:]
  var observers = 0
  var tasks: [StoreTask] = []
  private(set) var store: Store<State, RandomAction>?

  init(_ script: RandomScript) {
    self.script = script
    store = Store(initialState: State()) { [unowned self] state, action in
      state.revision += 1
      for step in script.insideReduce(action, revision: state.revision) { perform(step) }
      state.value = nextValue(state.value, action)
      events.append(.reduced(action.value, revision: state.revision))
      return effect(script.effect(action, revision: state.revision))
    }
  }

  func run() {
    for step in script.beginning { perform(step) }
  }

  private func effect(_ tree: EffectTree) -> Effect<RandomAction> {
    switch tree {
    case .none: .none
    case .send(let action): .send(action)
    case .merge(let parts): .merge(parts.map(effect))
    case .concatenate(let parts): .concatenate(parts.map(effect))
    }
  }

  private func perform(_ step: Step) {
    guard let store else { return }
    switch step {
    case .send(let action): tasks.append(store.send(action))
    case .observe(let isRaw, let isInitial):
      let number = observers
      observers += 1
      var count = 0
      let told: (Int) -> Void = { [unowned self] value in
        count += 1
        events.append(.told(observer: number, value: value))
        for step in script.insideObserver(number, count, value) { perform(step) }
      }
      nonisolated(unsafe) let body = told
      subscriptions[number] = store.observe(\.value, filter: isRaw ? .raw : .distinct, initial: isInitial) { body($0) }
    case .cancelObserver(let number):
      if observers > 0 { subscriptions[number % observers]?.cancel() }
    case .cancelTask(let number):
      if !tasks.isEmpty { tasks[number % tasks.count].cancel() }
    case .close: store.close()
    }
  }
}

@Suite("Model", .serialized) struct ModelTests {
  /// ENFOLD_TEST_SEED repeats a run.
  static let seed: UInt64 =
    ProcessInfo.processInfo.environment["ENFOLD_TEST_SEED"].flatMap { UInt64($0) } ?? .random(in: 0...999_999_999)

  @Test("10,000 random runs of send, observe, cancel and close from inside callbacks follow the model")
  func callbacksFollowTheModel() {
    print("callbacksFollowTheModel: ENFOLD_TEST_SEED=\(Self.seed)")
    var events = 0
    for run in 0..<scaled(10_000) {
      let script = RandomScript(seed: Self.seed &+ UInt64(run))
      let model = ReferenceModel(script)
      model.run()
      let scripted = ScriptedStore(script)
      scripted.run()
      events += model.events.count
      let results = scripted.tasks.map { task in
        switch task.result {
        case .finished?: "finished"
        case .cancelled?: "cancelled"
        case .failed?: "failed"
        case nil: "runs"
        }
      }
      guard scripted.events == model.events, results == model.tasks.map({ $0.result ?? "runs" }) else {
        Issue.record("seed \(script.seed)\nmodel:  \(model.events)\nengine: \(scripted.events)\n\(results)")
        return
      }
      #expect(scripted.store?.state.value == model.value)
    }
    #expect(events > scaled(10_000) * 5)
  }

  @Test("10,000 random runs on 3 threads: every observer's story is a part of the one story that was reduced")
  func threadsFollowTheModel() async {
    print("threadsFollowTheModel: ENFOLD_TEST_SEED=\(Self.seed)")
    for run in 0..<scaled(10_000) {
      let threaded = ThreadedRun(seed: Self.seed &+ UInt64(run))
      await threaded.run()
      if let problem = await threaded.problem() {
        Issue.record("seed \(threaded.seed): \(problem)")
        return
      }
    }
  }
}
