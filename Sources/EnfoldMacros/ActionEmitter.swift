// Writes the members of an @Action enum that name its cases: names, case paths, values as properties.
import SwiftSyntax

/// The text of an expansion. Everything is a member of the enum itself, because it repeats the user's types, which are
/// looked up as the user meant them only there.
struct ActionEmitter {
  let access: String
  let typeName: String
  let cases: [ActionCase]
  let isRaw: Bool
  /// Names of the user's own members.
  let taken: Set<String>

  var members: [String] {
    let members = [caseName, caseNames, allCasePaths] + valueProperties
    // The JSON form of raw values needs no code.
    return isRaw ? members : members + [caseIndex] + plainCase + [read, write, writeAt, schema, allows]
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

  /// `var setCount: Int?`, for cases with values.
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

  /// Only where there are such cases. `Self.` tells a case called `none` from no case at all.
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

  /// Statements that return the result of the text that the `CaseText` called `name` is. Texts of another length are
  /// not compared.
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
