// What a test store says about actions that nobody expects, and about those that do not come.
import EnfoldTesting
import Testing

@Suite("Failures of actions and effects") struct ActionFailureTests {
  @Test("An action that nobody received fails at the end, at the line where the store was made")  // 160
  func receivedActionAfterDeinit() async {
    let line = #line + 2
    let failures = await failures {
      let store = TestStore(initialState: Loader.State(), reducer: Loader())
      await store.send(.echo([7]))
    }
    #expect(failures.count == 1)
    #expect(failures.first?.line == line)
    #expect(failures.first?.text.hasPrefix("The store received 1 unexpected action") == true)
    #expect(failures.first?.text.contains("  Loader.Action.loaded(7)") == true)
  }

  @Test("An action that nobody received fails when the store is finished, and only then")  // 160
  func receivedActionBeforeFinish() async {
    let failures = await failures {
      let store = TestStore(initialState: Loader.State(), reducer: Loader())
      await store.send(.echo([7, 8]))
      await store.finish()
    }
    #expect(failures.count == 1)
    #expect(failures.first?.text.hasPrefix("The store received 2 unexpected actions") == true)
  }

  @Test("An effect that still runs fails at the end, with its action, its name and its line")  // 160
  func effectInFlightAfterDeinit() async {
    let failures = await failures {
      let store = TestStore(initialState: Loader.State(), reducer: Loader())
      await store.send(.load) { $0.isLoading = true }
    }
    #expect(failures.count == 1)
    let text = failures.first?.text ?? ""
    #expect(text.hasPrefix("An effect returned for this action is still running: load"))
    #expect(text.contains(Loader.loadEffect), "\(text)")
    #expect(text.contains("the store's `clock` has 1 sleeper"))
  }

  @Test("An effect that still runs when the time is over fails finish, and ends")  // 160
  func effectInFlightBeforeFinish() async {
    let store = TestStore(initialState: Loader.State(), reducer: Loader())
    await store.send(.load) { $0.isLoading = true }
    await store.send(.load)
    let failures = await failures { await store.finish(timeout: .zero) }
    #expect(failures.count == 1)
    #expect(failures.first?.text.hasPrefix("An effect returned for this action is still running: load") == true)
    #expect(failures.first?.text.contains("(2 times)") == true)
    await store.finish()
  }

  @Test("Received actions must be handled before the next one is sent")  // 160
  func sendActionBeforeReceiving() async {
    let store = TestStore(initialState: Loader.State(), reducer: Loader())
    await store.send(.echo([7]))
    let failures = await failures { await store.send(.increment) { $0.count = 1 } }
    #expect(failures.count == 1)
    #expect(failures.first?.text.hasPrefix("Must handle 1 received action before sending an action") == true)
    #expect(failures.first?.text.contains("  Loader.Action.loaded(7)") == true)
    await store.receive(.loaded(7)) { $0.numbers = [7] }
  }

  @Test("An action that nothing can send any more is missed at once")  // 160
  func receiveNonExistentAction() async {
    let store = TestStore(initialState: Loader.State(), reducer: Loader())
    let failures = await failures { await store.receive(.loaded(7), timeout: .seconds(3_600)) }
    #expect(
      failures.map(\.text) == [
        """
        Expected to receive the following action, but didn't:

          Loader.Action.loaded(7)

        No effect is running that could send it.
        """
      ])
  }

  @Test("An action that does not come in time is missed, and what runs is named")  // 160
  func receiveLateAction() async {
    let store = TestStore(initialState: Loader.State(), reducer: Loader())
    await store.send(.load) { $0.isLoading = true }
    let failures = await failures { await store.receive(.loaded(0), timeout: .zero) }
    #expect(failures.count == 1)
    #expect(failures.first?.text.hasPrefix("Expected to receive the following action, but didn't") == true)
    #expect(failures.first?.text.contains(Loader.loadEffect) == true)
    await store.skipInFlightEffects()
  }

  @Test("Another action than the expected one is shown beside it")  // 160
  func receiveUnexpectedAction() async {
    let store = TestStore(initialState: Loader.State(), reducer: Loader())
    await store.send(.echo([7]))
    let failures = await failures { await store.receive(.loaded(8)) { $0.numbers = [8] } }
    #expect(
      failures.map(\.text.plain) == [
        """
        Received unexpected action:

        − Loader.Action.loaded(8)
        + Loader.Action.loaded(7)

        (Expected: −, Received: +)
        """
      ])
    #expect(store.state.numbers == [7])
  }

  @Test("An action that comes too early is told so, whatever describes the expected one")  // 160
  func receiveEarlyAction() async {
    let store = TestStore(initialState: Loader.State(), reducer: Loader())
    await store.send(.echo([7, 8]))
    let failures = await failures { await store.receive(\.loaded, 8) { $0.numbers = [8] } }
    #expect(failures.map(\.text.firstLine) == ["Received unexpected action before the expected one:"])
    await store.receive(\.loaded, 8) { $0.numbers = [7, 8] }
  }

  @Test("A case and a predicate are named in failures") func names() async {
    let store = TestStore(initialState: Loader.State(), reducer: Loader())
    await store.send(.chain(1)) { $0.numbers = [1] }
    let unexpected = await failures { await store.receive(\.loaded) }
    #expect(
      unexpected.map(\.text) == [
        """
        Received unexpected action:

        Expected:
          Loader.Action.loaded(…)
        Received:
          Loader.Action.chain(0)
        """
      ])
    let missing = await failures { await store.receive(where: { $0 == .loaded(1) }) }
    #expect(missing.first?.text.contains("  An action that satisfies the predicate") == true)
  }

  @Test("An effect that throws fails the test, with its action, its name and its line") func throwingEffect() async {
    let store = TestStore(initialState: Loader.State(), reducer: Loader())
    let failures = await failures { await store.send(.fail) }
    let text = /action fail: effect "fail" at EnfoldTestingTests\/Loader.swift:\d+: failed: no connection/
    #expect(failures.count == 1)
    #expect(failures.first?.text.wholeMatch(of: text) != nil)
  }

  @Test("A task that does not end in time fails, and what runs is named") func taskInFlight() async {
    let store = TestStore(initialState: Loader.State(), reducer: Loader())
    let task = await store.send(.load) { $0.isLoading = true }
    let failures = await failures { await task.finish(timeout: .zero) }
    #expect(failures.count == 1)
    #expect(failures.first?.text.hasPrefix("Expected the task to finish, but it is still running") == true)
    #expect(failures.first?.text.contains(Loader.loadEffect) == true)
    await task.cancel()
  }
}
