// Probe: a tracer and metrics in memory. Feature: a store whose effects end in every way.
import Enfold
import EnfoldTelemetry
import InMemoryTracing
import MetricsTestKit
import Testing
import Tracing

struct Probe: Sendable {
  let tracer = InMemoryTracer()
  let metrics = TestMetrics()

  func watch<State, Action>(
    _ store: Store<State, Action>, context: ServiceContext = .topLevel, lastCommits: Int = 1_024
  ) -> StoreTelemetry? {
    store.telemetry(name: "Todos", context: context, lastCommits: lastCommits, tracer: tracer, metrics: metrics)
  }

  /// The finished spans of a name.
  func spans(_ name: String) -> [FinishedInMemorySpan] { tracer.finishedSpans.filter { $0.operationName == name } }

  func span(_ name: String, fileID: String = #fileID, line: Int = #line) throws -> FinishedInMemorySpan {
    let spans = spans(name)
    let place = SourceLocation(fileID: fileID, filePath: fileID, line: line, column: 1)
    #expect(spans.count == 1, "\(tracer.finishedSpans.map(\.operationName))", sourceLocation: place)
    return try #require(spans.first, sourceLocation: place)
  }

  var running: Double? { metrics.meters(label: "enfold_effects_running").first?.lastValue }

  func total(_ label: String, _ dimension: String, _ value: String) -> Int64 {
    metrics.counterTotal(label: label, dimensions: [("store", "Todos"), (dimension, value)])
  }
}

extension FinishedInMemorySpan {
  func number(_ name: String) -> Int64? {
    if case .int64(let value) = attributes.get(name) { value } else { nil }
  }

  func text(_ name: String) -> String? {
    if case .string(let value) = attributes.get(name) { value } else { nil }
  }

  var nanoseconds: Int64 {
    Int64(endInstant.nanosecondsSinceEpoch) - Int64(startInstant.nanosecondsSinceEpoch)
  }
}

/// Waits until something is so, at most ten seconds.
func eventually(fileID: String = #fileID, line: Int = #line, _ isSo: () -> Bool) async throws {
  let end = ContinuousClock.now + .seconds(10)
  while !isSo() {
    let place = SourceLocation(fileID: fileID, filePath: fileID, line: line, column: 1)
    try #require(ContinuousClock.now < end, sourceLocation: place)
    try await Task.sleep(for: .milliseconds(1))
  }
}

enum Feature {
  enum Action: Sendable {
    case add(title: String)
    case load, loaded(String)
    case fail, wait
    case first, second, third
  }

  struct Oops: Error, CustomStringConvertible {
    let description: String
  }

  static func store() -> Store<[String], Action> { Store(initialState: [], reduce: reduce) }

  @Sendable static func reduce(_ state: inout [String], _ action: Action) -> Effect<Action> {
    switch action {
    case .load: return .run { send in await send(.loaded("bread")) }
    case .fail: return .run { _ in throw Oops(description: "no bread") }
    case .wait:
      return .run { send in
        try await Task.sleep(for: .seconds(3_600))
        await send(.first)
      }
    case .first: return .send(.second)
    case .second: return .send(.third)
    case .third: return .none
    case .add(let title), .loaded(let title):
      state.append(title)
      return .none
    }
  }
}
