// The regular end of a store: flush, end, and what is refused meanwhile. And tags.
import Enfold
import EnfoldTesting
import Synchronization
import Testing

@Suite struct EndingTests {
  struct Notes: Reducer {
    struct State: Sendable, Equatable {
      var text = ""
      var saved: [String] = []
    }
    enum Action: Sendable, Equatable {
      case write(String), save, tick, begin(String), fail, nothing
    }
    @Dependency(\.clock) var clock

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .write(let text):
        state.text = text
        return .send(.save).debounce(id: "save", for: .seconds(3_600), clock: clock)
      case .save:
        state.saved.append(state.text)
        return .none
      case .tick: return .send(.save).throttle(id: "tick", for: .seconds(3_600), clock: clock)
      case .begin(let name):
        return .run(name: name) { [clock] send in
          try await clock.sleep(for: .seconds(3_600))
          await send(.save)
        }
      case .nothing: return .none
      case .fail: return .run { _ in throw Oops() }
      }
    }
  }

  struct Oops: Error {}

  private func store(_ clock: any Clock<Duration> = ContinuousClock()) -> StoreOf<Notes> {
    Store(initialState: Notes.State(), reducer: Notes(), dependencies: DependencyValues { $0.clock = clock })
  }

  @Test(arguments: [true, false]) func flushBeginsWhatIsDebounced(isManual: Bool) async {
    let store = store(isManual ? TestClock() as any Clock<Duration> : ContinuousClock())
    store.send(.write("a"))
    store.send(.write("b"))
    #expect(store.state.saved == [])
    store.flush()
    #expect(store.state.saved == ["b"])
    await store.waitUntilIdle()
    store.flush()
    #expect(store.state.saved == ["b"])
  }

  @Test(arguments: [true, false]) func flushBeginsWhatIsThrottled(isManual: Bool) async {
    let store = store(isManual ? TestClock() as any Clock<Duration> : ContinuousClock())
    store.send(.tick)
    store.send(.write("b"))
    store.send(.tick)
    #expect(store.state.saved == [""])
    store.flush()
    #expect(store.state.saved.count == 3)
    await store.waitUntilIdle()
  }

  /// What a flushed effect debounces again waits as usual; what sleeps goes on sleeping.
  @Test func flushGoesOnce() async {
    let store = Store(initialState: 0, dependencies: DependencyValues { $0.clock = TestClock() }) {
      (count: inout Int, _: Int) -> Effect<Int> in
      count += 1
      return .send(count).debounce(id: 1, for: .seconds(1))
    }
    store.send(0)
    store.flush()
    #expect(store.state == 2)
    store.flush()
    #expect(store.state == 3)
    store.close()
  }

  @Test func delaysBeginInTheOrderInWhichTheyBeganToWait() async {
    let store = Store(initialState: [Int](), dependencies: DependencyValues { $0.clock = TestClock() }) {
      (seen: inout [Int], action: Int) -> Effect<Int> in
      if action < 0 { seen.append(action) }
      return action < 0 ? .none : .send(-action).debounce(id: action, for: .seconds(100 - action))
    }
    for number in 1...20 { store.send(number) }
    store.flush()
    #expect(store.state == (1...20).map(-))
  }

  @Test func theEndSavesWhatWaits() async {
    let store = store()
    store.send(.write("a"))
    #expect(await store.end(within: nil))
    #expect(store.state.saved == ["a"])
    #expect(store.send(.write("b")).result.map { "\($0)" } == "cancelled")
    #expect(store.state.text == "a")
  }

  @Test func theEndNamesWhatItCutsOff() async {
    let store = store()
    var diagnostics = store.diagnostics.makeAsyncIterator()
    store.send(.begin("upload"))
    #expect(await !store.end(within: .milliseconds(1)))
    let diagnostic = await diagnostics.next()
    #expect(diagnostic?.topic == .workCutOff)
    #expect(diagnostic?.message.contains("\"upload\" at ") == true)
    await store.waitUntilIdle()
  }

  /// While the store ends, what comes from outside is refused, and effects go on and send.
  @Test func effectsGoOnWhileTheStoreEnds() async {
    let clock = TestClock()
    let store = store(clock)
    store.send(.begin("one"))
    async let isDone = store.end(within: nil)
    while case .finished? = store.send(.nothing).result { await Task.yield() }
    await clock.advance(by: .seconds(3_600))
    #expect(await isDone)
    #expect(store.state.saved.count == 1)
  }

  /// Whatever was accepted is saved, however many threads send while the store ends.
  @Test(arguments: 0..<20) func whatWasAcceptedIsSaved(round: Int) async {
    let saved = Mutex(0)
    let store = Store(initialState: 0) { (count: inout Int, action: Int) -> Effect<Int> in
      if action < 0 {
        let last = count
        return .run { _ in saved.withLock { $0 = max($0, last) } }
      }
      count += 1
      return .send(-1).debounce(id: 1, for: .seconds(3_600))
    }
    let accepted = await withTaskGroup(of: Int.self) { group in
      for _ in 0..<4 {
        group.addTask {
          var accepted = 0
          while true {
            if case .cancelled? = store.send(1).result { return accepted }
            accepted += 1
            await Task.yield()  // these tasks must not keep all threads from the one that ends the store
          }
        }
      }
      await Task.yield()
      await store.end(within: nil)
      return await group.reduce(0, +)
    }
    #expect(saved.withLock { $0 } == store.state)
    #expect(store.state >= accepted)
  }

  @Test func diagnosticsHaveTheTag() async {
    let store = store()
    var diagnostics = store.diagnostics.makeAsyncIterator()
    store.send(.fail, tag: "ada")
    #expect(await diagnostics.next()?.tag == "ada")
    store.send(.fail)
    #expect(await diagnostics.next()?.tag == nil)
  }
}
