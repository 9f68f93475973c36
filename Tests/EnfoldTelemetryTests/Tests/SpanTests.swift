// The spans of a store: what they tell, whose children they are, and when they end.
import Enfold
import EnfoldTelemetry
import InMemoryTracing
import Synchronization
import Testing
import Tracing

@Suite struct SpanTests {
  let probe = Probe()
  let store = Feature.store()

  @Test func aCommitIsASpanWithItsNumbersAndTimes() throws {
    let before = DefaultTracerClock.now.nanosecondsSinceEpoch
    let telemetry = probe.watch(store)
    store.send(.add(title: "milk"), tag: "ada")
    let span = try probe.span("Todos.add")
    #expect(span.kind == .internal && span.status == nil)
    #expect(span.spanContext.parentSpanID == nil)
    #expect(span.text("enfold.store") == "Todos" && span.text("enfold.kind") == "action")
    #expect(span.text("enfold.action") == "add" && span.text("enfold.tag") == "ada")
    #expect(span.number("enfold.revision") == 1 && span.number("enfold.task") == 1)
    #expect(span.attributes.get("enfold.cause") == nil)
    let parts = try ["reduced", "collected", "told"].map { try #require(span.number("enfold.\($0)")) }
    #expect(span.nanoseconds == parts.reduce(0, +) && span.nanoseconds > 0)
    #expect(span.number("enfold.waited") != nil)
    let after = DefaultTracerClock.now.nanosecondsSinceEpoch
    #expect(span.startInstant.nanosecondsSinceEpoch > before && span.endInstant.nanosecondsSinceEpoch <= after)
    _ = telemetry
  }

  @Test func anEffectAndWhatItSendsAreChildrenOfItsCommit() async throws {
    let telemetry = probe.watch(store)
    await store.send(.load, tag: "ada").finish()
    try await eventually { probe.tracer.finishedSpans.count == 3 }
    let (commit, effect) = (try probe.span("Todos.load"), try probe.span("Todos.load effect"))
    let loaded = try probe.span("Todos.loaded")
    #expect(commit.spanContext.parentSpanID == nil)
    #expect(effect.spanContext.parentSpanID == commit.spanContext.spanID)
    #expect(loaded.spanContext.parentSpanID == commit.spanContext.spanID)
    #expect(Set([commit, effect, loaded].map(\.spanContext.traceID)).count == 1)
    #expect([commit, effect, loaded].map { $0.number("enfold.task") } == [1, 1, 1])
    #expect([commit, effect, loaded].map { $0.text("enfold.tag") } == ["ada", "ada", "ada"])
    #expect(effect.number("enfold.cause") == 1 && loaded.number("enfold.cause") == 1)
    #expect(effect.text("enfold.kind") == "effect" && effect.attributes.get("enfold.reduced") == nil)
    #expect(effect.text("enfold.effect")?.hasPrefix("EnfoldTelemetryTests/Probe.swift:") == true)
    // The action may wait in the queue when the effect has ended already.
    #expect(effect.startInstant.nanosecondsSinceEpoch >= commit.startInstant.nanosecondsSinceEpoch)
    #expect(effect.nanoseconds > 0)
    _ = telemetry
  }

  @Test func eachSentActionIsAChildOfTheOneBefore() throws {
    let telemetry = probe.watch(store)
    store.send(.first)
    store.send(.add(title: "milk"))
    let (first, second) = (try probe.span("Todos.first"), try probe.span("Todos.second"))
    #expect(second.spanContext.parentSpanID == first.spanContext.spanID)
    #expect(try probe.span("Todos.third").spanContext.parentSpanID == second.spanContext.spanID)
    let other = try probe.span("Todos.add")
    #expect(other.spanContext.parentSpanID == nil && other.spanContext.traceID != first.spanContext.traceID)
    #expect(first.number("enfold.task") != other.number("enfold.task"))
    _ = telemetry
  }

  @Test func theOutcomeOfAnEffectIsItsStatus() async throws {
    let telemetry = probe.watch(store)
    let diagnostics = store.diagnostics  // so that the failure is not written to stderr
    await store.send(.load).finish()
    await store.send(.fail).finish()
    let task = store.send(.wait)
    task.cancel()
    await store.waitUntilIdle()
    try await eventually { probe.tracer.activeSpans.isEmpty && probe.tracer.finishedSpans.count == 7 }
    let spans = try ["load", "fail", "wait"].map { try probe.span("Todos.\($0) effect") }
    #expect(spans.map { $0.text("enfold.outcome") } == ["finished", "failed", "cancelled"])
    #expect(spans.map(\.status?.code) == [.ok, .error, nil])
    #expect(spans.allSatisfy { $0.status?.message == nil && $0.errors.isEmpty })
    _ = (telemetry, diagnostics)
  }

  @Test func writesHaveNamesThatNoActionHas() throws {
    let telemetry = probe.watch(store)
    store.set(\.self, to: ["milk"])
    store.restore(["bread"])
    #expect(try probe.span("Todos set").text("enfold.kind") == "set")
    #expect(try probe.span("Todos restore").number("enfold.revision") == 2)
    #expect(try probe.span("Todos set").attributes.get("enfold.action") == nil)
    #expect(try probe.span("Todos set").attributes.get("enfold.task") == nil)
    _ = telemetry
  }

  @Test func whatComesFromOutsideIsAChildOfTheGivenContext() throws {
    let request = probe.tracer.startSpan("request", context: .topLevel, ofKind: .server)
    let telemetry = probe.watch(store, context: request.context)
    store.send(.first)
    request.end()
    let (first, outer) = (try probe.span("Todos.first"), try probe.span("request"))
    #expect(first.spanContext.parentSpanID == outer.spanContext.spanID)
    #expect(try probe.span("Todos.second").spanContext.parentSpanID == first.spanContext.spanID)
    #expect(Set(probe.tracer.finishedSpans.map(\.spanContext.traceID)).count == 1)
    _ = telemetry
  }

  // MARK: What is remembered

  /// `first` sends another action before the one that its effect sends: so a commit lies between a commit and what it causes.
  private func storeWithACommitBetween() -> Store<Int, Feature.Action> {
    let box = Mutex<Store<Int, Feature.Action>?>(nil)
    let store = Store(initialState: 0) { (count: inout Int, action: Feature.Action) -> Effect<Feature.Action> in
      count += 1
      guard case .first = action else { return .none }
      box.withLock { $0.take() }?.send(.add(title: "milk"))
      return .send(.second)
    }
    box.withLock { $0 = store }
    return store
  }

  @Test(arguments: [1, 2]) func onlyTheLastCommitsAreRemembered(count: Int) throws {
    let store = storeWithACommitBetween()
    let telemetry = probe.watch(store, lastCommits: count)
    store.send(.first)
    #expect(probe.tracer.finishedSpans.map(\.operationName) == ["Todos.first", "Todos.add", "Todos.second"])
    let (first, second) = (try probe.span("Todos.first"), try probe.span("Todos.second"))
    #expect(second.spanContext.parentSpanID == (count == 1 ? nil : first.spanContext.spanID))
    #expect(second.number("enfold.cause") == 1)
    _ = telemetry
  }

  @Test func aCommitIsRememberedWhileItsEffectsRun() async throws {
    let (signals, signal) = AsyncStream.makeStream(of: Void.self)
    let store = Store(initialState: 0) { (count: inout Int, action: Feature.Action) -> Effect<Feature.Action> in
      count += 1
      guard case .load = action else { return .none }
      return .run { send in
        for await _ in signals {
          await send(.loaded("bread"))
          return
        }
      }
    }
    let telemetry = probe.watch(store, lastCommits: 1)
    let task = store.send(.load)
    for _ in 0..<100 { store.send(.add(title: "milk")) }
    signal.yield()
    await task.finish()
    let (load, loaded) = (try probe.span("Todos.load"), try probe.span("Todos.loaded"))
    #expect(loaded.spanContext.parentSpanID == load.spanContext.spanID)
    _ = telemetry
  }

  // MARK: The end

  @Test(arguments: [true, false]) func theEndOfTheTelemetryEndsItsSpans(cancels: Bool) async throws {
    var telemetry = probe.watch(store)
    store.send(.wait)
    #expect(probe.tracer.activeSpans.map(\.operationName) == ["Todos.wait effect"])
    if cancels { telemetry?.cancel() } else { telemetry = nil }
    #expect(probe.tracer.activeSpans.isEmpty)
    let effect = try probe.span("Todos.wait effect")
    #expect(effect.text("enfold.outcome") == "untold" && effect.status == nil)
    store.send(.add(title: "milk"))
    #expect(probe.tracer.finishedSpans.count == 2)
    #expect(probe.running == 0)
    telemetry?.cancel()
    store.close()
    await store.waitUntilIdle()
    #expect(probe.tracer.finishedSpans.count == 2 && probe.running == 0)
  }

  /// The store drains, so the end of its trace has to wait for its turn; that of the telemetry does not.
  @Test func telemetryEndsAtOnceInsideADrain() throws {
    let telemetry = probe.watch(store)
    let observer = store.observe(\.count) { if $0 == 1 { telemetry?.cancel() } }
    store.send(.add(title: "milk"))
    store.send(.wait)
    #expect(probe.tracer.finishedSpans.isEmpty && probe.tracer.activeSpans.isEmpty)
    #expect(probe.total("enfold_commits", "kind", "action") == 0 && probe.running ?? 0 == 0)
    observer.cancel()
  }

  @Test func telemetryDoesNotKeepItsStore() async throws {
    var store: Store? = Feature.store()
    let telemetry = store.flatMap { probe.watch($0) }
    store?.send(.wait)
    store = nil
    try await eventually { probe.spans("Todos.wait effect").count == 1 }
    #expect(try probe.span("Todos.wait effect").text("enfold.outcome") == "cancelled")
    _ = telemetry
  }

  @Test func aDerivedStoreHasNone() {
    #expect(probe.watch(store.view(value: \.count, action: { $0 })) == nil)
    #expect(probe.tracer.finishedSpans.isEmpty)
  }

  // MARK: Threads

  @Test func allThreadsTellTheSameTree() async throws {
    let telemetry = probe.watch(store)
    await withTaskGroup { group in
      for _ in 0..<8 {
        group.addTask { [store] in
          for _ in 0..<50 {
            store.send(.first)
            await store.send(.load).finish()
          }
        }
      }
    }
    // Each round is first, second, third, load, its effect and loaded.
    try await eventually { probe.tracer.finishedSpans.count == 8 * 50 * 6 }
    let spans = probe.tracer.finishedSpans
    let byID = Dictionary(uniqueKeysWithValues: spans.map { ($0.spanContext.spanID, $0) })
    let parents = [
      "Todos.second": "Todos.first", "Todos.third": "Todos.second", "Todos.load effect": "Todos.load",
      "Todos.loaded": "Todos.load",
    ]
    for span in spans {
      let parent = span.spanContext.parentSpanID.flatMap { byID[$0] }
      #expect(parent?.operationName == parents[span.operationName])
      #expect(parent?.number("enfold.revision") == span.number("enfold.cause"))
      if let parent { #expect(parent.number("enfold.task") == span.number("enfold.task")) }
    }
    #expect(Set(spans.map(\.spanContext.traceID)).count == Set(spans.map { $0.number("enfold.task") }).count)
    #expect(probe.tracer.activeSpans.isEmpty && probe.running == 0)
    _ = telemetry
  }

  @Test(arguments: 0..<20) func telemetryEndsAtAnyTime(round: Int) async throws {
    let telemetry = probe.watch(store)
    await withTaskGroup { group in
      for _ in 0..<4 {
        group.addTask { [store] in
          for _ in 0..<20 { await store.send(.load).finish() }
        }
      }
      group.addTask {
        for _ in 0..<round * 20 { await Task.yield() }
        telemetry?.cancel()
      }
    }
    await store.waitUntilIdle()
    try await eventually { probe.tracer.activeSpans.isEmpty }
    #expect(probe.running ?? 0 == 0)
    let commits = Dictionary(grouping: probe.spans("Todos.load"), by: \.spanContext.spanID)
    for effect in probe.spans("Todos.load effect") {
      #expect(commits[effect.spanContext.parentSpanID ?? ""]?.count == 1)
    }
  }
}
