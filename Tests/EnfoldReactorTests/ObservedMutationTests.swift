// What observers of actions are told of mutations.
import Enfold
import EnfoldReactor
@testable import EnfoldTesting
import Testing

/// Writes down what an observer of actions and mutations is told.
private final class Told: Sendable {
  private let entries = Locked<[String]>([])
  var all: [String] { entries.withLock { $0 } }
  func add(_ entry: String) { entries.withLock { $0.append(entry) } }

  func observe(_ store: StoreOf<Appender>, _ phase: ActionPhase = .reduced) -> Enfold.Subscription {
    store.observeActions(phase) { [self] mutation, revision, state in
      guard case .add(let text)? = mutation as? Appender.Mutation else { return add("unknown") }
      add("\(text) \(revision) \(state.log.count)")
    } _: { [self] _, revision, state in
      add("action \(revision) \(state.log.count)")
    }
  }
}

@Suite("Observed mutations") struct ObservedMutationTests {
  @Test("A mutation that is a part of its action's commit is told before the action")
  func first() {
    let store = Store(Appender(.effect))
    let told = Told()
    let subscription = told.observe(store)
    store.send(.append(["a"]))
    store.send(.append([]))
    #expect(told.all == ["a 1 1", "action 1 1", "action 2 1"])
    withExtendedLifetime(subscription) {}
  }

  @Test("Each mutation is told with its own commit", arguments: [Kind.effect, .publisher])
  func each(_ kind: Kind) {
    let store = Store(Appender(kind))
    let told = Told()
    let subscription = told.observe(store)
    store.send(.append(["a", "b", "c"]))
    #expect(told.all == ["a 1 1", "b 2 2", "c 3 3", "action 3 3"])
    withExtendedLifetime(subscription) {}
  }

  @Test("Mutations are told when they are committed, and actions in their phase")
  func finished() async {
    let store = Store(Appender(.stream))
    let told = Told()
    let subscription = told.observe(store, .finished)
    await store.send(.append(["a", "b"])).finish()
    await store.waitUntilIdle()
    #expect(Array(told.all.prefix(2)) == ["a 2 1", "b 3 2"])
    #expect(told.all.count == 3)
    #expect(told.all.last?.hasPrefix("action") == true)
    withExtendedLifetime(subscription) {}
  }

  @Test("All observers of a commit are called in the order in which they subscribed")
  func order() {
    let store = Store(Appender(.effect))
    let told = Told()
    let before = store.observe(\.log) { log in told.add("before \(log.count)") }
    let subscription = told.observe(store)
    let actions = store.observeActions { _, _, _ in told.add("other") }
    let after = store.observe(\.log) { log in told.add("after \(log.count)") }
    store.send(.append(["a"]))
    #expect(told.all == ["before 0", "after 0", "before 1", "a 1 1", "action 1 1", "other", "after 1"])
    withExtendedLifetime((before, subscription, actions, after)) {}
  }

  @Test("An observer that ends hears of no mutation any more")
  func ended() {
    let store = Store(Appender(.effect))
    let told = Told()
    let subscription = told.observe(store)
    store.send(.append(["a"]))
    subscription.cancel()
    store.send(.append(["b", "c"]))
    #expect(told.all == ["a 1 1", "action 1 1"])
    // One that comes later is not told what was before.
    let next = told.observe(store)
    #expect(told.all.count == 2)
    store.send(.append(["d"]))
    #expect(Array(told.all.suffix(2)) == ["d 4 4", "action 4 4"])
    withExtendedLifetime(next) {}
  }

  @Test("Two reactors that reduce one action are told both")
  func twoReactors() {
    let store = Store(initialState: Appender.State()) {
      Appender(.effect)
      Appender(.publisher)
    }
    let told = Told()
    let subscription = told.observe(store)
    store.send(.append(["a"]))
    #expect(told.all == ["a 1 2", "a 1 2", "action 1 2"])
    withExtendedLifetime(subscription) {}
  }

  @Test("A derived store tells the mutations that its own actions have led to")
  func derived() {
    let store = Store(Parent())
    let child = store.scope(state: \.count, action: \.child)
    let told = Told()
    let subscription = child.observeActions { mutation, revision, count in
      told.add("\(mutation) \(revision) \(count)")
    } _: { action, revision, count in
      told.add("\(action) \(revision) \(count)")
    }
    store.send(.own)
    child.send(.increment)
    #expect(told.all == ["add(1) 2 11", "increment 2 11"])
    withExtendedLifetime(subscription) {}
  }
}

@Reactor private final class Parent: Reactor {
  @CasePathable enum Action: Sendable { case own, child(Child) }
  enum Child: Sendable { case increment }
  enum Mutation: Sendable { case add(Int) }
  @ObservableState struct State { var count = 0 }

  let initialState = State()

  func mutate(action: Action) -> Effect<Mutation> {
    switch action {
    case .own: .send(.add(10))
    case .child: .send(.add(1))
    }
  }

  func reduce(state: inout State, mutation: Mutation) {
    if case .add(let number) = mutation { state.count += number }
  }
}
