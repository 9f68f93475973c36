// What @ObservableState and @Action make of @Redacted, and where it has no meaning.
import Testing

@Suite("@Redacted")
struct RedactedTests {
  @Test(arguments: [
    "@Redacted var token = \"\"", "@Enfold.Redacted var token: String?", "@Redacted let token: String",
    "@Pulse @Redacted var token: String?",
    "@Redacted @Shared(key: \"t\") var token = \"\"", "@Redacted @Derived var token: String { \"\\(a)\" }",
  ])
  func aPropertyIsMarkedInTheSchema(property: String) {
    let source = "@ObservableState struct State {\nvar a = 0\n\(property)\n}"
    #expect(diagnostics(of: source).isEmpty)
    #expect(expansion(of: source).contains("fields.setRedacted(\"token\")"))
  }

  @Test func aStateIsOtherwiseAsItIsWithoutTheMark() {
    let marked = lines(of: "@ObservableState struct State {\n  @Redacted var a = 0\n  var b: Int?\n}")
    let plain = lines(of: "@ObservableState struct State {\n  var a = 0\n  var b: Int?\n}")
    #expect(marked.filter { !$0.contains("setRedacted") } == plain)
  }

  @Test(arguments: [
    ("@Redacted case a(Int)", "cases.add(\"a\", (Int).self, isRedacted: true, in: &builder)"),
    ("@Redacted() case a(Int)", "cases.add(\"a\", (Int).self, isRedacted: true, in: &builder)"),
    ("@Redacted(\"_0\") case a(Int)", "cases.add(\"a\", (Int).self, isRedacted: true, in: &builder)"),
    ("@Redacted case a(x: Int)", "cases.add(\"a\", object: fields, isRedacted: true)"),
    ("@Redacted case a(Int, Int)", "cases.add(\"a\", array: fields, isRedacted: true)"),
    ("@Redacted case a(Int), b(x: Int)", "cases.add(\"b\", object: fields, isRedacted: true)"),
    (
      "@Redacted(\"y\") case a(x: Int, y: Int)",
      "fields.setRedacted(\"y\")\ncases.add(\"a\", object: fields)\n"
    ),
    (
      "@Redacted(\"z\", \"x\") case a(x: Int, y: Int, z: Int)",
      "fields.setRedacted(\"x\")\nfields.setRedacted(\"z\")\ncases.add(\"a\", object: fields)\n"
    ),
    ("@Redacted(\"_1\") case a(x: Int, Int)", "fields.setRedacted(\"_1\")\ncases.add(\"a\", object: fields)\n"),
    ("@Redacted(\"_1\") case a(Int, Int)", "fields.setRedacted(\"_1\")\ncases.add(\"a\", array: fields)\n"),
    ("@Redacted(\"in\") case a(`in`: Int)", "fields.setRedacted(\"in\")\ncases.add(\"a\", object: fields)\n"),
  ])
  func theValuesOfACaseAreMarkedInTheSchema(declaration: String, code: String) {
    let source = "@Action enum Action {\n\(declaration)\ncase plain(Int), other(k: Int)\n}"
    #expect(diagnostics(of: source).isEmpty)
    let text = lines(of: source).joined(separator: "\n")
    #expect(text.contains(code))
    #expect(text.contains("cases.add(\"plain\", (Int).self, in: &builder)"))
    #expect(text.contains("cases.add(\"other\", object: fields)\n"))
  }

  @Test(arguments: [
    ("@Redacted var b: Int { a }", Self.unseen("a computed property") + ", or add @Derived"),
    ("@Redacted static var b = 0", Self.unseen("a static property")),
    ("@Redacted @Ignored var b = 0", Self.unseen("an @Ignored property")),
    ("@Redacted lazy var b = 0", Self.unseen("a lazy property")),
    ("@Redacted func b() {}", Self.other),
    ("@Redacted init() {}", Self.other),
    ("@Redacted struct B {}", Self.other),
    ("@Redacted(\"b\") var b = 0", "@Redacted takes labels only at a case; a property is redacted as a whole"),
  ])
  func refusedInAState(member: String, message: String) {
    #expect(diagnostics(of: "@ObservableState struct State {\nvar a = 0\n\(member)\n}") == [message])
  }

  @Test(arguments: [
    ("@Redacted case b", "'b' has no values, and @Redacted does not hide the name of a case: remove @Redacted"),
    ("@Redacted(\"x\") case b(y: Int)", "'b' has no value 'x'; it has 'y'"),
    ("@Redacted(\"user\", \"pin\") case b(user: Int, Int)", "'b' has no value 'pin'; it has 'user', '_1'"),
    ("@Redacted(name) case b(x: Int)", "the labels of @Redacted are string literals"),
    ("@Redacted(\"\\(x)\") case b(x: Int)", "the labels of @Redacted are string literals"),
    ("@Redacted var b: Int { 0 }", Self.other),
  ])
  func refusedInAnAction(member: String, message: String) {
    #expect(diagnostics(of: "@Action enum Action {\ncase a\n\(member)\n}") == [message])
  }

  @Test(arguments: [
    ("struct State { @Redacted var a = 0 }", Self.alone + "; mark 'State' with @ObservableState"),
    ("enum Kind { @Redacted case a(Int) }", Self.alone + "; mark 'Kind' with @Action"),
    ("@CasePathable enum Kind { @Redacted case a(Int) }", Self.alone + "; mark 'Kind' with @Action"),
    ("extension State { @Redacted var a: Int { 0 } }", Self.alone),
    ("final class State { @Redacted var a = 0 }", Self.alone),
    ("@Redacted var a = 0", Self.alone),
  ])
  func placesWithoutMeaning(source: String, message: String) {
    #expect(diagnostics(of: source) == [message])
  }

  /// The lines of an expansion, without indentation.
  private func lines(of source: String) -> [Substring] {
    expansion(of: source).split(separator: "\n").map { $0.drop { $0 == " " } }.filter { !$0.isEmpty }
  }

  static let other = "@Redacted marks properties of a state and cases of an action, which this is not"
  static let alone =
    "@Redacted has a meaning only in the body of an @ObservableState struct or an @Action or @Reducer enum"
  static func unseen(_ kind: String) -> String {
    "\(kind) has no place in the state's JSON, so hosts never see it: remove @Redacted"
  }
}
