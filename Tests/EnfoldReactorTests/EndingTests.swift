// Values that wait in the transforms of reactors, when their store is flushed or ended.
import EnfoldReactor
@testable import EnfoldTesting
import Testing

/// Writes what its transforms let through.
@Reactor private final class Writer: Reactor {
  typealias Action = String
  typealias Mutation = String
  @ObservableState struct State: Equatable { var written: [String] = [] }

  let initialState = State()
  let actions: @Sendable (Observable<String>) -> Observable<String>
  let mutations: @Sendable (Observable<String>) -> Observable<String>

  init(
    actions: @escaping @Sendable (Observable<String>) -> Observable<String> = { $0 },
    mutations: @escaping @Sendable (Observable<String>) -> Observable<String> = { $0 }
  ) { (self.actions, self.mutations) = (actions, mutations) }

  func transform(action: Observable<Action>) -> Observable<Action> { actions(action) }
  func mutate(action: Action) -> Observable<Mutation> { .just(action) }
  func transform(mutation: Observable<Mutation>) -> Observable<Mutation> { mutations(mutation) }
  func reduce(state: inout State, mutation: Mutation) { state.written.append(mutation) }
}

private struct Page: Reducer {
  @ObservableState struct State { var writer: Writer.State? = Writer.State() }
  @Action enum Action {
    case writer(String)
    case close
  }

  let writer: Writer

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      if case .close = action { state.writer = nil }
      return .none
    }
    .ifLet(\.writer, action: \.writer) { writer }
  }
}

@Suite("The end of what waits in transforms") struct EndingTests {
  @Test("A flush lets a debounced action go", arguments: [true, false]) func debouncedAction(isManual: Bool) async {
    let clock: any Clock<Duration> = isManual ? TestClock() : ContinuousClock()
    let store = Store(Writer(actions: { $0.debounce(.seconds(3_600), clock: clock) }))
    for text in ["a", "b"] { store.send(text) }
    #expect(store.written == [])
    store.flush()
    #expect(store.written == ["b"])
    store.flush()
    #expect(store.written == ["b"])
    store.send("c")
    store.flush()
    #expect(store.written == ["b", "c"])
    await store.waitUntilIdle()
  }

  @Test("A flush lets a throttled mutation go, and begins another interval") func throttledMutation() async {
    let clock = TestClock()
    let store = Store(Writer(mutations: { $0.throttle(.seconds(10), clock: clock) }))
    for text in ["a", "b", "c"] { store.send(text) }
    #expect(store.written == ["a"])
    await clock.advance(by: .seconds(4))
    store.flush()
    #expect(store.written == ["a", "c"])
    store.send("d")
    await clock.advance(by: .seconds(9))
    #expect(store.written == ["a", "c"])
    await clock.advance(by: .seconds(1))
    await store.waitUntilIdle()
    #expect(store.written == ["a", "c", "d"])
  }

  @Test("The end of a store lets go what waits") func end() async {
    let store = Store(Writer(actions: { $0.debounce(.seconds(3_600)) }, mutations: { $0.debounce(.seconds(3_600)) }))
    store.send("a")
    // Flushed once: what was debounced as an action waits as a mutation, and is cut off.
    #expect(await !store.end(within: .zero))
    let other = Store(Writer(mutations: { $0.debounce(.seconds(3_600)) }))
    for text in ["a", "b"] { other.send(text) }
    #expect(await other.end(within: nil))
    #expect(other.written == ["b"])
  }

  @Test("The end of a store waits for what is delayed") func delayed() async {
    let clock = TestClock()
    let store = Store(Writer(actions: { $0.delay(.seconds(5), clock: clock) }))
    for text in ["a", "b"] { store.send(text) }
    store.flush()
    #expect(store.written == [])
    async let isDone = store.end(within: nil)
    while case .finished? = store.send("late").result { await Task.yield() }
    await clock.advance(by: .seconds(5))
    #expect(await isDone)
    #expect(store.written.prefix(2) == ["a", "b"])
  }

  @Test("What is cut off is named") func cutOff() async {
    let store = Store(Writer(actions: { $0.delay(.seconds(3_600)) }))
    var diagnostics = store.diagnostics.makeAsyncIterator()
    store.send("a")
    #expect(await !store.end(within: .milliseconds(1)))
    let message = await diagnostics.next()?.message
    #expect(message?.contains("cut off were \"delay\" at EnfoldReactorTests/EndingTests.swift:") == true)
  }

  @Test("When a child has gone, nothing waits any more") func child() async {
    let writer = Writer(actions: { $0.debounce(.seconds(3_600)) })
    let store = Store(initialState: Page.State(), reducer: Page(writer: writer))
    store.send(.writer("a"))
    store.send(.close)
    await store.waitUntilIdle()
    #expect(await store.end(within: nil))
  }

  @Test("A stream that is left behind keeps no store busy") func switched() async {
    let writer = Writer(actions: { texts in
      texts.flatMapLatest { Observable.just($0).delay($0 == "a" ? .seconds(3_600) : .zero) }
    })
    let store = Store(writer)
    for text in ["a", "b"] { store.send(text) }
    await store.waitUntilIdle()
    #expect(store.written == ["b"])
  }

  @Test("Whatever was accepted is written, however many threads send while the store ends", arguments: 0..<20)
  func accepted(round: Int) async {
    let store = Store(Writer(actions: { $0.delay(.microseconds(round * 10)) }))
    let accepted = await withTaskGroup(of: Int.self) { group in
      for _ in 0..<4 {
        group.addTask {
          var accepted = 0
          while true {
            if case .cancelled? = store.send("a").result { return accepted }
            accepted += 1
            await Task.yield()  // these tasks must not keep all threads from the one that ends the store
          }
        }
      }
      await Task.yield()
      #expect(await store.end(within: nil))
      return await group.reduce(0, +)
    }
    #expect(store.written.count >= accepted)
  }
}
