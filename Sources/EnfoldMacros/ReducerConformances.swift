// ReducerConformances: the arguments of @Reducer: what the State and the Action that it writes conform to.
import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

struct ReducerConformances {
  private(set) var state: [String] = []
  private(set) var action: [String] = []
  /// The arguments for the state, and those for the action.
  private(set) var labels: [String: LabeledExprSyntax] = [:]
  private(set) var problems: [Diagnostic] = []

  private static let protocols = [
    "equatable": "Swift.Equatable", "hashable": "Swift.Hashable", "codable": "Swift.Codable",
    "encodable": "Swift.Encodable", "decodable": "Swift.Decodable",
  ]

  init(of attribute: AttributeSyntax) {
    guard case .argumentList(let arguments)? = attribute.arguments else { return }
    var label = ""
    for argument in arguments {
      if let text = argument.label?.text {
        label = text
        labels[label] = argument
      }
      let name = argument.expression.as(MemberAccessExprSyntax.self)?.declName.baseName.bareName
      // Both are Sendable anyway.
      if name == "sendable" { continue }
      guard let name, let type = Self.protocols[name] else {
        problems.append(
          Diagnostic(
            "@Reducer takes the names of conformances, such as .equatable, .hashable, .codable or .sendable",
            id: "reducerConformance", at: argument.expression))
        continue
      }
      if label == "action" { action.append(type) } else { state.append(type) }
    }
  }
}
