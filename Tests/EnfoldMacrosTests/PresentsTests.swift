// What @Presents expands to, and where it is refused.
import Testing

@Suite("@Presents")
struct PresentsTests {
  @Test func theValueIsOnTheHeapBehindTheAccessors() {
    let text = expansion(of: "@ObservableState struct State {\n  @Presents var detail: Detail.State?\n}")
    for code in [
      "private var _detail: Enfold.PresentationState<Detail.State> = Enfold.PresentationState()",
      "init(initialValue) { _detail = Enfold.PresentationState(wrappedValue: initialValue) }",
      "get { _detail.wrappedValue }",
      "set { Enfold.ChangeTracking.set(&_detail.wrappedValue, to: newValue, property: 0, in: &_$changes) }",
      "yield &_detail.wrappedValue",
      "var $detail: Enfold.PresentationState<Detail.State> {",
      "set { detail = newValue.wrappedValue }",
      #"at: \Self._detail.wrappedValue).presented(by: \Self.$detail)"#,
      "Enfold.JSONFields.write(self._detail.wrappedValue, to: &writer)",
    ] { #expect(text.contains(code), "\(code) is not in \(text)") }
  }

  @Test(arguments: [
    ("@Presents public private(set) var a: B?", "public private(set) var $a: Enfold.PresentationState<B> {"),
    ("@Presents var a: Optional<B>", "var $a: Enfold.PresentationState<B> {"),
    ("@Presents var a: B!", "var $a: Enfold.PresentationState<B> {"),
    ("@Presents var `in`: B?", "set { `in` = newValue.wrappedValue }"),
    ("@Presents var a: B? = B()", "= Enfold.PresentationState(wrappedValue: B())"),
    ("@Presents var a: B?", "var $a: Enfold.PresentationState<B> {"),
  ])
  func itsFormsAreUnderstood(property: String, code: String) {
    let source = "@ObservableState struct State {\n\(property)\n}"
    #expect(diagnostics(of: source).isEmpty)
    #expect(expansion(of: source).contains(code), "\(expansion(of: source))")
  }

  @Test func itMayCountEveryAssignment() {
    let text = expansion(of: "@ObservableState struct State {\n@Presents @ViewState(ignoreEquality: true) var a: B?\n}")
    #expect(text.contains("yield &_a.wrappedValue") && text.contains("_$changes.markWritten(0)"))
  }

  @Test func theKeysOfDerivedCodableAreThoseOfTheProperties() {
    let text = expansion(of: "@ObservableState struct State: Codable {\n@Presents var a: B?\n}")
    #expect(text.contains("case _a = \"a\""))
  }

  @Test(arguments: [
    ("@ObservableState struct State {\nvar a = 0\n@Presents var b = 0\n}", Self.other),
    ("@ObservableState struct State {\nvar a = 0\n@Presents var b: Int\n}", Self.other),
    ("@ObservableState struct State {\nvar a = 0\n@Presents let b: Int?\n}", Self.other),
    ("@ObservableState struct State {\nvar a = 0\n@Presents var b: Int? { nil }\n}", Self.other),
    ("@ObservableState struct State {\nvar a = 0\n@Presents static var b: Int?\n}", Self.other),
    ("@ObservableState struct State {\nvar a = 0\n@Pulse @Presents var b: Int?\n}", Self.other),
    ("@ObservableState struct State {\nvar a = 0\n@Presents func b() {}\n}", Self.other),
    ("struct State {\n@Presents var b: Int?\n}", Self.alone),
    ("@Presents var b: Int?", Self.alone),
  ])
  func whereItHasNoMeaningItIsRefused(source: String, message: String) {
    #expect(diagnostics(of: source) == [message])
  }

  static let other = "@Presents marks an optional variable, as in '@Presents var detail: Detail.State?'"
  static let alone = "@Presents has a meaning only inside an @ObservableState struct"
}
