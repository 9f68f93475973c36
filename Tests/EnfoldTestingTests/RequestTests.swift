// What effects ask their host, answered by a test.
import EnfoldTesting
import Testing

private struct Facts: Reducer {
  @ObservableState struct State: Equatable {
    var facts: [String] = []
    var heard: [Int] = []
    var problem: String?
  }

  @Action enum Action: Equatable {
    case ask(Int), forget, learned(String), failed(String)
    case listen, heard(Int), save
  }

  static let numberFact = HostFunction<Int, String>("numberFact")
  static let ticks = HostStream<NoValue, Int>("ticks")
  static let save = HostFunction<[String], NoValue>("save")

  @Dependency(\.host) var host

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .ask(let number):
      return .run { [host] send in
        await send(.learned(try await host.call(Self.numberFact, number)))
      } catch: { error, send in
        await send(.failed("\(error)"))
      }
      .cancellable(id: "ask")
    case .forget: return .cancel(id: "ask")
    case .learned(let fact): state.facts.append(fact)
    case .failed(let problem): state.problem = problem
    case .listen:
      return .run { [host] send in
        for try await tick in host.stream(Self.ticks) { await send(.heard(tick)) }
      }
    case .heard(let tick): state.heard.append(tick)
    case .save:
      return .run { [host, facts = state.facts] _ in _ = try await host.call(Self.save, facts) }
    }
    return .none
  }
}

@Suite("Answering requests") struct RequestTests {
  private let store = TestStore(initialState: Facts.State(), reducer: Facts())

  @Test("A request is expected and answered") func answer() async {
    await store.send(.ask(7))
    await store.request(Facts.numberFact, 7).resolve("seven")
    await store.receive(\.learned, "seven") { $0.facts = ["seven"] }
    await store.finish()
  }

  @Test("Requests may be answered in any order") func order() async {
    await store.send(.ask(1))
    await store.send(.ask(2))
    let first = await store.request(Facts.numberFact, 1)
    await store.request(Facts.numberFact, 2).resolve("two")
    await first.resolve("one")
    await store.receive(\.learned, "two") { $0.facts = ["two"] }
    await store.receive(\.learned, "one") { $0.facts = ["two", "one"] }
    #expect(first.isOver)
  }

  @Test("A request can fail") func failure() async {
    await store.send(.ask(7))
    await store.request(Facts.numberFact, 7).fail("offline")
    await store.receive(\.failed) { $0.problem = "the request \"numberFact\" failed: offline" }
  }

  @Test("A request is expected by its name alone, whatever its payload is") func anyPayload() async {
    await store.send(.ask(7))
    await store.send(.ask(8))
    let first = await store.request(Facts.numberFact)
    #expect(first.payload == "7")
    let second = await store.request(Facts.numberFact)
    #expect(second.payload == "8")
    await second.resolve("eight")
    await store.receive(\.learned, "eight") { $0.facts = ["eight"] }
    await first.resolve("seven")
    await store.receive(\.learned, "seven") { $0.facts = ["eight", "seven"] }
    await store.send(.save)
    let save = await store.request(Facts.save)
    #expect(save.payload == #"["eight","seven"]"#)
    await save.resolve()
    await store.finish()
  }

  @Test("An answer without a value") func noValue() async {
    await store.send(.save)
    await store.request(Facts.save, []).resolve()
    await store.finish()
  }

  @Test("A stream gives elements until it ends") func stream() async {
    await store.send(.listen)
    let ticks = await store.request(Facts.ticks)
    await ticks.emit(1)
    await store.receive(\.heard, 1) { $0.heard = [1] }
    await ticks.emit(2)
    await store.receive(\.heard, 2) { $0.heard = [1, 2] }
    #expect(!ticks.isOver)
    await ticks.finish()
    #expect(ticks.isOver)
    await store.finish()
  }

  @Test("Cancelling an effect withdraws its request") func cancelled() async {
    await store.send(.ask(7))
    let request = await store.request(Facts.numberFact, 7)
    await store.send(.forget)
    #expect(request.isOver)
    await store.finish()
  }

  @Test("A handler among the dependencies answers by itself") func handler() async {
    let store = TestStore(initialState: Facts.State(), reducer: Facts()) {
      $0.host.handle(Facts.numberFact) { "\($0)!" }
    }
    await store.send(.ask(7))
    await store.receive(\.learned, "7!") { $0.facts = ["7!"] }
  }

  // MARK: Failures

  @Test("A request that nobody makes is a failure, which lists the others") func notAsked() async {
    let found = await failures {
      await store.send(.ask(7))
      await store.request(Facts.numberFact, 8).resolve("eight")
    }
    #expect(found.count == 1)
    #expect(
      found.first?.text.plain == """
        Expected that an effect asks for the following, but none did:

          numberFact, 8

        Asked, and not expected yet:

          numberFact, 7
        """)
    await store.request(Facts.numberFact, 7).resolve("seven")
    await store.receive(\.learned) { $0.facts = ["seven"] }
  }

  @Test("A request by its name alone that nobody makes is a failure") func nameNotAsked() async {
    let found = await failures { await store.request(Facts.numberFact).resolve("eight") }
    #expect(found.count == 1)
    #expect(
      found.first?.text.plain == """
        Expected that an effect asks for the following, but none did:

          numberFact, with any payload

        Nothing is asked.
        """)
    let stream = await failures { await store.request(Facts.ticks).finish() }
    #expect(stream.first?.text.plain.contains("  ticks\n") == true)
  }

  @Test("A request that the test does not expect is a failure") func notExpected() async {
    let found = await failures {
      await store.send(.ask(7))
      await store.finish(timeout: .milliseconds(1))
    }
    #expect(found.contains { $0.text.hasPrefix("An effect has asked its host for something that the test does not") })
    #expect(found.contains { $0.text.contains("(without an answer: numberFact, 7)") })
  }

  @Test("A second answer is a failure") func twice() async {
    await store.send(.ask(7))
    let request = await store.request(Facts.numberFact, 7)
    await request.resolve("seven")
    let found = await failures { await request.resolve("eight") }
    #expect(found.first?.text.hasPrefix("The request \"numberFact\" was answered already") == true)
    await store.receive(\.learned) { $0.facts = ["seven"] }
  }
}
