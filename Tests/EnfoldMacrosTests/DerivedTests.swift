// What @ObservableState makes of @Derived, and what @Derived refuses.
import SwiftDiagnostics
import Testing

@Suite("@Derived")
struct DerivedTests {
  @Test func aDerivedPropertyFollowsTheStoredOnes() {
    let text = expansion(
      of: "@ObservableState struct State { @Derived var sum: Int { a + b }; var a = 0; @Pulse var b = 1 }")
    #expect(text.contains("if name == \"sum\" { return 2 }"))
    #expect(text.contains("static var _$propertyCount: Int { 3 }"))
    #expect(text.contains("if bits != 0 { bits |= 0x4 }"))
    #expect(text.contains("case 2: Enfold.ChangeTracking.visitDerived(self.sum, \"/sum\", &walk, node)"))
    #expect(text.contains("fields.add(\"sum\", (Int).self, required: false, in: &builder)"))
    #expect(text.contains("fields.setReadOnly(\"sum\")"))
    #expect(text.contains("case 2: try reader.skipValue()"))
    #expect(text.contains("case 2: return .readOnly"))
    #expect(!text.contains("InPlace(\\Self.sum)"))
    #expect(!text.contains("\"sum\": self.sum"))
  }

  @Test func theExpansionHasNoConstantThatIsNotUsed() {
    let text = expansion(of: "@ObservableState struct State { var a = 0; @Derived var b: Int { a } }")
    // In `jsonAllows` and `writeJSON(at:to:)`.
    #expect(text.ranges(of: "let rest = path.dropFirst()").count == 2)
  }

  @Test func aSetterMakesItWritable() {
    let text = expansion(
      of: """
        @ObservableState struct State: Codable {
          var a = 0
          @Derived @Bindable var double: Int { get { a * 2 } set { a = newValue / 2 } }
          @Derived var view: View { get { View(a: a) } set { a = newValue.a } }
        }
        """)
    #expect(text.contains("InPlace(\\Self.double)"))
    #expect(text.contains("InPlace(\\Self.view)"))
    #expect(text.contains("fields.add(\"double\", (Int).self, required: false, in: &builder)"))
    #expect(text.contains("case 1: return rest.isEmpty ? [.bindable] : []"))
    #expect(text.contains("case 2: return Enfold.PropertyTraits.inside(\\Self.view, at: rest).intersection(.bindable)"))
    #expect(text.contains("case _a = \"a\"\n"))
  }

  @Test func aStateWithoutThemHasNothingOfThem() {
    let text = expansion(of: "@ObservableState struct State { var a = 0; var double: Int { a * 2 } }")
    #expect(!text.contains("_$written") && !text.contains("isDerived") && !text.contains("\"double\""))
  }

  @Test(arguments: [
    (
      "@Derived var b = 0",
      "@Derived marks computed properties: give this one a getter, as in 'var total: Int { first + second }', or "
        + "remove @Derived to store it"
    ),
    (
      "@Derived let b = 0",
      "@Derived marks computed properties: give this one a getter, as in 'var total: Int { first + second }', or "
        + "remove @Derived to store it"
    ),
    ("@Derived static var b: Int { 0 }", "@Derived needs a property of each state: remove 'static'"),
    (
      "@Derived var b: Int { get throws { a } }",
      "The getter of a @Derived property must not throw or be async: it gives every state a value"
    ),
    (
      "@Derived var b: Int { mutating get { a += 1; return a } }",
      "The getter of a @Derived property must not be mutating: it only reads the state"
    ),
    (
      "@Derived @Pulse var b: Int { a }",
      "@Derived excludes @Pulse, @Emit and @Ignored: they are for stored properties"
    ),
    (
      "@Derived @Bindable var b: Int { a }",
      "@Bindable lets hosts write the property: give it a setter, or remove @Bindable"
    ),
    (
      "@Derived @ViewState(ignoreEquality: true) var b: Int { get { a } set { a = newValue } }",
      "@Derived excludes ignoreEquality: a derived value is computed, so nothing is assigned to it"
    ),
    ("@Derived func b() -> Int { a }", "@Derived marks computed properties, which this is not"),
    (
      "@Derived var a: Int { 1 }",
      "another property is called 'a' already; give the @Derived property a name of its own"
    ),
    (
      "@Derived var _a: Int { 1 }",
      "'_a' is where @ObservableState stores 'a'; give the @Derived property another name"
    ),
    (
      "#if DEBUG\n@Derived var b: Int { a }\n#endif",
      "@ObservableState cannot see stored and @Derived properties inside #if; declare them outside"
    ),
  ])
  func propertiesThatCannotBeDerived(property: String, message: String) {
    #expect(diagnostics(of: "@ObservableState struct State {\nvar a = 0\n\(property)\n}") == [message])
  }

  @Test(arguments: [
    (
      "struct State { @Derived var a: Int { 1 } }",
      "@Derived has a meaning only inside an @ObservableState struct; mark 'State' with @ObservableState"
    ),
    (
      "@Action enum Action { case a; @Derived var b: Int { 1 } }",
      "@Derived has a meaning only inside an @ObservableState struct"
    ),
    (
      "extension State { @Derived var a: Int { 1 } }",
      "@Derived has a meaning only inside the body of an @ObservableState struct; move the property there"
    ),
    ("@Derived var a: Int { 1 }", "@Derived has a meaning only inside an @ObservableState struct"),
  ])
  func placesWithoutMeaning(source: String, message: String) {
    #expect(diagnostics(of: source) == [message])
  }

  @Test(arguments: [
    "{ cache + a }", "{ self.cache }", "{ get { return a + self.cache } set { a = newValue } }",
    "{ [a].map { $0 + cache }[0] }", "{ let cache = 1; return self.cache + cache }",
  ])
  func aGetterThatNamesAnIgnoredPropertyIsAWarning(getter: String) {
    let source = "@ObservableState struct State { var a = 0; @Ignored var cache = 0; @Derived var b: Int \(getter) }"
    #expect(
      diagnostics(of: source) == [
        "'b' is derived from 'cache', which is @Ignored: its changes are told to nobody, and a state that is restored or sent "
          + "elsewhere does not have it; derive from observed properties"
      ])
    #expect(severities(of: source) == [.warning])
    #expect(expansion(of: source).contains("extension State"))
  }

  @Test(arguments: [
    "{ a }", "{ other.cache }", "{ let cache = a; return cache }", "{ [a].map { cache in cache }[0] }",
    "{ get { a } set { cache = newValue } }",
  ])
  func otherNamesAreNone(getter: String) {
    let source = "@ObservableState struct State { var a = 0; @Ignored var cache = 0; @Derived var b: Int \(getter) }"
    #expect(diagnostics(of: source).isEmpty)
  }

  @Test func aStateOfDerivedPropertiesAloneHasNothingToObserve() {
    #expect(
      diagnostics(of: "@ObservableState struct State { @Derived var a: Int { 1 } }") == [
        "@ObservableState needs at least one stored property: there is nothing to observe in 'State'"
      ])
  }
}
