// Effects as values: comparing, joining, mapping, however many parts they have.
import Enfold
import Testing

@Suite("The structure of effects") struct EffectStructureTests {
  struct Opaque: Sendable { var number = 0 }

  let run = Effect<Int>.run { _ in }

  @Test("None is none")  // 158
  func none() {
    #expect(Effect<Int>.none == .none)
    #expect(Effect<Int>.none.isNone)
    #expect(Effect<Int>.send(1) != .none)
    #expect(run != .none)
  }

  @Test("Merging with none is the other, merging nothing is none, one is itself")  // 43
  func mergeDiscardsNones() {
    #expect(Effect.merge(.none, run) == run)
    #expect(run.merge(with: .none) == run)
    #expect(Effect<Int>.merge() == .none)
    #expect(Effect<Int>.merge(.none, .none) == .none)
    #expect(Effect.merge(run) == run)
  }

  @Test("Concatenating with none is the other, concatenating nothing is none, one is itself")  // 43
  func concatenateDiscardsNones() {
    #expect(Effect.concatenate(.none, run) == run)
    #expect(run.concatenate(with: .none) == run)
    #expect(Effect<Int>.concatenate() == .none)
    #expect(Effect.concatenate(run) == run)
  }

  @Test("Sent actions compare by value if they can, else never") func sendCompares() {
    #expect(Effect<Int>.send(1) == .send(1))
    #expect(Effect<Int>.send(1) != .send(2))
    #expect(Effect<Opaque>.send(Opaque()) != .send(Opaque()))
  }

  @Test("Running work is equal to its copies only") func runCompares() {
    let copy = run
    #expect(copy == run)
    #expect(Effect<Int>.run { _ in } != run)
  }

  @Test("Joined effects compare by their parts, in order and kind; nesting makes no difference") func groupsCompare() {
    #expect(Effect.merge(run, .send(1)) == .merge(run, .send(1)))
    #expect(Effect.merge(run, .send(1)) != .merge(.send(1), run))
    #expect(Effect.merge(run, .send(1)) != .concatenate(run, .send(1)))
    #expect(Effect.merge(.send(1), .merge(.send(2), run)) == .merge(.merge(.send(1), .send(2)), run))
    #expect(Effect.concatenate(.send(1), .merge(.send(2), run)) != .concatenate(.send(1), .send(2), run))
  }

  @Test("Mapping wraps what is sent, at once and later, and leaves none alone") func map() async {
    #expect(Effect<Int>.none.map { "\($0)" } == .none)
    #expect(Effect<Int>.send(1).map { "\($0)" } == .send("1"))
    let effect = Effect<Int>.concatenate(
      .send(1), .run { send in await send(2) },
      .run { _ in
        throw Failure()
      } catch: { _, send in
        await send(3)
      },
      .merge(.send(4), .send(5)))
    let store = Store<[String], String>(initialState: []) { state, action in
      if action == "go" { return effect.map { "\($0)" }.map { "<\($0)>" } }
      state.append(action)
      return .none
    }
    #expect(await store.send("go").finish().isFinished)
    #expect(store.state == ["<1>", "<2>", "<3>", "<4>", "<5>"])
  }

  @Test("A mapped effect's failure names the line where the effect was written") func mapKeepsTheOrigin() async throws {
    let line: UInt = #line + 1
    let effect = Effect<Int>.run { _ in throw Failure() }
    let store = Store<Int, String>(initialState: 0) { _, _ in effect.map { "\($0)" } }
    var diagnostics = store.diagnostics.makeAsyncIterator()
    store.send("go")
    #expect(try #require(await diagnostics.next()).effect?.line == line)
  }

  @Test("Nothing happens when an effect is made") func effectsAreValues() {
    let log = Log<String>()
    let effect = Effect<Int>.run { _ in log.append("ran") }
    _ = Effect.merge(effect, .concatenate(effect, effect)).map { $0 + 1 }
    #expect(log.all == [])
  }

  @Test("An effect that is returned twice runs twice") func effectsAreReusable() async {
    let store = EffectRunTests.makeStore(.concatenate(.run { send in await send(.response(1)) }, .send(.response(2))))
    await store.send(.tapped).finish()
    store.send(.response(0))
    await store.send(.tapped).finish()
    #expect(store.state == 2)
  }
}

@Suite("Effects of 100,000 parts") struct LargeEffectTests {
  static let count = 100_000

  /// How a tree is built from its parts.
  enum Shape: CaseIterable, Sendable {
    case flatMerge, flatConcatenation, mergeToTheLeft, mergeToTheRight, concatenationToTheLeft, concatenationToTheRight

    func join(_ parts: [Effect<Int>]) -> Effect<Int> {
      switch self {
      case .flatMerge: .merge(parts)
      case .flatConcatenation: .concatenate(parts)
      case .mergeToTheLeft: parts.reduce(.none) { $0.merge(with: $1) }
      case .mergeToTheRight: parts.reversed().reduce(.none) { $1.merge(with: $0) }
      case .concatenationToTheLeft: parts.reduce(.none) { $0.concatenate(with: $1) }
      case .concatenationToTheRight: parts.reversed().reduce(.none) { $1.concatenate(with: $0) }
      }
    }
  }

  static func store(_ effect: Effect<Int>) -> Store<Int, Int> {
    Store(initialState: 0) { state, action in
      if action == 0 { return effect }
      state += action
      return .none
    }
  }

  @Test("Parts that send", arguments: Shape.allCases) func sends(shape: Shape) {
    let store = Self.store(shape.join(Array(repeating: .send(1), count: Self.count)))
    #expect(store.send(0).result?.isFinished == true)
    #expect(store.state == Self.count)
  }

  @Test("Parts that run and end at once", arguments: Shape.allCases) func runs(shape: Shape) async {
    let count = scaled(Self.count)
    let store = Self.store(shape.join(Array(repeating: .run { send in await send(1) }, count: count)))
    #expect(await store.send(0).finish().isFinished)
    #expect(store.state == count)
  }

  @Test("Parts that suspend", arguments: Shape.allCases) func suspends(shape: Shape) async {
    let count = scaled(Self.count / 10)
    let part = Effect<Int>.run { send in
      await Task.yield()
      await send(1)
    }
    let store = Self.store(shape.join(Array(repeating: part, count: count)))
    #expect(await store.send(0).finish().isFinished)
    #expect(store.state == count)
  }

  @Test("Mapped and compared", arguments: Shape.allCases) func mapsAndCompares(shape: Shape) {
    let count = Self.count / 4
    let effect = shape.join(Array(repeating: .send(1), count: count))
    #expect(effect.map { $0 + 1 } == shape.join(Array(repeating: .send(2), count: count)))
    #expect(effect != .none)
  }

  @Test("Merges and concatenations in turn, 100,000 deep") func alternating() async {
    var effect = Effect<Int>.send(1)
    for level in 1..<Self.count {
      effect =
        level.isMultiple(of: 2) ? .merge(effect, .send(1)) : .concatenate(.run { send in await send(1) }, effect)
    }
    let store = Self.store(effect)
    #expect(await store.send(0).finish().isFinished)
    #expect(store.state == Self.count)
  }

  @Test("Merges and concatenations in turn, 100,000 deep, cancelled half way") func alternatingCancelled() async {
    var effect = Effect<Int>.run { _ in try await forever() }
    for level in 1..<Self.count {
      effect = level.isMultiple(of: 2) ? .merge(effect, .send(1)) : .concatenate(effect, .send(1))
    }
    let store = Self.store(effect)
    let task = store.send(0)
    #expect(task.result == nil)
    task.cancel()
    #expect(await task.finish().isCancelled)
  }
}
