// What @Action and #enfoldPlugin refuse.
import Testing

@Suite("@Action: diagnostics")
struct ActionDiagnosticsTests {
  @Test(arguments: [
    ("struct Action {}", "@Action can only be applied to an enum"),
    (
      "enum Action { case a(x: Int), a(y: Int) }",
      "@Action needs a different name for every case: 'a' names several, which look alike in JSON"
    ),
    (
      "enum Action { case a; case `a`(Int) }",
      "@Action needs a different name for every case: 'a' names several, which look alike in JSON"
    ),
    (
      "enum Action { case a(x: Int, x: Int) }",
      "@Action needs a different label for every value of a case: 'x' is used twice"
    ),
    (
      "enum Action { case a\n#if DEBUG\ncase b\n#endif\n }",
      "@Action cannot see cases inside #if with this compiler; declare them outside"
    ),
  ])
  func refused(declaration: String, message: String) {
    #expect(diagnostics(of: "@Action \(declaration)") == [message])
  }

  @Test func conditionalMembersThatAreNoCasesAreFine() {
    #expect(diagnostics(of: "@Action enum Action { case a\n#if DEBUG\nvar b: Int { 1 }\n#endif\n }").isEmpty)
  }
}

@Suite("@DependencyClient: diagnostics")
struct DependencyClientDiagnosticsTests {
  @Test(arguments: [
    ("enum Client {}", "@DependencyClient can only be applied to a struct"),
    ("struct Client { var load: @Sendable () -> Int }", Self.initialValue),
    ("struct Client { var load: @Sendable () async throws(Problem) -> Int }", Self.initialValue),
  ])
  func refused(declaration: String, message: String) {
    #expect(diagnostics(of: "@DependencyClient \(declaration)") == [message])
  }

  @Test(arguments: [
    "var load: @Sendable () throws -> Int", "var load: () -> Void", "var load: () -> ()", "var load: () -> Int = { 1 }",
    "@DependencyEndpointIgnored var load: () -> Int", "var count: Int", "static let load: () -> Int = { 1 }",
    "var load: () throws(any Error) -> Int",
  ])
  func taken(member: String) {
    #expect(diagnostics(of: "@DependencyClient struct Client { \(member) }").isEmpty)
  }

  @Test("Without a value for another property there is no init()") func incomplete() {
    #expect(!expansion(of: "@DependencyClient struct Client { var count: Int }").contains("init()"))
    #expect(expansion(of: "@DependencyClient public struct Client { var count = 1 }").contains("public init()"))
  }

  static let initialValue =
    "@DependencyClient needs an initial value for 'load', which returns something and throws nothing: = { … }"
}

@Suite("#enfoldPlugin: diagnostics")
struct PluginDiagnosticsTests {
  @Test(arguments: [
    (#"id: "", version: "1.0.0", features: [A.self]"#, "the plugin's id must not be empty"),
    (#"id: name, version: "1.0.0", features: [A.self]"#, "the plugin's id is a string literal"),
    (#"id: "a\(b)", version: "1.0.0", features: [A.self]"#, "the plugin's id is a string literal"),
    (#"id: "a/b", version: "1.0.0", features: [A.self]"#, "the plugin's id contains no '/', '@' or space"),
    (#"id: "a", version: "1.0", features: [A.self]"#, Self.version),
    (#"id: "a", version: "1.0.x", features: [A.self]"#, Self.version),
    (#"id: "a", version: "01.0.0", features: [A.self]"#, Self.version),
    (#"id: "a", version: "1.0.0-", features: [A.self]"#, Self.version),
    (#"id: "a", version: 1.0, features: [A.self]"#, Self.version),
    (#"id: "a", version: "1.0.0", features: list"#, "the features are an array literal such as [Todos.self]"),
    (#"id: "a", version: "1.0.0", features: []"#, "a plugin has at least one feature"),
    (#"id: "a", version: "1.0.0", features: [A()]"#, "a feature is written as its type, such as Todos.self"),
    (
      #"id: "a", version: "1.0.0", features: [A.self, B.A.self]"#,
      "two features are called 'A': hosts address them by the type's last name"
    ),
  ])
  func refused(arguments: String, message: String) {
    #expect(diagnostics(of: "#enfoldPlugin(\(arguments))") == [message])
  }

  static let version = "the plugin's version is a string literal of the form \"1.0.0\""

  @Test(arguments: ["1.0.0", "0.10.200", "1.0.0-beta.1", "1.0.0-rc+5"])
  func acceptedVersions(version: String) {
    #expect(diagnostics(of: #"#enfoldPlugin(id: "a", version: "\#(version)", features: [A.self])"#).isEmpty)
  }
}
