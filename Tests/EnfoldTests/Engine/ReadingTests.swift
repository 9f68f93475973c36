// Reading the state, and waiting for it.
@testable import Enfold
import Testing

@Suite("Reading") struct ReadingTests {
  @Test("The initial state is the state and the first of the states")  // 19
  func initialState() async {
    let store = CountingStore(count: 7)
    var states = store.states.makeAsyncIterator()
    #expect(store.state == Counting.State(count: 7))
    #expect(await states.next() == Counting.State(count: 7))
  }

  @Test("Properties of the state are read through the store, computed ones too") func dynamicMembers() {
    let store = CountingStore(count: 21)
    #expect(store.count == 21)
    #expect(store.doubled == 42)
    #expect(store.optional == nil)
  }

  @Test("A computed property that uses its own store is no deadlock") func computedPropertyMaySend() {
    struct State: Sendable {
      var count = 0
      var probe: @Sendable () -> Int = { 0 }
      var probed: Int { probe() }
    }
    let later = Box<(@Sendable () -> Int)?>(nil)
    let probing = Store<State, Int>(initialState: State(probe: { later.value?() ?? -1 })) { state, action in
      state.count += action
      return .none
    }
    later.value = { [unowned probing] in
      probing.send(1)
      return probing.count
    }
    #expect(probing.probed == 1)
  }

  @Test("A read from inside reduce is refused") func readInsideReduceIsRefused() {
    let later = Box<StoreEngine<Int, Int>?>(nil)
    let reads = Log<Int?>()
    let engine = StoreEngine<Int, Int>(initialState: 7) { state, action in
      reads.append(later.value?.withState { state, _ in copy state })
      state += action
      return .none
    }
    later.value = engine
    _ = engine.send(1)
    #expect(reads.all == [nil])
    #expect(engine.withState { state, _ in copy state } == 8)
    later.value = nil
    engine.close()
  }

  @Test("A reader on another thread sees whole commits only, and never goes back") func readersSeeCommits() async {
    struct Pair: Equatable, Sendable { var a = 0, b = 0 }
    let store = Store<Pair, Int>(initialState: Pair()) { state, action in
      state.a += action
      state.b += action
      return .none
    }
    let torn = Box(0)
    let count = scaled(50_000)
    await onThreads(4) { index in
      var last = 0
      for _ in 0..<count {
        if index == 0 { store.send(1) }
        let pair = store.state
        if pair.a != pair.b || pair.a < last { torn.update { $0 += 1 } }
        last = pair.a
      }
    }
    #expect(torn.value == 0)
  }

  @Test("The revision counts commits, those included that change nothing") func revisionCountsCommits() {
    let store = CountingStore()
    store.send(.increment)
    store.send(.nothing)
    #expect(store.revision == 2)
  }

  @Test("Three consumers each get every value")  // 108
  func severalConsumers() async {
    let store = CountingStore()
    let streams = (0..<3).map { _ in store.values(\.count) }
    for _ in 0..<4 { store.send(.increment) }
    store.close()
    for stream in streams {
      var values: [Int] = []
      for await value in stream { values.append(value) }
      #expect(values == [0, 1, 2, 3, 4])
    }
  }

  @Test("The states come without repetitions and end when the store closes")  // 20
  func statesWithoutRepetitions() async {
    let store = CountingStore()
    let states = store.states
    for text in ["First", "First", "Second", "Third", "Third"] { store.send(.write(text)) }
    store.close()
    var texts: [String] = []
    for await state in states { texts.append(state.text) }
    #expect(texts == ["", "First", "Second", "Third"])
  }

  @Test("The states of a closed store end at once") func statesOfAClosedStore() async {
    let store = CountingStore()
    store.close()
    var states = store.states.makeAsyncIterator()
    #expect(await states.next() == nil)
  }

  @Test("A consumer that stops is an observer no more") func consumerThatStops() async {
    let store = CountingStore()
    for await value in store.values(\.count) where value == 0 { break }
    store.send(.increment)
    #expect(store.engine?.observerCount == 0)
  }

  @Test("A consumer whose task is cancelled ends") func cancelledConsumer() async {
    let store = CountingStore()
    let began = Gate()
    let consumer = Task {
      for await _ in store.values(\.count) { began.open() }
    }
    await began.wait()
    consumer.cancel()
    await consumer.value
  }

  @Test("Send while a condition holds returns once it holds no more")  // 72
  func sendWhile() async {
    let release = Gate()
    let store = Store<Bool, Bool>(initialState: false) { isLoading, action in
      isLoading = action
      guard action else { return .none }
      return .run { send in
        await release.wait()
        await send(false)
      }
    }
    let began = Gate()
    let subscription = store.observe(\.self) { if $0 { began.open() } }
    let waiting = Task { await store.send(true, while: { $0 }) }
    await began.wait()
    #expect(store.state)
    release.open()
    await waiting.value
    #expect(!store.state)
    subscription.cancel()
  }

  @Test("Send while a condition holds returns when the store closes")  // 72
  func sendWhileClosing() async {
    let store = Store<Bool, Bool>(initialState: false) { state, action in
      state = action
      return .none
    }
    let began = Gate()
    let subscription = store.observe(\.self) { if $0 { began.open() } }
    let waiting = Task { await store.send(true, while: { $0 }) }
    await began.wait()
    store.close()
    await waiting.value
    subscription.cancel()
  }
}
