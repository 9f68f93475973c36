// Rule 7: cancelling the task of an action ends what it caused, but not what a parent started in reaction.
import Enfold
import EnfoldTesting
import Testing

/// A child that tells its parent when it has finished, and goes on working.
private struct Worker: Reducer {
  struct State: Equatable, Sendable { var results: [Int] = [] }
  @Action enum Action: Equatable { case start, didFinish, again, result(Int) }
  let gate: Gate

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .start:
      return .run { [gate] send in
        await send(.didFinish)
        await gate.wait()
        await send(.result(1))
      }
    case .didFinish: return .send(.again)
    case .again:
      // The child's own effect, although the parent reacts to the same action.
      return .run { [gate] send in
        await gate.wait()
        await send(.result(2))
      }
    case .result(let number):
      state.results.append(number)
      return .none
    }
  }
}

/// Reacts when the child has finished: it saves.
private struct Office: Reducer {
  struct State: Equatable, Sendable {
    var worker = Worker.State()
    var saved = 0
  }
  @Action enum Action: Equatable { case worker(Worker.Action), saved, failed }
  let gate: Gate
  var fails = false

  var body: some Reducer<State, Action> {
    Scope(state: \.worker, action: \.worker) { Worker(gate: gate) }
    Reduce { state, action in
      switch action {
      case .worker(.didFinish):
        return .run { [gate, fails] send in
          await gate.wait()
          if fails { throw ActionError("not saved") }
          await send(.saved)
        }
      case .saved:
        state.saved += 1
        // What a reaction causes belongs to the reaction.
        return state.saved == 1 ? .send(.saved) : .none
      default: return .none
      }
    }
  }
}

/// One level more: the office is a child itself.
private struct House: Reducer {
  struct State: Equatable, Sendable {
    var office = Office.State()
    var closed = 0
  }
  @Action enum Action: Equatable { case office(Office.Action), closed }
  let gate: Gate

  var body: some Reducer<State, Action> {
    Scope(state: \.office, action: \.office) { Office(gate: gate) }
    Reduce { state, action in
      switch action {
      case .office(.worker(.didFinish)):
        return .run { [gate] send in
          await gate.wait()
          await send(.closed)
        }
      case .closed:
        state.closed += 1
        return .none
      default: return .none
      }
    }
  }
}

@Suite("Reactions of parents") struct ReactionTests {
  @Test("Cancelling a task ends the child's effects, and lets the parent's reaction go on") func cancelling() async {
    let gate = Gate()
    let store = Store(initialState: Office.State(), reducer: Office(gate: gate))
    let task = store.send(.worker(.start))
    task.cancel()
    #expect(task.result.map { "\($0)" } == "cancelled")
    gate.open()
    await store.waitUntilIdle()
    #expect(store.state == Office.State(worker: Worker.State(results: []), saved: 2))
  }

  @Test("Waiting without cancelling includes reactions") func waiting() async {
    let gate = Gate()
    let store = Store(initialState: Office.State(), reducer: Office(gate: gate))
    let task = store.send(.worker(.start))
    #expect(task.result == nil)
    gate.open()
    #expect(await task.finish().isFinished)
    #expect(store.state.saved == 2)
    #expect(store.state.worker.results.sorted() == [1, 2])
  }

  @Test("Every parent may react") func parents() async {
    let gate = Gate()
    let store = Store(initialState: House.State(), reducer: House(gate: gate))
    let task = store.send(.office(.worker(.start)))
    task.cancel()
    gate.open()
    await store.waitUntilIdle()
    #expect(store.state.closed == 1)
    #expect(store.state.office.saved == 2)
    #expect(store.state.office.worker.results == [])
  }

  @Test("An action that was sent from outside has no reactions: cancelling ends everything") func fromOutside() async {
    let gate = Gate()
    let store = Store(initialState: Office.State(), reducer: Office(gate: gate))
    let task = store.send(.worker(.didFinish))
    task.cancel()
    gate.open()
    await store.waitUntilIdle()
    #expect(store.state == Office.State())
  }

  @Test("A reaction that fails is a failure of the task", .issueReports(.testStoresOnly)) func failing() async {
    let gate = Gate()
    let store = Store(initialState: Office.State(), reducer: Office(gate: gate, fails: true))
    let task = store.send(.worker(.start))
    gate.open()
    let result = await task.finish()
    guard case .failed(let error) = result else {
      Issue.record("\(result)")
      return
    }
    #expect("\(error)".contains("not saved"))
  }

  @Test("Closing the store ends reactions, too") func closing() async {
    let gate = Gate()
    let store = Store(initialState: Office.State(), reducer: Office(gate: gate))
    let task = store.send(.worker(.start))
    store.close()
    #expect(await task.finish().isCancelled)
    gate.open()
    await store.waitUntilIdle()
    #expect(store.state.saved == 0)
  }

  @Test("A test store sees the same") func testStore() async {
    let gate = Gate()
    let store = TestStore(initialState: Office.State(), reducer: Office(gate: gate))
    let task = await store.send(.worker(.start))
    await store.receive(\.worker.didFinish)
    await store.receive(\.worker.again)
    await task.cancel()
    #expect(task.isCancelled)
    gate.open()
    await store.receive(\.saved) { $0.saved = 1 }
    await store.receive(\.saved) { $0.saved = 2 }
    await store.finish()
  }
}

@Suite("Sending after the end") struct LateSendTests {
  @Test("An effect that has finished sends nothing any more, and a diagnostic says so") func late() async {
    let late = Gate()
    let sent = Gate()
    let store = Store<Int, Int>(initialState: 0) { state, action in
      state += action
      guard action == 1 else { return .none }
      return .run(name: "leaky") { send in
        Task {
          await late.wait()
          await send(10)
          sent.open()
        }
      }
    }
    var diagnostics = store.diagnostics.makeAsyncIterator()
    await store.send(1).finish()
    late.open()
    await sent.wait()
    #expect(store.state == 1)
    let message = await diagnostics.next().map { "\($0)" } ?? ""
    #expect(message.contains("dropped: the effect that sent it had ended before"))
    #expect(message.contains("leaky"))
  }
}
