// Bodies: which reducers run, in which order, and what becomes of their effects.
import EnfoldTesting
import Testing

@testable import Enfold

@Suite("Reducer bodies") struct ReducerBuilderTests {
  /// Writes its name down.
  struct Note: Reducer {
    let name: String
    init(_ name: String) { self.name = name }
    func reduce(into state: inout [String], action: String) -> Effect<String> {
      state.append(name)
      return .none
    }
  }

  static func run<R: Reducer<[String], String>>(@ReducerBuilder<[String], String> _ reducer: () -> R) -> [String] {
    let store = Store(initialState: [], reducer: reducer())
    store.send("")
    return store.state
  }

  struct Both: Reducer {
    typealias State = [String]
    typealias Action = String
    var body: some ReducerOf<Self> {
      Note("first")
      Reduce { state, action in
        state.append("\(action) after \(state)")
        return .none
      }
      Note("last")
    }
  }

  @Test("The reducers of a body run from top to bottom, each on the state that the one before left")
  func topToBottom() {
    let store = Store(initialState: [], reducer: Both())
    store.send("x")
    #expect(store.state == ["first", #"x after ["first"]"#, "last"])
  }

  @Test("An empty body does nothing") func emptyBody() { #expect(Self.run {} == []) }

  @Test("A body chooses its reducers with if, else, switch and for", arguments: [true, false])
  func choices(isFirst: Bool) {
    let notes = Self.run {
      if isFirst { Note("if") } else { Note("else") }
      if isFirst { Note("optional") }
      switch isFirst {
      case true: Note("true")
      case false: Note("false")
      }
      for name in ["a", "b", "c"] { Note(name) }
      if #available(macOS 99, *) { Note("available") }
    }
    let chosen = isFirst ? ["if", "optional", "true"] : ["else", "false"]
    #expect(notes == chosen + ["a", "b", "c", "available"])
  }

  @Test("Reduce is made from a closure, a function with or without effects, and another reducer")
  func kindsOfReduce() {
    func plain(state: inout [String], action: String) { state.append("plain") }
    func effectful(state: inout [String], action: String) -> Effect<String> {
      state.append("effectful")
      return .none
    }
    let notes = Self.run {
      Reduce { state, action in
        state.append("closure")
        if action.isEmpty { return .none }
        return .send("")
      }
      Reduce.withoutEffects(plain)
      Reduce(effectful)
      Note("reducer").eraseToReduce()
      Reduce(Note("method").reduce)
    }
    #expect(notes == ["closure", "plain", "effectful", "reducer", "method"])
  }

  @Test("CombineReducers is one reducer for the operator that encloses it") func combineReducers() {
    let notes = Self.run {
      CombineReducers {
        Note("a")
        Note("b")
      }
      .onChange(of: \.count) { old, new in Reduce.withoutEffects { state, _ in state.append("\(old) \(new)") } }
    }
    #expect(notes == ["a", "b", "0 2"])
  }

  enum Timing { case start, fired(String) }

  @Test("The effects of a body are merged: all of them run at the same time")  // 44
  func effectsAreMerged() async {
    let clock = TestClock()
    func timer(_ seconds: Int, _ name: String) -> Reduce<[String], Timing> {
      Reduce { state, action in
        guard case .start = action else { return .none }
        state.append("+1")
        return .run { send in
          try await clock.sleep(for: .seconds(seconds))
          await send(.fired(name))
        }
      }
    }
    let store = Store(
      initialState: [],
      reducer: body([String].self, Timing.self) {
        timer(1, "fast")
        timer(2, "slow")
        Reduce { state, action in
          if case .fired(let name) = action { state.append(name) }
          return .none
        }
      })
    let task = store.send(.start)
    #expect(store.state == ["+1", "+1"])
    await clock.waitForSleepers(2)
    clock.advanceNow(by: .seconds(1))
    await store.suspend { $0.count < 3 }
    #expect(store.state.last == "fast")
    clock.advanceNow(by: .seconds(1))
    #expect(await task.finish().isFinished)
    #expect(store.state == ["+1", "+1", "fast", "slow"])
  }

  @Test("Effects of a body that are sent begin in the order of its reducers") func effectsAreOrdered() {
    let store = Store(
      initialState: [],
      reducer: body([Int].self, Int.self) {
        Reduce { _, action in action == 0 ? .send(1) : .none }
        Reduce { _, action in action == 0 ? .merge(.send(2), .send(3)) : .none }
        Reduce { _, action in action == 0 ? .send(4) : .none }
        Reduce.withoutEffects { state, action in state.append(action) }
      })
    store.send(0)
    #expect(store.state == [0, 1, 2, 3, 4])
  }

  @Test("A body whose reducers have no effects has none") func noEffects() {
    var state: [String] = []
    #expect(Both().reduce(into: &state, action: "x") == .none)
    #expect(state.count == 3)
  }

  @Test("Merging with nothing is what remains") func mergingNothing() {
    let effect = Effect.send(1)
    #expect(effect.merge(with: .none) == effect)
    #expect(Effect.none.merge(with: effect) == effect)
    #expect(Effect<Int>.none.merge(with: .none).isNone)
    #expect(effect.merge(with: .send(2)) == .merge(.send(1), .send(2)))
    #expect(effect.concatenate(with: .send(2)) == .concatenate(.send(1), .send(2)))
  }

  /// Counts how often its body is evaluated.
  struct Counting: Reducer {
    typealias State = [String]
    typealias Action = String
    let evaluations: Box<Int>
    var body: some ReducerOf<Self> {
      let _ = evaluations.update { $0 += 1 }
      Note("once")
    }
  }

  @Test("A store evaluates a body once, however many actions it gets") func bodyOncePerStore() {
    let evaluations = Box(0)
    let store = Store(
      initialState: [], reducer: body([String].self, String.self) { Counting(evaluations: evaluations) })
    for _ in 0..<10 { store.send("") }
    #expect(store.state.count == 10)
    #expect(evaluations.value == 1)
    _ = Store(initialState: [], reducer: Counting(evaluations: evaluations))
    #expect(evaluations.value == 2)
  }

  struct Observed: Reducer {
    @ObservableState struct State: Equatable { var count = 0 }
    typealias Action = Int
    let evaluations: Box<Int>
    var body: some ReducerOf<Self> {
      let _ = evaluations.update { $0 += 1 }
      Reduce.withoutEffects { state, action in state.count += action }
    }
  }

  @Test("So does a store of an observable state") func bodyOncePerObservableStore() {
    let evaluations = Box(0)
    let store = Store(initialState: Observed.State(), reducer: Observed(evaluations: evaluations))
    for _ in 0..<10 { store.send(2) }
    #expect(store.count == 20)
    #expect(evaluations.value == 1)
  }
}
