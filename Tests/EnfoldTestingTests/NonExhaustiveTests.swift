// Tests that say only what matters.
import EnfoldTesting
import Testing

@Suite("A store that is not exhaustive") struct NonExhaustiveTests {
  let store: LoaderStore = {
    let store = TestStore(initialState: Loader.State(), reducer: Loader())
    store.exhaustivity = .off
    return store
  }()

  @Test("Changes need not be named")  // 161
  func changes() async {
    await store.send(.increment)
    await store.send(.load) { $0.isLoading = true }
    #expect(store.state.count == 1)
    await store.skipInFlightEffects()
  }

  @Test("A named field must have its value; the closure is given the state after the action")  // 161
  func namedFields() async {
    await store.send(.load) { #expect($0.isLoading) }
    let failures = await failures { await store.send(.increment) { $0.count = 5 } }
    #expect(failures.map(\.text.firstLine) == ["A state change does not match expectation."])
    #expect(failures.first?.text.plain.contains("−   count: 5,\n+   count: 1,\n    isLoading: true") == true)
    await store.skipInFlightEffects()
  }

  @Test("A closure that changes nothing is fine")  // 161
  func emptyClosure() async {
    await store.send(.nothing) { $0.count = 0 }
  }

  @Test("Actions in between are reduced and pass")  // 161
  func intermediateActions() async {
    await store.send(.chain(3))
    await store.receive(.chain(0)) { $0.numbers = [3, 2, 1, 0] }
  }

  @Test("Received actions are reduced before the next one is sent")  // 161
  func sendSkips() async {
    await store.send(.chain(2))
    await store.send(.increment) { $0.count = 1 }
    #expect(store.state.numbers == [2, 1, 0])
  }

  @Test("An action is received by its case or by a predicate, and waited for")  // 161
  func receiveLater() async {
    await store.send(.load)
    await store.send(.chain(1))
    await store.advance(by: .seconds(1))
    await store.receive(\.loaded, timeout: .seconds(60)) { $0.isLoading = false }
    await store.send(.echo([1, 2, 3]))
    await store.receive(where: { $0.loaded == 3 })
    #expect(store.state.numbers == [1, 0, 0, 1, 2, 3])
  }

  @Test("An action that never comes is missed all the same")  // 161
  func missing() async {
    await store.send(.chain(2))
    let failures = await failures { await store.receive(.loaded(1), timeout: .seconds(3_600)) }
    #expect(failures.map(\.text.firstLine) == ["Expected to receive the following action, but didn't:"])
    // What came instead can still be received.
    #expect(store.state.numbers == [2])
    await store.receive(.chain(0))
    #expect(store.state.numbers == [2, 1, 0])
  }

  @Test("At the end nothing is missed: received actions and running effects pass")  // 161
  func end() async {
    await store.send(.load)
    await store.send(.echo([1]))
  }

  @Test("finish reduces what is received, and waits for the effects that this starts")  // 161
  func finish() async {
    await store.send(.chain(3))
    await store.finish()
    #expect(store.state.numbers == [3, 2, 1, 0])
  }

  @Test("finish insists on the end of effects")  // 161
  func finishWithEffects() async {
    await store.send(.load)
    let failures = await failures { await store.finish(timeout: .zero) }
    #expect(failures.map(\.text.firstLine) == ["An effect returned for this action is still running: load"])
  }

  @Test("Part of a test can be less strict, or more")  // 161
  func part() async {
    let store = TestStore(initialState: Loader.State(), reducer: Loader())
    await store.withExhaustivity(.off) { await store.send(.increment) }
    #expect(store.exhaustivity == .on)
    await store.send(.increment) { $0.count = 2 }
    store.withExhaustivity(.off) { #expect(store.exhaustivity == .off) }
  }

  @Test("What is skipped is shown as warnings, if that is wanted")  // 161
  func shown() async {
    store.exhaustivity = .off(showSkippedAssertions: true)
    let warnings = await failures {
      await store.send(.increment)
      await store.send(.chain(1)) { _ in }
      await store.send(.load) { $0.isLoading = true }
      await store.skipInFlightEffects()
    }
    #expect(warnings.allSatisfy { $0.isWarning })
    #expect(
      warnings.map(\.text.firstLine) == [
        "Changes that were not asserted:", "Changes that were not asserted:", "An action was skipped:",
        "Effects were skipped:",
      ])
    #expect(warnings[2].text.contains("  Loader.Action.chain(0)"))
    #expect(warnings[3].text.contains(Loader.loadEffect))
  }
}

@Suite("Skipping") struct SkippingTests {
  let store = TestStore(initialState: Loader.State(), reducer: Loader())

  @Test("Received actions are reduced without a look, also those that they cause")  // 161
  func receivedActions() async {
    await store.send(.chain(2)) { $0.numbers = [2] }
    await store.skipReceivedActions()
    #expect(store.state.numbers == [2, 1, 0])
  }

  @Test("Skipping received actions fails if there are none, unless it is not strict")  // 161
  func strictReceivedActions() async {
    await store.skipReceivedActions(strict: false)
    let failures = await failures { await store.skipReceivedActions() }
    #expect(failures.count == 1)
    #expect(failures.first?.text.hasPrefix("There were no received actions to skip") == true)
  }

  @Test("Effects in flight are cancelled; what they have sent can be received")  // 161
  func inFlightEffects() async {
    await store.send(.load) { $0.isLoading = true }
    await store.send(.listen)
    await store.skipInFlightEffects()
    #expect(store.clock.sleeperCount == 0)
    await store.receive(.increment) { $0.count = 1 }
  }

  @Test("Skipping effects fails if there are none, unless it is not strict")  // 161
  func strictInFlightEffects() async {
    await store.skipInFlightEffects(strict: false)
    let failures = await failures { await store.skipInFlightEffects() }
    #expect(failures.count == 1)
    #expect(failures.first?.text.hasPrefix("There were no effects in flight to skip") == true)
  }
}
