// ReducerCasesEmitter: writes the State, the Action and the body of an @Reducer enum.
import SwiftSyntax
import SwiftSyntaxMacros

/// The text of an expansion. What the user has written stays: then its member here is left out.
struct ReducerCasesEmitter {
  let access: String
  let typeName: String
  let cases: [ReducerCase]
  let isIndirect: Bool
  let conformances: ReducerConformances
  /// The names that the user's own members have.
  let taken: Set<String>
  let context: any MacroExpansionContext

  var members: [String] {
    var members: [String] = []
    if !taken.contains("State") { members.append(state) }
    if !taken.contains("Action") { members.append(action) }
    if !taken.contains("body") { members.append(body) }
    return members + ephemeral + makes
  }

  private var state: String {
    let protocols = ["Enfold.CaseReducerState"] + conformances.state
    let lines = cases.map { action in
      switch action.kind {
      case .feature(let type, _): declare(action, "(\(naming(type)).State)")
      case .ephemeral(let type): declare(action, "(\(naming(type)))")
      case .data: declare(action, action.element.parameterClause.map(naming) ?? "")
      }
    }
    return """
      @Enfold.Action
      \(access)\(isIndirect ? "indirect " : "")enum State: \(protocols.joined(separator: ", ")) {
        \(access)typealias StateReducer = \(typeName)
      \(lines.joined(separator: "\n"))
      }
      """
  }

  private var action: String {
    let lines = cases.compactMap { action in
      switch action.kind {
      case .feature(let type, _), .ephemeral(let type): declare(action, "(\(naming(type)).Action)")
      case .data: nil
      }
    }
    let protocols = conformances.action.isEmpty ? "" : ": " + conformances.action.joined(separator: ", ")
    let prefix = isIndirect && !lines.isEmpty ? "indirect " : ""
    return """
      @Enfold.Action
      \(access)\(prefix)enum Action\(protocols) {
      \(lines.joined(separator: "\n"))
      }
      """
  }

  /// A case of the state or the action.
  private func declare(_ action: ReducerCase, _ values: String) -> String {
    let redaction = values.isEmpty ? nil : action.redaction
    let words = [redaction, action.isIndirect && !values.isEmpty ? "indirect" : nil, "case"].compactMap { $0 }
    return "  \(words.joined(separator: " ")) \(action.identifier)\(values)"
  }

  /// The text of a type, for the inside of another enum, where `Self` is that one.
  private func naming(_ type: some SyntaxProtocol) -> String {
    let source = type.trimmed
    return source.tokens(viewMode: .sourceAccurate).map { token in
      let text = token.tokenKind == .keyword(.Self) ? typeName : token.text
      return token.leadingTrivia.description + text + token.trailingTrivia.description
    }.joined()
  }

  /// The reducers one below the other, with the type written out: so features may contain each other, and the compiler has
  /// nothing to find out.
  private var body: String {
    let scopes = cases.compactMap(scope)
    let types = scopes.map(\.type)
    let type = types.dropFirst().reduce(types.first ?? "Enfold.EmptyReducer<Self.State, Self.Action>") {
      "Enfold.ReducerPair<\($0), \($1)>"
    }
    return """
      @Enfold.ReducerBuilder<Self.State, Self.Action>
      \(access)static var body: \(type) {
      \(scopes.map(\.code).joined(separator: "\n"))
      }
      """
  }

  private func scope(_ action: ReducerCase) -> (type: String, code: String)? {
    let (child, reducer, place): (String, String, TypeSyntax)
    switch action.kind {
    case .feature(let type, let expression):
      (child, reducer, place) = (type.trimmedDescription, " \(expression) ", type)
    case .ephemeral(let type):
      let text = type.trimmedDescription
      (child, reducer, place) = ("Enfold.EmptyReducer<\(text), \(text).Action>", "", type)
    case .data: return nil
    }
    let type = "Enfold.Scope<Self.State, Self.Action, \(child)>"
    let location = context.location(of: action.element, at: .afterLeadingTrivia, filePathMode: .fileID)
    let origin = location.map { ", fileID: \($0.file.trimmedDescription), line: \($0.line.trimmedDescription)" } ?? ""
    let path = "\\.\(action.identifier)"
    let code = "  \(type)(case: \(path), action: \(path)\(origin)) {\(reducer)}"
    return (type, context.placing(code, at: place))
  }

  /// `init()`, so that the reducer is made like any other. The case does not matter, because the body is static. Without a case
  /// that can be made of nothing, there is none.
  private var makes: [String] {
    guard !taken.contains("init") else { return [] }
    let plain = cases.lazy.filter { $0.element.parameterClause == nil }.map { ".\($0.identifier)" }
    let features = cases.lazy.compactMap { action in
      if case .feature(let type, let reducer) = action.kind { (type, ".\(action.identifier)(\(reducer))") } else { nil }
    }
    if let first = plain.first { return ["\(access)init() { self = \(first) }"] }
    guard let (type, first) = features.first else { return [] }
    return ["\(access)init() {\n\(context.placing("  self = \(first)", at: type))\n}"]
  }

  private var ephemeral: [String] {
    let names = cases.filter(\.isMarkedEphemeral).map { "caseName == \(quoted($0.name))" }
    guard !names.isEmpty else { return [] }
    return [
      """
      \(access)static func _$isEphemeral(_ caseName: String) -> Bool {
        \(names.joined(separator: " || "))
      }
      """
    ]
  }
}
