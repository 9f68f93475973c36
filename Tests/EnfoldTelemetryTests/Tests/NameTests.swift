// The names of actions in spans, and that no value is in any span or metric.
import Enfold
import EnfoldTelemetry
import InMemoryTracing
import MetricsTestKit
import Synchronization
import Testing
import Tracing

@Suite struct NameTests {
  static let secret = "hunter2"

  enum Role: String, Sendable { case admin, guest }

  enum RowAction: Sendable { case toggle, rename(String) }

  indirect enum Action: Sendable {
    case reset
    case setRole(Role)
    case setName(first: String, last: String?)
    case result(Result<String, Feature.Oops>)
    case row(id: String, action: RowAction)
    case rows(IdentifiedAction<String, RowAction>)
    case plain(RowAction)
    case inner(Action)
    case anything(any Sendable)
    case none(RowAction?)
  }

  /// It tells everything that it has.
  enum TalkativeAction: Sendable, CustomStringConvertible {
    case login(String), logout
    var description: String { NameTests.secret }
  }

  struct StructAction: Sendable { let password: String }

  enum HiddenAction: Sendable, CustomReflectable {
    case login(String)
    var customMirror: Mirror { Mirror(self, children: [NameTests.secret: 1], displayStyle: .enum) }
  }

  struct NamedAction: Sendable, Enfold.NamedAction {
    let password: String
    var actionName: String { "login" }
  }

  /// What all spans and metrics of a store tell, after it was sent an action.
  private func told<Action: Sendable>(of action: Action) -> (name: String, all: String) {
    let probe = Probe()
    let store = Store(initialState: Self.secret) { (state: inout String, _: Action) -> Effect<Action> in
      state += Self.secret
      return .none
    }
    let telemetry = probe.watch(store)
    store.send(action)
    _ = telemetry
    return (probe.tracer.finishedSpans.first?.operationName ?? "", probe.everything)
  }

  @Test(arguments: [
    (Action.reset, "reset"),
    (.setRole(.admin), "setRole"),
    (.setName(first: secret, last: secret), "setName"),
    (.result(.success(secret)), "result"),
    (.result(.failure(Feature.Oops(description: secret))), "result"),
    (.row(id: secret, action: .toggle), "row.toggle"),
    (.row(id: secret, action: .rename(secret)), "row.rename"),
    (.rows(.element(id: secret, action: .rename(secret))), "rows.element.rename"),
    (.plain(.rename(secret)), "plain.rename"),
    (.inner(.inner(.row(id: secret, action: .rename(secret)))), "inner.inner.row.rename"),
    (.anything(secret), "anything"),
    (.anything([secret: secret]), "anything"),
    (.none(.rename(secret)), "none"),
  ])
  func namesAreThoseOfCases(action: Action, name: String) {
    let told = told(of: action)
    #expect(told.name == "Todos.\(name)")
    #expect(!told.all.contains(Self.secret) && !told.all.contains("admin"))
  }

  @Test func typesThatTellTheirValuesAreNotAsked() {
    let told = [
      told(of: TalkativeAction.login(Self.secret)), told(of: TalkativeAction.logout),
      told(of: StructAction(password: Self.secret)), told(of: HiddenAction.login(Self.secret)),
      told(of: NamedAction(password: Self.secret)), told(of: Self.secret), told(of: [Self.secret]),
      told(of: Optional(RowAction.rename(Self.secret))),
    ]
    #expect(
      told.map(\.name) == [
        "Todos.login", "Todos.TalkativeAction", "Todos.StructAction", "Todos.HiddenAction", "Todos.login",
        "Todos.String", "Todos.Array", "Todos.Optional",
      ])
    for each in told { #expect(!each.all.contains(Self.secret)) }
  }

  @Test func namesHaveAnEnd() {
    let deep = (0..<100).reduce(Action.reset) { action, _ in .inner(action) }
    #expect(told(of: deep).name == "Todos." + Array(repeating: "inner", count: 8).joined(separator: "."))
  }

  // MARK: Effects

  /// Effects with secrets in their names, errors, rows and actions; only the tag is told as it is.
  @Test func effectsTellNoValues() async throws {
    let probe = Probe()
    let store = Store(initialState: Self.secret) { (state: inout String, action: RowAction) -> Effect<RowAction> in
      guard case .rename(let name) = action else { return .none }
      state = name
      return .run(name: "load \(name)") { send in
        await send(.toggle)
        throw Feature.Oops(description: name)
      }
    }
    let (telemetry, diagnostics) = (probe.watch(store), store.diagnostics)
    await store.send(.rename(Self.secret), tag: "ada").finish()
    store.set(\.self, to: Self.secret + "!")
    try await eventually { probe.tracer.finishedSpans.count == 4 }
    #expect(try probe.span("Todos.rename effect").status?.code == .error)
    #expect(!probe.everything.contains(Self.secret))
    #expect(probe.everything.contains("ada") && probe.everything.contains("NameTests.swift"))
    _ = (telemetry, diagnostics)
  }
}

/// A list whose rows have effects.
extension NameTests {
  struct Row: Sendable, Identifiable, Equatable {
    let id: String
    var isDone = false
  }

  struct List: Sendable {
    var rows: IdentifiedArray<String, Row> = [Row(id: secret)]
  }

  /// As `@Action` would write it.
  enum ListAction: Sendable, CasePathable {
    case row(id: String, action: RowAction)

    struct AllCasePaths: Sendable {
      var row: CasePath<ListAction, (id: String, action: RowAction)> {
        CasePath("row") {
          .row(id: $0.id, action: $0.action)
        } extract: {
          if case .row(let id, let action) = $0 { (id: id, action: action) } else { nil }
        }
      }
    }

    static var allCasePaths: AllCasePaths { AllCasePaths() }
    static var caseNames: [String] { ["row"] }
    var caseName: String { "row" }
  }

  @Test func rowsTellNoIDs() async throws {
    let probe = Probe()
    let reducer = Reduce<List, ListAction> { _, _ in .none }
      .forEach(\.rows, action: \.row) {
        Reduce<Row, RowAction> { row, action in
          row.isDone = true
          guard case .rename = action else { return .none }
          return .run { send in await send(.toggle) }
        }
      }
    let store = Store(initialState: List(), reducer: reducer)
    let rows = Mutex<Set<String?>>([])
    let trace = store.trace { entry, _ in
      if entry.kind == .effectBegan { rows.withLock { _ = $0.insert(entry.row) } }
    }
    let telemetry = probe.watch(store)
    await store.send(.row(id: Self.secret, action: .rename(Self.secret))).finish()
    try await eventually { probe.spans("Todos.row.rename effect").count == 1 }
    #expect(rows.withLock { $0 } == [Self.secret])  // so there was something to hide
    #expect(try probe.span("Todos.row.toggle").number("enfold.cause") == 1)
    #expect(!probe.everything.contains(Self.secret))
    _ = (trace, telemetry)
  }
}

extension Probe {
  /// Everything that leaves the process.
  var everything: String {
    var lines: [String] = []
    for span in tracer.finishedSpans {
      lines.append(
        "\(span.operationName) \(String(describing: span.status)) \(span.errors) \(span.events) \(span.links)")
      span.attributes.forEach { lines.append("\($0) = \($1)") }
      span.context.forEach { lines.append("\($0) = \($1)") }
    }
    for metric in metrics.counters as [any TestMetric] + metrics.timers + metrics.meters + metrics.recorders {
      lines.append("\(metric.key)")
    }
    return lines.joined(separator: "\n")
  }
}
