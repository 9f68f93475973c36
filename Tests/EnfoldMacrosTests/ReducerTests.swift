// What @Reducer expands to.
import Testing

@Suite("@Reducer: expansions")
struct ReducerTests {
  /// The expansion of `@Reducer` alone, without the places of the user's lines: `@Action` in it is left as it is.
  private func expanded(_ source: String) -> String {
    squeezed(
      expansion(of: source, macros: ["Reducer"]).replacing(#/, fileID: "[^"]*", line: \d+/#, with: "")
        .replacing(#/#sourceLocation\(.*\)\n/#, with: ""))
  }

  /// The text with one space for each white space.
  private func squeezed(_ text: String) -> String { text.split(whereSeparator: \.isWhitespace).joined(separator: " ") }

  @Test func aStructGetsTheConformanceActionAndTheBuilder() {
    let text = expanded(
      """
      @Reducer public struct Feature {
        @ObservableState struct State { var count = 0 }
        enum Action { case tap }
        enum Other { case tap }
        static var body: Int { 1 }
        var body: some ReducerOf<Self> {
          EmptyReducer()
        }
      }
      """)
    #expect(
      text
        == squeezed(
          """
          public struct Feature {
            @ObservableState struct State { var count = 0 }
            @Enfold.Action
            enum Action { case tap }
            enum Other { case tap }
            static var body: Int { 1 }
            @Enfold.ReducerBuilder<Self.State, Self.Action>
            var body: some ReducerOf<Self> {
              EmptyReducer()
            }
          }

          extension Feature: Enfold.Reducer {}
          """))
  }

  @Test(
    "What is there already is not added",
    arguments: [
      "@Action enum Action { case tap }", "@Enfold.Action enum Action { case tap }",
      "@CasePathable enum Action { case tap }", "struct Action {}", "typealias Action = Int",
      "@ReducerBuilder<State, Action> var body: some ReducerOf<Self> { A() }",
      "var body: some ReducerOf<Self> { return A() }",
      "var body: some ReducerOf<Self> { get { if a { return A() } else { return B() } } }",
      "func reduce(into state: inout State, action: Action) -> Effect<Action> { .none }",
    ])
  func nothingAdded(member: String) {
    let expected = squeezed("struct Feature { \(member) } extension Feature: Enfold.Reducer {}")
    #expect(expanded("@Reducer struct Feature { \(member) }") == expected)
  }

  @Test func aReturnInAClosureExcludesNoBuilder() {
    let text = expanded(
      "@Reducer struct Feature { var body: some ReducerOf<Self> { Reduce { _, _ in return .none } } }")
    #expect(text.contains("@Enfold.ReducerBuilder<Self.State, Self.Action>"))
  }

  @Test func anEnumGetsStateActionAndBody() {
    let text = expanded(
      """
      @Reducer(state: .equatable, .sendable, action: .hashable, .codable) public enum Destination {
        case detail(Detail), edit(Edit = Edit(limit: 3))
        case alert(AlertState<Alert>)
        @ReducerCaseEphemeral case menu(Menu)
        @ReducerCaseIgnored case share(url: String, Self.Count = 1)
        case settings
      }
      """)
    #expect(
      text
        == squeezed(
          """
          public enum Destination {
            case detail(Detail), edit(Edit = Edit(limit: 3))
            case alert(AlertState<Alert>)
            @ReducerCaseEphemeral case menu(Menu)
            @ReducerCaseIgnored case share(url: String, Self.Count = 1)
            case settings

            @Enfold.Action
            public enum State: Enfold.CaseReducerState, Swift.Equatable {
              public typealias StateReducer = Destination
              case detail(Detail.State)
              case edit(Edit.State)
              case alert(AlertState<Alert>)
              case menu(Menu)
              case share(url: String, Destination.Count = 1)
              case settings
            }

            @Enfold.Action
            public enum Action: Swift.Hashable, Swift.Codable {
              case detail(Detail.Action)
              case edit(Edit.Action)
              case alert(AlertState<Alert>.Action)
              case menu(Menu.Action)
            }

            @Enfold.ReducerBuilder<Self.State, Self.Action>
            public static var body: Enfold.ReducerPair<Enfold.ReducerPair<Enfold.ReducerPair<\
          Enfold.Scope<Self.State, Self.Action, Detail>, Enfold.Scope<Self.State, Self.Action, Edit>>, \
          Enfold.Scope<Self.State, Self.Action, Enfold.EmptyReducer<AlertState<Alert>, AlertState<Alert>.Action>>>, \
          Enfold.Scope<Self.State, Self.Action, Enfold.EmptyReducer<Menu, Menu.Action>>> {
              Enfold.Scope<Self.State, Self.Action, Detail>(case: \\.detail, action: \\.detail) { Detail() }
              Enfold.Scope<Self.State, Self.Action, Edit>(case: \\.edit, action: \\.edit) { (Edit(limit: 3)) as Edit }
              Enfold.Scope<Self.State, Self.Action, Enfold.EmptyReducer<AlertState<Alert>, AlertState<Alert>.Action>>\
          (case: \\.alert, action: \\.alert) {}
              Enfold.Scope<Self.State, Self.Action, Enfold.EmptyReducer<Menu, Menu.Action>>\
          (case: \\.menu, action: \\.menu) {}
            }

            public static func _$isEphemeral(_ caseName: String) -> Bool {
              caseName == "menu"
            }

            public init() {
                self = .settings
            }
          }

          extension Destination: Enfold.CaseReducer, Enfold.Reducer {}
          """))
  }

  @Test("What is written by hand stays") func byHand() {
    let state = expanded("@Reducer enum D { case a(A)\n enum State { case a }\n init() { self = .a(A()) } }")
    #expect(state.contains("@Enfold.Action enum State { case a }") && !state.contains("CaseReducerState"))
    #expect(state.ranges(of: "init()").count == 1)
    let action = expanded("@Reducer enum D { case a(A)\n @CasePathable enum Action { case a } }")
    #expect(action.contains(" @CasePathable enum Action { case a }") && !action.contains("case a(A.Action)"))
    let body = expanded("@Reducer enum D { case a(A)\n static var body: some ReducerOf<Self> { A() } }")
    #expect(
      body.contains("@Enfold.ReducerBuilder<Self.State, Self.Action> static var body: some ReducerOf<Self> { A() }"))
    #expect(!body.contains("Enfold.Scope"))
  }

  @Test(
    "What else a case may be",
    arguments: [
      ("indirect case a(A)", "{ typealias StateReducer = D indirect case a(A.State) }"),
      ("indirect case a(A)", "{ indirect case a(A.Action) }"),
      ("case `in`(A)", #"(case: \.`in`, action: \.`in`) { A() }"#), ("case a(Outer.A)", "case a(Outer.A.State)"),
      ("case a(A<Int>)", "{ A<Int>() }"), ("case a(Enfold.AlertState<B>)", "case a(Enfold.AlertState<B>.Action)"),
      ("case a(ConfirmationDialogState<B>)", "case a(ConfirmationDialogState<B>)"),
      ("@Redacted @ReducerCaseIgnored case a(String)", " @Redacted case a(String) }"),
      ("@Redacted case a(A)", " @Redacted case a(A.Action) }"), ("case a", "static var body: Enfold.EmptyReducer<"),
      ("case a(A)", "init() { self = .a(A()) }"), ("case a(A = .b)", "self = .a((.b) as A)"),
    ])
  func cases(declaration: String, code: String) {
    let text = expanded("@Reducer enum D {\n  \(declaration)\n}")
    #expect(text.contains(code), "\(code) is not in \(text)")
  }

  @Test func anIndirectEnumHasIndirectTypes() {
    let text = expanded("@Reducer indirect enum D { case a(A) }")
    #expect(text.contains("indirect enum State:") && text.contains("indirect enum Action {"))
    #expect(expanded("@Reducer indirect enum D { case a }").contains(" } @Enfold.Action enum Action {"))
  }

  @Test("Without a case that can be made of nothing there is no init()") func noInit() {
    #expect(!expanded("@Reducer enum D { case a(AlertState<B>) }").contains("init()"))
  }
}

@Suite("@Reducer: diagnostics")
struct ReducerDiagnosticsTests {
  private static let refusals: [(String, String)] = [
    ("class Feature {}", "@Reducer can only be applied to a struct or an enum; for a class use @Reactor"),
    ("actor Feature {}", "@Reducer can only be applied to a struct or an enum"),
    ("protocol Feature {}", "@Reducer can only be applied to a struct or an enum"),
    ("enum D { case a(A, B) }", "'a' has several values, which is no feature: \(instead)"),
    ("enum D { case a(b: B) }", "'a' has a value with a label, which is no feature: \(instead)"),
    ("enum D { case a(Int) }", "'a' has a value of the type Int, which is no feature: \(instead)"),
    ("enum D { case a([A]) }", "'a' has a value of the type [A], which is no feature: \(instead)"),
    ("enum D { case a(A?) }", "'a' has a value of the type A?, which is no feature: \(instead)"),
    ("enum D { case a(Set<A>) }", "'a' has a value of the type Set<A>, which is no feature: \(instead)"),
    ("enum D { case a(() -> Void) }", "'a' has a value of the type () -> Void, which is no feature: \(instead)"),
    (
      "enum D { @ReducerCaseIgnored @ReducerCaseEphemeral case a(A) }",
      "'a' is ignored, so it has no actions after which it could go: remove @ReducerCaseEphemeral or @ReducerCaseIgnored"
    ),
    (
      "enum D { @ReducerCaseEphemeral case a }",
      "'a' goes after an action of its value: it has one value without a label, whose type has a type Action, as in "
        + "'case a(Menu)'"
    ),
    (
      "enum D { case a(A), a(B) }",
      "@Reducer needs a different name for every case: 'a' names several, which look alike in JSON"
    ),
    (
      "enum D { case a(A)\n#if DEBUG\ncase b(B)\n#endif\n}",
      "@Reducer cannot see cases inside #if with this compiler; declare them outside"
    ),
    ("enum D { case a(A); var body: some ReducerOf<Self> { A() } }", noInstances),
    ("enum D { case a(A); func reduce(into s: inout State, action: Action) -> Effect<Action> { .none } }", noInstances),
  ]

  @Test(arguments: refusals)
  func refused(declaration: String, message: String) {
    #expect(diagnostics(of: "@Reducer \(declaration)") == [message])
  }

  @Test(
    "Conformances",
    arguments: [
      (
        "@Reducer(state: .equatable) struct Feature {}",
        "@Reducer takes no conformances at a struct, whose types are written by hand: 'struct State: Equatable'"
      ),
      (
        "@Reducer(state: .equatable) enum D { case a(A); enum State { case a } }",
        "the State of 'D' is written by hand: add the conformances there, and remove 'state:'"
      ),
      (
        "@Reducer(state: .equatable, action: .hashable) enum D { case a(A); enum Action { case a } }",
        "the Action of 'D' is written by hand: add the conformances there, and remove 'action:'"
      ),
      (
        "@Reducer(state: .comparable) enum D { case a(A) }",
        "@Reducer takes the names of conformances, such as .equatable, .hashable, .codable or .sendable"
      ),
    ])
  func conformances(source: String, message: String) { #expect(diagnostics(of: source) == [message]) }

  @Test("Private types inside others", arguments: ["struct Feature {}", "enum Destination { case a(A) }"])
  func privateTypes(declaration: String) {
    #expect(
      diagnostics(of: "struct Outer { @Reducer private \(declaration) }")
        == ["@Reducer needs a type that the whole file can see: inside another type, use 'fileprivate'"])
  }

  @Test(
    "Marks that no macro reads",
    arguments: [
      ("enum D { @ReducerCaseIgnored case a }", "; mark 'D' with @Reducer, or remove the mark"),
      ("@Reducer struct S { @ReducerCaseIgnored var a = 1 }", ""),
      ("@Reducer enum D { @ReducerCaseIgnored enum E {} }", ""),
    ])
  func marks(source: String, advice: String) {
    #expect(
      diagnostics(of: source) == ["@ReducerCaseIgnored has a meaning only at a case of an @Reducer enum\(advice)"])
  }

  private static let instead = "write one feature, as in 'case a(Feature)', or mark data with @ReducerCaseIgnored"
  private static let noInstances =
    "an @Reducer enum has no instances that reduce: write 'static var body: some Reducer<State, Action>'"
}
