// What @ObservableState refuses.
import Testing

@Suite("@ObservableState: diagnostics")
struct ObservableStateDiagnosticsTests {
  @Test(arguments: ["class State { var a = 0 }", "actor State { var a = 0 }"])
  func onlyStructsAreObservable(declaration: String) {
    #expect(
      diagnostics(of: "@ObservableState \(declaration)") == ["@ObservableState can only be applied to a struct"])
  }

  @Test func anEnumNeedsAction() {
    #expect(
      diagnostics(of: "@ObservableState enum State { case a }")
        == ["@ObservableState can only be applied to a struct; for an enum use @Action"])
  }

  @Test func aPropertyIsWrittenByHostsOrAPulse() {
    let expected = "@ViewState and @Bindable exclude @Pulse and @Emit"
    let messages = diagnostics(of: "@ObservableState struct State { @Bindable @Emit var a = 0 }")
    #expect(messages.count == 1 && messages[0].hasPrefix(expected))
  }

  @Test func aClassCanBecomeAStruct() {
    expectExpansion(
      """
      @ObservableState final class State {
      }
      """,
      is: """
        final class State {
        }
        """,
      diagnostics: [
        .init(
          message: "@ObservableState can only be applied to a struct [enfold explain notAStruct]", line: 1, column: 24,
          fixIts: [.init(message: "Make it a struct")])
      ],
      fixedSource: """
        @ObservableState final struct State {
        }
        """)
  }

  @Test(arguments: [
    "struct State {}", "struct State { var a: Int { 1 } }", "struct State { static var a = 0; lazy var b = 1 }",
  ])
  func aStateMayHaveNoStoredProperties(declaration: String) {
    #expect(diagnostics(of: "@ObservableState \(declaration)").isEmpty)
  }

  @Test(arguments: [
    ("var (a, b) = (1, 2)", "@ObservableState cannot observe a tuple pattern; declare one property for each value"),
    ("var a", "@ObservableState needs a type or an initial value for 'a'"),
    (
      "var a = 0 { didSet {} }",
      "@ObservableState cannot observe a property with willSet or didSet; observe the store instead"
    ),
    (
      "@Wrapped var a = 0",
      "@ObservableState cannot observe a property with '@Wrapped': "
        + "property wrappers and other accessors hide what is written"
    ),
    (
      "#if DEBUG\nvar a = 0\n#endif",
      "@ObservableState cannot see stored and @Derived properties inside #if; declare them outside"
    ),
  ])
  func propertiesThatCannotBeObserved(property: String, message: String) {
    #expect(diagnostics(of: "@ObservableState struct State {\n\(property)\nvar ok = 1 }") == [message])
  }

  @Test func everyProblemIsReportedAtOnce() {
    #expect(diagnostics(of: "@ObservableState struct State { var a; var (b, c) = (1, 2) }").count == 2)
  }

  @Test func severalPropertiesInOneDeclarationCanBeSplit() {
    expectExpansion(
      """
      @ObservableState struct State {
        // A comment.
        public var a = 0, b, c: String
        let x = 1, y = 2
      }
      """,
      is: """
        struct State {
          // A comment.
          public var a = 0, b, c: String
          let x = 1, y = 2

          var _$changes = Enfold.ChangeRecord()
        }
        """,
      diagnostics: [
        .init(
          message: "@ObservableState observes one property per declaration; give each its own 'var'"
            + " [enfold explain severalBindings]",
          line: 3, column: 3, fixIts: [.init(message: "Declare each property by itself")])
      ],
      fixedSource: """
        @ObservableState struct State {
          // A comment.
          public var a = 0
          public var b: String
          public var c: String
          let x = 1, y = 2
        }
        """)
  }

  @Test func aPrivateTypeInsideOfAnotherCanBecomeFilePrivate() {
    expectExpansion(
      """
      struct Outer {
        @Action private enum Action {
          case a
        }
      }
      """,
      is: """
        struct Outer {
          private enum Action {
            case a
          }
        }
        """,
      diagnostics: [
        .init(
          message: "@Action needs a type that the whole file can see: inside another type, use 'fileprivate'"
            + " [enfold explain private]",
          line: 2, column: 11, fixIts: [.init(message: "Use 'fileprivate'")])
      ],
      fixedSource: """
        struct Outer {
          @Action fileprivate enum Action {
            case a
          }
        }
        """)
    #expect(diagnostics(of: "@ObservableState private struct State { var a = 0 }").isEmpty)
  }
}
