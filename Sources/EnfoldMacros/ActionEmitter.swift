// ActionEmitter: writes the members of an @Action enum. Here: names of cases, case paths, and values as properties.
import SwiftSyntax
import SwiftSyntaxMacros

/// The text of an expansion of `@Action` or `@CasePathable`. It consists of members of the enum itself, because it
/// repeats the names of the user's types. Only inside the enum do these names mean what they mean in the user's code.
struct ActionEmitter {
  let access: String
  let typeName: String
  let cases: [ActionCase]
  /// Whether the macro writes the JSON form.
  let writesJSON: Bool
  /// Whether values of the enum may contain other values of the same enum.
  let isIndirect: Bool
  /// The names of cases that the user's own members have, too.
  let taken: Set<String>
  let context: any MacroExpansionContext

  var members: [String] {
    let members = [caseName, caseNames, allCasePaths] + valueProperties
    guard writesJSON else { return members }
    if cases.isEmpty { return members + [jsonOfNothing] }
    return members + [caseIndex] + plainCase + [read, write, writeAt, hasSameJSON, schema, allows]
  }

  private var caseName: String {
    let lines = cases.map { "  case .\($0.identifier.text): \(quoted($0.name))" }
    return """
      \(access)var caseName: String {
        switch self {
      \(lines.joined(separator: "\n"))
        }
      }
      """
  }

  private var caseNames: String {
    "\(access)static var caseNames: [String] { [\(cases.map { quoted($0.name) }.joined(separator: ", "))] }"
  }

  private var allCasePaths: String {
    let paths = cases.map { action in
      let type = action.values.isEmpty ? "Void" : action.valueType(in: typeName)
      let embed: String
      switch action.values.count {
      case 0: embed = "{ _ in .\(action.identifier.text) }"
      case 1: embed = "{ \(action.construct { _ in "$0" }) }"
      default: embed = "{ \(action.construct { "$0.\($0.index)" }) }"
      }
      return """
          \(access)var \(action.identifier.text): Enfold.CasePath<\(typeName), \(type)> {
            .init(\(quoted(action.name)), embed: \(embed)) {
              guard case \(action.pattern) = $0 else { return nil }
              return \(action.tuple)
            }
          }
        """
    }
    return """
      \(access)struct AllCasePaths: Sendable {
      \(paths.joined(separator: "\n"))
      }
      \(access)static var allCasePaths: AllCasePaths { AllCasePaths() }
      """
  }

  /// Properties for the cases with values, such as `var setCount: Int?`.
  private var valueProperties: [String] {
    let own: Set<String> = ["caseName", "rawValue", "hashValue"]
    return cases.filter { !$0.values.isEmpty && !own.contains($0.name) && !taken.contains($0.name) }.map { action in
      let construct = action.construct { action.values.count == 1 ? "newValue" : "newValue.\($0.index)" }
      return """
        \(access)var \(action.identifier.text): \(action.valueType(in: typeName))? {
          get {
            guard case \(action.pattern) = self else { return nil }
            return \(action.tuple)
          }
          set {
            guard case .\(action.identifier.text) = self, let newValue else { return }
            self = \(construct)
          }
        }
        """
    }
  }

  private var caseIndex: String {
    let texts = cases.map { (text: $0.name, result: "\($0.index)") }
    return """
      \(access)static func _$caseIndex(of name: Enfold.CaseText) -> Int? {
      \(search("name", among: texts))
        return nil
      }
      """
  }

  /// The function that finds a case without values by its text. It is left out if there are no such cases. `Self.none`
  /// is a case called `none`; `.none` would be nil.
  private var plainCase: [String] {
    let texts = cases.filter(\.values.isEmpty).flatMap { action in
      let name = quoted(action.name)
      return [name, "{\(name):{}}"].map { (text: $0, result: "Self.\(action.identifier.text)") }
    }
    guard !texts.isEmpty else { return [] }
    return [
      """
      \(access)static func _$plainCase(_ text: Enfold.CaseText) -> Self? {
      \(search("text", among: texts))
        return nil
      }
      """
    ]
  }

  /// Statements that compare the `CaseText` called `name` with the texts of the same length, and return the result of
  /// the text that is equal.
  private func search(_ name: String, among texts: [(text: String, result: String)]) -> String {
    let lengths = Dictionary(grouping: texts, by: \.text.utf8.count).sorted { $0.key < $1.key }
    let branches = lengths.map { length, texts in
      "  case \(length):\n"
        + texts.map { "    if \(name).matches(\(quoted($0.text))) { return \($0.result) }" }.joined(separator: "\n")
    }
    return """
        switch \(name).count {
      \(branches.joined(separator: "\n"))
        default: break
        }
      """
  }
}
