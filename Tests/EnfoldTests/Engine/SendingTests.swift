// The order of actions: first in, first out, never inside one another.
import Enfold
import Testing

@Suite("Sending") struct SendingTests {
  @Test("An action is reduced and committed before send returns") func sendReducesAtOnce() {
    let store = CountingStore()
    store.send(.increment)
    store.send(.increment)
    #expect(store.count == 2)
    #expect(store.revision == 2)
  }

  @Test("An action sent by an observer is reduced after the current one is done")  // 5
  func actionSentFromObserverWaits() {
    let log = Log<String>()
    let store = Store<String, String>(initialState: "") { state, action in
      log.append("enter \(action)")
      state = action
      log.append("exit \(action)")
      return .none
    }
    let subscription = store.observe(\.self, initial: false) { [unowned store] state in
      if state == "A" { store.send("B") }
    }
    store.send("A")
    #expect(log.all == ["enter A", "exit A", "enter B", "exit B"])
    subscription.cancel()
  }

  @Test("An action sent from inside reduce is reduced after the current one, without recursion")  // 6, 24
  func actionSentFromReduceWaits() {
    let log = Log<String>()
    let later = Box<Store<String, String>?>(nil)
    let store = Store<String, String>(initialState: "") { state, action in
      log.append("enter \(action)")
      if action == "A" { later.value?.send("B") }
      state += action
      log.append("exit \(action)")
      return .none
    }
    later.value = store
    store.send("A")
    #expect(log.all == ["enter A", "exit A", "enter B", "exit B"])
    #expect(store.state == "AB")
    later.value = nil
  }

  @Test("An observer that sees a dismissal may present the next route")  // 8
  func dismissThenPresent() {
    let store = Store<String?, String?>(initialState: "initial") { state, action in
      state = action
      return .none
    }
    let subscription = store.observe(\.self) { [unowned store] route in
      if route == nil { store.send("next") }
    }
    store.send(nil)
    #expect(store.state == "next")
    subscription.cancel()
  }

  @Test("Each tap whose reduce emits a subject yields one action")  // 9
  func emissionInsideReduceIsQueued() {
    let emit = Box<(@Sendable () -> Void)?>(nil)
    let store = Store<Int, String>(initialState: 0) { state, action in
      if action == "tap" { emit.value?() } else { state += 1 }
      return .none
    }
    emit.value = { [weak store] in store?.send("increment") }
    store.send("tap")
    #expect(store.state == 1)
    store.send("tap")
    #expect(store.state == 2)
  }

  @Test("A re-entrant action sees the state as the whole reduce left it")  // 10
  func reentrantActionRunsAfterReduce() {
    struct State: Equatable { var count = 0, isOn = false, subjectCount = 0 }
    let emit = Box<(@Sendable () -> Void)?>(nil)
    let store = Store<State, String>(initialState: State()) { state, action in
      if action == "tap" {
        state.isOn = true
        emit.value?()
        state.isOn = false
      } else {
        if state.isOn { state.count += 1 }
        state.subjectCount += 1
      }
      return .none
    }
    emit.value = { [weak store] in store?.send("emitted") }
    store.send("tap")
    #expect(store.state == State(count: 0, isOn: false, subjectCount: 1))
  }

  @Test("A later observer sees every state, though an earlier one sends in between")  // 11
  func sendingObserverDoesNotHideStates() {
    let store = CountingStore()
    let seen = Log<Int>()
    let first = store.observe(\.count) { [unowned store] in if $0 == 1 { store.send(.set(0)) } }
    let second = store.observe(\.count) { seen.append($0) }
    store.send(.set(1))
    #expect(seen.all == [0, 1, 0])
    first.cancel()
    second.cancel()
  }

  @Test("Actions are breadth-first, and effects start with their reduce")  // 13
  func actionsAreBreadthFirst() async {
    let log = Log<Int>()
    let store = Store<Int, String>(initialState: 0) { _, action in
      switch action {
      case "tap": return .merge(.send("next1"), .send("next2"), .run { _ in log.append(1) })
      case "next1": return .merge(.send("end"), .run { _ in log.append(2) })
      case "next2": return .run { _ in log.append(3) }
      default: return .run { _ in log.append(4) }
      }
    }
    await store.send("tap").finish()
    #expect(log.all == [1, 2, 3, 4])
  }

  @Test("Actions sent one by one and by an effect are all counted")  // 18
  func severalActions() async {
    let store = CountingStore()
    store.send(.increment)
    store.send(.increment)
    await store.send(.lots(2)).finish()
    #expect(store.count == 4)
  }

  @Test("An observer that sends until the state fits ends there, its initial event included")  // 25
  func observerSendsUntilItFits() {
    let store = Store<Int?, Int>(initialState: nil) { state, action in
      state = action
      return .none
    }
    let subscription = store.observe(\.self) { [unowned store] in if $0 != 5 { store.send(5) } }
    #expect(store.state == 5)
    store.send(2)
    #expect(store.state == 5)
    subscription.cancel()
  }

  @Test("Sending from inside a callback says that the action is queued, from outside that it was reduced")
  func sentTellsWhatBecameOfTheAction() {
    let outcomes = Log<String>()
    let later = Box<StoreEngine<Int, Int>?>(nil)
    let engine = StoreEngine<Int, Int>(initialState: 0) { state, action in
      state += action
      if action == 1, case .queued? = later.value?.send(2) { outcomes.append("queued") }
      return .none
    }
    later.value = engine
    if case .reduced = engine.send(1) { outcomes.append("reduced") }
    engine.close()
    if case .refused(.closed) = engine.send(1) { outcomes.append("refused") }
    #expect(outcomes.all == ["queued", "reduced", "refused"])
    later.value = nil
  }

  @Test("A batch is reduced in order and in one drain")
  func batchIsOneDrain() {
    let drains = Box(0)
    let store = Store<[Int], Int>(initialState: []) { state, action in
      state.append(action)
      return .none
    }
    let subscription = store.observe({ $0 }, coalesce: .drain, initial: false) { _ in drains.update { $0 += 1 } }
    _ = store.engine?.sendBatch([1, 2, 3])
    #expect(store.state == [1, 2, 3])
    #expect(drains.value == 1)
    subscription.cancel()
  }

  @Test("The elements of a batch are made outside the store's lock, so making them may send")
  func batchCollectionMaySend() {
    let store = StoreEngine<[Int], Int>(initialState: []) { state, action in
      state.append(action)
      return .none
    }
    _ = store.sendBatch(
      [1, 2].lazy.map {
        _ = store.send($0 * 10)
        return $0
      })
    #expect(store.withState { state, _ in Set(state) } == [1, 2, 10, 20])
    store.close()
  }

  /// What happens when a batch of 1 and 2 is sent: to an idle store, or while the store is drained.
  private func batch(isIdle: Bool, whenReduced body: ((StoreEngine<Int, Int>) -> Void)? = nil) -> [String] {
    let log = Box<[String]>([])
    let engine = StoreEngine<Int, Int>(initialState: 0) { state, action in
      log.update { $0.append("reduced \(action)") }
      return .run { _ in }
    }
    engine.add(
      ActionObserver(phase: .finished) { action, _, _ in { log.update { $0.append("finished \(action)") } } },
      mayDrain: true)
    if let body {
      engine.add(ActionObserver(phase: .reduced) { [unowned engine] _, _, _ in { body(engine) } }, mayDrain: true)
    }
    if isIdle {
      _ = engine.sendBatch([1, 2])
    } else {
      _ = engine.perform { _ in _ = engine.sendBatch([1, 2]) }
    }
    engine.close()
    return log.value
  }

  @Test(
    "A batch has one order: what continues an action comes before the next action, whoever drains",
    arguments: [true, false])
  func batchHasOneOrder(isIdle: Bool) {
    #expect(batch(isIdle: isIdle) == ["reduced 1", "finished 1", "reduced 2", "finished 2"])
  }

  @Test("Nothing of a batch is told when an observer has closed the store, whoever drains", arguments: [true, false])
  func batchEndsWithTheStore(isIdle: Bool) { #expect(batch(isIdle: isIdle) { $0.close() } == ["reduced 1"]) }
}
