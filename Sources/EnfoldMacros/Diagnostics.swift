// How the macros report errors and warnings: one message type, with optional fix-its. Each names its row in docs/errors.md.
import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

struct MacroMessage: DiagnosticMessage, FixItMessage {
  let message: String
  let id: String
  var severity = DiagnosticSeverity.error
  var diagnosticID: MessageID { MessageID(domain: "Enfold", id: id) }
  var fixItID: MessageID { diagnosticID }
}

extension Diagnostic {
  /// An error at `node`. Its id is its name for `enfold explain`.
  init(_ message: String, id: String, at node: some SyntaxProtocol, fixIts: [FixIt] = []) {
    let message = MacroMessage(message: "\(message) [enfold explain \(id)]", id: id)
    self.init(node: Syntax(node), message: message, fixIts: fixIts)
  }
}

extension Diagnostic {
  /// A warning at `node`. Its id is its name for `enfold explain`.
  init(warning: String, id: String, at node: some SyntaxProtocol) {
    let message = MacroMessage(message: "\(warning) [enfold explain \(id)]", id: id, severity: .warning)
    self.init(node: Syntax(node), message: message)
  }
}

extension FixIt {
  /// Replaces `old` by `new`.
  static func replace(_ message: String, _ old: some SyntaxProtocol, with new: some SyntaxProtocol) -> FixIt {
    FixIt(
      message: MacroMessage(message: message, id: "fix"),
      changes: [.replace(oldNode: Syntax(old), newNode: Syntax(new))])
  }
}

extension DeclGroupSyntax {
  /// The error for a private type inside another type: the extension that the macro writes is outside, and cannot see
  /// it.
  func privateNestingProblems(_ macro: String, in context: some MacroExpansionContext) -> [Diagnostic] {
    guard !context.lexicalContext.isEmpty, let modifier = modifiers.first(where: { $0.name.text == "private" }) else {
      return []
    }
    let visible = modifier.with(\.name, modifier.name.with(\.tokenKind, .keyword(.fileprivate)))
    return [
      Diagnostic(
        "\(macro) needs a type that the whole file can see: inside another type, use 'fileprivate'", id: "private",
        at: modifier, fixIts: [.replace("Use 'fileprivate'", modifier, with: visible)])
    ]
  }
}
