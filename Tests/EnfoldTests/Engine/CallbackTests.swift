// Observers that do everything an observer may do from inside its callback.
import Enfold
import Testing

@Suite("Inside callbacks") struct CallbackTests {
  @Test("An observer cancels itself: no further call") func cancelItself() {
    let store = CountingStore()
    let seen = Log<Int>()
    let own = Box<Subscription?>(nil)
    own.value = store.observe(\.count) { count in
      seen.append(count)
      if count == 1 { own.value?.cancel() }
    }
    for _ in 0..<3 { store.send(.increment) }
    #expect(seen.all == [0, 1])
  }

  @Test("An observer cancels a later one: it is not called even for this commit") func cancelALaterOne() {
    let store = CountingStore()
    let seen = Log<Int>()
    let other = Box<Subscription?>(nil)
    let first = store.observe(\.count, initial: false) { _ in other.value?.cancel() }
    other.value = store.observe(\.count, initial: false) { seen.append($0) }
    store.send(.increment)
    #expect(seen.all == [])
    first.cancel()
  }

  @Test("An observer cancels an earlier one: it is called no more") func cancelAnEarlierOne() {
    let store = CountingStore()
    let seen = Log<Int>()
    let first = store.observe(\.count, initial: false) { seen.append($0) }
    let second = store.observe(\.count, initial: false) { _ in first.cancel() }
    store.send(.increment)
    store.send(.increment)
    #expect(seen.all == [1])
    second.cancel()
  }

  @Test("Two observers cancel each other: the first one wins") func cancelEachOther() {
    let store = CountingStore()
    let seen = Log<String>()
    let subscriptions = Box<[Subscription]>([])
    let a = store.observe(\.count, initial: false) { _ in
      seen.append("a")
      subscriptions.value[1].cancel()
    }
    let b = store.observe(\.count, initial: false) { _ in
      seen.append("b")
      subscriptions.value[0].cancel()
    }
    subscriptions.value = [a, b]
    store.send(.increment)
    store.send(.increment)
    #expect(seen.all == ["a", "a"])
    subscriptions.value = []
    a.cancel()
  }

  @Test("A subscription made in a callback begins with that commit and misses none") func subscribe() {
    let store = CountingStore()
    let seen = Log<Int>()
    let inner = Box<Subscription?>(nil)
    let outer = store.observe(\.count, initial: false) { [unowned store] count in
      if count == 1 { inner.value = store.observe(\.count) { seen.append($0) } }
    }
    store.send(.increment)
    #expect(seen.all == [1])
    store.send(.increment)
    #expect(seen.all == [1, 2])
    outer.cancel()
    inner.value = nil
  }

  @Test("A subscription made and cancelled in one callback is never called") func subscribeAndCancel() {
    let store = CountingStore()
    let seen = Log<Int>()
    let outer = store.observe(\.count, initial: false) { [unowned store] _ in
      store.observe(\.count) { seen.append($0) }.cancel()
    }
    store.send(.increment)
    store.send(.increment)
    #expect(seen.all == [])
    outer.cancel()
  }

  @Test("A subscription made after a send in one callback begins with what that send commits")
  func subscribeAfterSend() {
    let store = CountingStore()
    let seen = Log<Int>()
    let inner = Box<Subscription?>(nil)
    let outer = store.observe(\.count, initial: false) { [unowned store] count in
      guard count == 1 else { return }
      store.send(.increment)
      inner.value = store.observe(\.count) { seen.append($0) }
      store.send(.increment)
    }
    store.send(.increment)
    #expect(seen.all == [2, 3])
    outer.cancel()
    inner.value = nil
  }

  @Test("Closing in a callback: no further observer is called, and the queue is dropped") func close() async {
    let store = CountingStore()
    let seen = Log<String>()
    let dropped = Box<StoreTask?>(nil)
    let first = store.observe(\.count, initial: false) { [unowned store] _ in
      seen.append("first")
      dropped.value = store.send(.increment)
      store.close()
    }
    let second = store.observe(\.count, initial: false) { _ in seen.append("second") }
    store.send(.increment)
    store.send(.increment)
    #expect(seen.all == ["first"])
    #expect(store.count == 1)
    #expect(await dropped.value?.finish().isCancelled == true)
    first.cancel()
    second.cancel()
  }

  @Test("The last reference to the store goes in a callback: it closes right after")  // 69
  func dropTheStore() {
    let store = Box<CountingStore?>(CountingStore())
    let watch = Weak(store.value)
    let subscription = Box<Subscription?>(nil)
    let seen = Log<Int>()
    subscription.value = store.value?.observe(\.count, initial: false) { count in
      seen.append(count)
      subscription.value = nil
      store.value = nil
    }
    store.value?.send(.increment)
    #expect(seen.all == [1])
    #expect(watch.object == nil)
  }

  @Test("Draining in a callback does nothing") func drain() {
    let store = CountingStore()
    let results = Log<DrainResult>()
    let subscription = store.observe(\.count, initial: false) { [unowned store] count in
      if count == 1 { store.send(.increment) }
      results.append(store.drain())
    }
    store.send(.increment)
    #expect(store.count == 2)
    #expect(results.all == Array(repeating: DrainResult(reduced: 0, hasMore: false), count: 2))
    subscription.cancel()
  }

  @Test("Observers of two stores that send to each other end in order, without recursion") func twoStores() {
    let ping = CountingStore()
    let pong = CountingStore()
    let first = ping.observe(\.count) { [unowned pong] in if $0 < 10_000 { pong.send(.set($0)) } }
    let second = pong.observe(\.count) { [unowned ping] in if $0 < 10_000 { ping.send(.set($0 + 1)) } }
    ping.send(.set(1))
    #expect(ping.count == 10_000)
    #expect(pong.count == 9_999)
    first.cancel()
    second.cancel()
  }
}

/// A weak reference that a test may hand around.
struct Weak<Object: AnyObject> {
  weak var object: Object?
  init(_ object: Object?) { self.object = object }
}

extension TaskResult {
  var isFinished: Bool { if case .finished = self { true } else { false } }
  var isCancelled: Bool { if case .cancelled = self { true } else { false } }
  var error: (any Error)? { if case .failed(let error) = self { error } else { nil } }
}
