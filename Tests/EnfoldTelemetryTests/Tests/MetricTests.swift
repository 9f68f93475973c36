// The metrics of a store: how many commits and effects there are, and how long they take.
import Enfold
import EnfoldTelemetry
import MetricsTestKit
import Testing

@Suite struct MetricTests {
  let probe = Probe()
  let store = Feature.store()

  @Test func commitsAreCountedByTheirKind() {
    let telemetry = probe.watch(store)
    store.send(.add(title: "milk"))
    store.send(.first)
    store.set(\.self, to: [])
    store.restore(["milk"])
    let counts = ["action", "set", "restore", "shared", "mutation"].map { probe.total("enfold_commits", "kind", $0) }
    #expect(counts == [4, 1, 1, 0, 0])
    _ = telemetry
  }

  @Test func timesAreThoseOfTheSpans() throws {
    let telemetry = probe.watch(store)
    store.send(.first)
    store.set(\.self, to: ["milk"])
    for part in ["reduced", "collected", "told"] {
      let timer = try probe.metrics.expectTimer("enfold_commit_\(part)", [("store", "Todos")])
      #expect(timer.values == probe.tracer.finishedSpans.map { $0.number("enfold.\(part)") })
      #expect(timer.values.count == 4)
    }
    // Only actions wait.
    let actions = probe.tracer.finishedSpans.filter { $0.text("enfold.kind") == "action" }
    let timer = try probe.metrics.expectTimer("enfold_commit_waited", [("store", "Todos")])
    #expect(timer.values == actions.map { $0.number("enfold.waited") } && timer.values.count == 3)
    _ = telemetry
  }

  @Test func effectsAreCountedWhileTheyRunAndByTheirEnd() async throws {
    let telemetry = probe.watch(store)
    let diagnostics = store.diagnostics
    let tasks = [store.send(.wait), store.send(.wait)]
    #expect(probe.running == 2)
    tasks[0].cancel()
    try await eventually { probe.running == 1 }
    tasks[1].cancel()
    await store.send(.load).finish()
    await store.send(.fail).finish()
    func outcomes() -> [Int64] {
      ["finished", "failed", "cancelled"].map { probe.total("enfold_effects", "outcome", $0) }
    }
    try await eventually { probe.running == 0 && outcomes() == [1, 1, 2] }
    _ = (telemetry, diagnostics)
  }

  @Test func storesOfOneNameAddUp() {
    let other = Feature.store()
    let telemetry = [probe.watch(store), probe.watch(other)]
    store.send(.wait)
    other.send(.wait)
    #expect(probe.running == 2 && probe.total("enfold_commits", "kind", "action") == 2)
    telemetry[0]?.cancel()
    #expect(probe.running == 1)
    #expect(probe.total("enfold_effects", "outcome", "cancelled") == 0)
    telemetry[1]?.cancel()
    #expect(probe.running == 0)
  }
}
