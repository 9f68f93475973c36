// What observers are told, and when.
import Enfold
import Testing

@Suite("Observing") struct ObservingTests {
  @Test("A new observer begins with the latest value, not with history")  // 4
  func initialEventIsTheLatest() {
    let store = CountingStore()
    let first = store.observe(\.count) { _ in }
    store.send(.increment)
    store.send(.increment)
    first.cancel()
    let seen = Log<Int>()
    let second = store.observe(\.count) { seen.append($0) }
    #expect(seen.all == [2])
    second.cancel()
  }

  @Test("Equal values are told once")  // 20, 129
  func repetitionsAreSkipped() {
    let store = CountingStore()
    let seen = Log<String>()
    let subscription = store.observe(\.text) { seen.append($0) }
    for text in ["First", "First", "First", "Second", "Second", "Third"] { store.send(.write(text)) }
    #expect(seen.all == ["", "First", "Second", "Third"])
    subscription.cancel()
  }

  @Test("Actions that change nothing are no events for a distinct observer")  // 113
  func firehose() {
    let store = CountingStore()
    let seen = Log<Counting.State>()
    let subscription = store.observe(\.self) { seen.append($0) }
    for _ in 0..<3 { store.send(.nothing) }
    #expect(seen.count == 1)
    subscription.cancel()
  }

  @Test("A raw observer hears of every commit, also of those that change nothing")  // 129
  func rawObserverHearsEverything() {
    let store = CountingStore()
    let seen = Log<Int>()
    let subscription = store.observe(\.count, filter: .raw) { seen.append($0) }
    store.send(.nothing)
    store.send(.increment)
    store.send(.nothing)
    #expect(seen.all == [0, 0, 1, 1])
    subscription.cancel()
  }

  @Test("Inside the callback the store's state is that of the event")  // 114
  func stateInsideCallbackIsTheEvents() {
    let store = CountingStore()
    let seen = Log<[Int]>()
    let sender = store.observe(\.count) { [unowned store] in if $0 < 3 { store.send(.increment) } }
    let subscription = store.observe(\.count) { [unowned store] in seen.append([$0, store.count]) }
    store.send(.set(0))
    store.send(.set(1))
    #expect(seen.all == [[3, 3], [0, 0], [1, 1], [2, 2], [3, 3], [1, 1], [2, 2], [3, 3]])
    sender.cancel()
    subscription.cancel()
  }

  @Test("Observers are called in the order in which they subscribed")  // 116
  func subscriptionOrder() {
    let store = CountingStore()
    let seen = Log<Int>()
    let subscriptions = (0..<3).map { index in store.observe(\.count, initial: false) { _ in seen.append(index) } }
    for _ in 0..<10 { store.send(.increment) }
    #expect(seen.all == (0..<10).flatMap { _ in [0, 1, 2] })
    for subscription in subscriptions { subscription.cancel() }
  }

  @Test("Subscribing before and after a dispatch begins with the value of that moment")  // 124
  func initialValueIsThatOfTheMoment() {
    let store = Store<Int?, Int>(initialState: nil) { state, action in
      state = action
      return .none
    }
    let early = Log<Int?>()
    let late = Log<Int?>()
    let first = store.observe(\.self) { early.append($0) }
    store.send(9)
    store.send(13)
    let second = store.observe(\.self) { late.append($0) }
    #expect(early.all == [nil, 9, 13])
    #expect(late.all == [13])
    first.cancel()
    second.cancel()
  }

  @Test("Nothing is told to who has cancelled, and a new subscription begins anew")  // 125
  func cancelledObserverHearsNothing() {
    let store = CountingStore()
    let seen = Log<Int>()
    store.send(.set(5))
    let first = store.observe(\.count) { seen.append($0) }
    store.send(.set(10))
    first.cancel()
    store.send(.set(15))
    store.send(.set(25))
    let second = store.observe(\.count, initial: false) { seen.append($0) }
    store.send(.set(20))
    second.cancel()
    #expect(seen.all == [5, 10, 20])
  }

  @Test("A subscription that is let go ends the observation")  // 117
  func droppedSubscriptionEnds() {
    let store = CountingStore()
    let seen = Log<Int>()
    do {
      let subscription = store.observe(\.count) { seen.append($0) }
      withExtendedLifetime(subscription) { _ = store.send(.increment) }
    }
    store.send(.increment)
    #expect(seen.all == [0, 1])
  }

  @Test("Without an initial event the value of the beginning is what the first commit is compared with")
  func noInitialEventComparesWithTheBeginning() {
    let store = CountingStore(count: 7)
    let seen = Log<Int>()
    let subscription = store.observe(\.count, initial: false) { seen.append($0) }
    store.send(.set(7))
    store.send(.set(8))
    #expect(seen.all == [8])
    subscription.cancel()
  }

  @Test("A change of another property is no event")  // 129
  func unrelatedChangeIsNoEvent() {
    let store = CountingStore()
    let seen = Log<Int>()
    let subscription = store.observe(\.count) { seen.append($0) }
    store.send(.write("text"))
    #expect(seen.all == [0])
    subscription.cancel()
  }

  @Test("A value that does not compare is told on every commit")  // 129
  func valueThatDoesNotCompareIsAlwaysTold() {
    struct Opaque: Sendable { var number = 0 }
    let store = Store<Opaque, Int>(initialState: Opaque()) { state, action in
      state.number = action
      return .none
    }
    let seen = Log<Int>()
    let subscription = store.observe(\.self, initial: false) { seen.append($0.number) }
    store.send(1)
    store.send(1)
    #expect(seen.all == [1, 1])
    subscription.cancel()
  }

  @Test("A comparison of one's own decides what is a repetition")  // 129
  func customDuplicates() {
    let store = CountingStore()
    let seen = Log<Int>()
    let subscription = store.observe({ $0.count }, isDuplicate: { $0 / 10 == $1 / 10 }) { seen.append($0) }
    for count in [3, 9, 12, 15, 31, 8] { store.send(.set(count)) }
    #expect(seen.all == [0, 12, 31, 8])
    subscription.cancel()
  }

  @Test("Distinct compares with what was told last, not with the commit before")
  func distinctComparesWithTheLastTold() {
    let store = CountingStore()
    let seen = Log<Int>()
    // Each step of 1 is a repetition of the one before, but not of the one told last.
    let subscription = store.observe({ $0.count }, isDuplicate: { abs($0 - $1) < 3 }) { seen.append($0) }
    for count in 1...7 { store.send(.set(count)) }
    #expect(seen.all == [0, 3, 6])
    subscription.cancel()
  }

  @Test("A selector may compute several values at once")  // 130
  func selectorReturnsATuple() {
    let store = CountingStore()
    let seen = Log<String>()
    let subscription = store.observe({ ($0.count, $0.text) }, isDuplicate: ==) { seen.append("\($0.0)\($0.1)") }
    store.send(.increment)
    store.send(.nothing)
    store.send(.write("x"))
    #expect(seen.all == ["0", "1", "1x"])
    subscription.cancel()
  }

  @Test("A key path to an optional tells nil from a value, and nil again")  // 130
  func optionalKeyPath() {
    let store = CountingStore()
    let seen = Log<Int?>()
    let subscription = store.observe(\.optional) { seen.append($0) }
    for value in [nil, 1, 1, nil, nil] { store.send(.setOptional(value)) }
    #expect(seen.all == [nil, 1, nil])
    subscription.cancel()
  }

  @Test("A selected optional inside an optional tells .some(nil) from nil")  // 130
  func nestedOptional() {
    let store = CountingStore()
    let seen = Log<Int??>()
    let subscription = store.observe({ state -> Int?? in state.text.isEmpty ? nil : .some(state.optional) }) {
      seen.append($0)
    }
    store.send(.write("x"))
    store.send(.nothing)
    #expect(seen.all == [nil, .some(nil)])
    subscription.cancel()
  }

  @Test("The decision is made once for each commit of each subscription, and not after it was cancelled")
  func selectorIsEvaluatedOncePerCommit() {
    let store = CountingStore()
    let evaluations = Box(0)
    let subscription = store.observe({ state -> Int in
      evaluations.update { $0 += 1 }
      return state.count
    }) { _ in }
    #expect(evaluations.value == 1)
    store.send(.increment)
    store.send(.nothing)
    #expect(evaluations.value == 3)
    subscription.cancel()
    store.send(.increment)
    #expect(evaluations.value == 3)
  }
}
