// Receiving what effects send.
import EnfoldTesting
import Testing

@Suite("Receiving actions") struct ReceiveTests {
  let store = TestStore(initialState: Loader.State(), reducer: Loader())

  @Test("By the action") func action() async {
    await store.send(.echo([7]))
    await store.receive(.loaded(7)) { $0.numbers = [7] }
  }

  @Test("By the case") func casePath() async {
    await store.send(.echo([7]))
    await store.receive(\.loaded) { $0.numbers = [7] }
  }

  @Test("By the case and its value") func value() async {
    await store.send(.echo([7]))
    await store.receive(\.loaded, 7) { $0.numbers = [7] }
  }

  @Test("By a predicate") func predicate() async {
    await store.send(.echo([7]))
    await store.receive(where: { $0.loaded.map { $0 > 6 } ?? false }) { $0.numbers = [7] }
  }

  @Test("What an effect has sent is seen in the state when it was received") func seenWhenReceived() async {
    await store.send(.echo([7, 8]))
    #expect(store.state.numbers == [])
    await store.receive(\.loaded) { $0.numbers = [7] }
    #expect(store.state.numbers == [7])
    await store.receive(\.loaded) { $0.numbers = [7, 8] }
  }

  @Test("What a received action causes is received, too") func chain() async {
    await store.send(.chain(2)) { $0.numbers = [2] }
    await store.receive(.chain(1)) { $0.numbers = [2, 1] }
    await store.receive(.chain(0)) { $0.numbers = [2, 1, 0] }
  }

  @Test("An action that comes later is waited for") func later() async {
    await store.send(.load) { $0.isLoading = true }
    await store.advance(by: .seconds(1))
    await store.receive(\.loaded, timeout: .seconds(60)) {
      $0.isLoading = false
      $0.numbers = [0]
    }
    await store.finish()
  }

  @Test("Cancelling a task ends its effects; what they have sent before can be received") func cancelTask() async {
    let task = await store.send(.listen)
    await store.receive(.increment) { $0.count = 1 }
    await store.advance(by: .seconds(1))
    await task.cancel()
    #expect(task.isCancelled)
    await task.finish()
    await store.receive(.increment) { $0.count = 2 }
    await store.finish()
  }

  @Test("What a cancelled effect has sent vanishes, also if the effect had ended") func cancelledActionsVanish() async {
    let store = TestStore<Int, Int>(
      initialState: 0,
      reduce: { state, action in
        state = action
        return switch action {
        case 1: .merge(.run { await $0(2) }, .run { await $0(3) }.cancellable(id: "three"))
        case 2: .cancel(id: "three")
        default: .none
        }
      })
    await store.send(1) { $0 = 1 }
    await store.receive(2) { $0 = 2 }
    let missing = await failures { await store.receive(3, timeout: .seconds(3_600)) }
    #expect(missing.map(\.text.firstLine) == ["Expected to receive the following action, but didn't:"])
    await store.finish()
    #expect(store.state == 2)
  }

  @Test("What waited for a cancelled effect goes on, and is waited for") func cancelledActionLetsGo() async {
    let store = TestStore<Int, Int>(
      initialState: 0,
      reduce: { state, action in
        state = action
        let four = Effect<Int>.run { send in
          await Task.yield()
          await send(4)
        }
        return switch action {
        case 1: .merge(.send(2), .concatenate(.run { await $0(3) }.cancellable(id: "three"), four))
        case 2: .cancel(id: "three")
        default: .none
        }
      })
    await store.send(1) { $0 = 1 }
    await store.receive(2) { $0 = 2 }
    await store.receive(4, timeout: .seconds(60)) { $0 = 4 }
    await store.finish()
  }

  @Test("An effect that is about to end when the store goes is given the time") func aboutToEnd() async {
    for _ in 0..<20 {
      let gate = Gate()
      let store = TestStore<Int, Bool>(initialState: 0, reduce: { _, _ in .run { _ in await gate.wait() } })
      store.timeout = .seconds(600)
      await store.send(true)
      gate.open()
    }
  }

  @Test("finish waits for effects that end by themselves") func finish() async {
    let gate = Gate()
    let store = TestStore<Int, Bool>(
      initialState: 0,
      reduce: { _, _ in .run { _ in await gate.wait() } })
    await store.send(true)
    gate.open()
    await store.finish(timeout: .seconds(60))
  }

  @Test("A task's finish waits for its effects, and leaves what they sent to be received") func taskFinish() async {
    let task = await store.send(.echo([7]))
    await task.finish(timeout: .seconds(60))
    guard case .finished = task.result else {
      Issue.record("\(String(describing: task.result))")
      return
    }
    await store.receive(.loaded(7)) { $0.numbers = [7] }
  }

  @Test("A test that is cancelled waits no longer") func cancelledTest() async {
    let failures = await failures {
      await store.send(.load) { $0.isLoading = true }
      let waiting = Task { await store.receive(\.loaded, timeout: .seconds(3_600)) }
      waiting.cancel()
      await waiting.value
      await store.skipInFlightEffects()
    }
    #expect(failures.map(\.text.firstLine) == ["Expected to receive the following action, but didn't:"])
  }

  @MainActor @Test("A test on the main actor is as good as any other") func mainActor() async {
    let store = TestStore(initialState: Loader.State()) { Loader() }
    await store.send(.echo([7]))
    await store.receive(\.loaded) { $0.numbers = [7] }
    await store.finish()
  }
}

@Suite("Actions without effects") struct ReducerTests {
  @Test("A reducer is tested without a store: its effect is none")  // 158
  func none() {
    var state = Loader.State()
    let effect = Loader().reduce(into: &state, action: .increment)
    #expect(effect == .none)
    #expect(state.count == 1)
    #expect(Loader().reduce(into: &state, action: .chain(1)) != .none)
  }
}
