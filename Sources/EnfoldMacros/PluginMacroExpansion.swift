// #enfoldPlugin: the entry point of a plugin.
import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

struct PluginMacro: DeclarationMacro {
  static var formatMode: FormatMode { .disabled }

  static func expansion(
    of node: some FreestandingMacroExpansionSyntax, in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    func argument(_ label: String) -> ExprSyntax? {
      node.arguments.first { $0.label?.text == label }?.expression
    }
    guard context.lexicalContext.isEmpty else {
      context.report("#enfoldPlugin stands at file scope, outside of types and functions", id: "pluginScope", at: node)
      return []
    }
    // The compiler reports missing arguments itself.
    guard let id = argument("id"), let version = argument("version"), let features = argument("features") else {
      return []
    }
    let isIDValid = checkID(id, in: context)
    let isVersionValid = checkVersion(version, in: context)
    guard let types = featureTypes(features, in: context), isIDValid, isVersionValid else { return [] }

    // The macro may declare only one name at file scope, so the table is declared inside the function. It is made once,
    // on any thread, and never freed. A second plugin in the module declares the name again: the compiler's error shows it.
    let list = types.map { type in
      let name = type.trimmedDescription
      let parts = ["reducer: { \(name)() }", "initialState: { \(name).initialState }", "requests: \(name).requests"]
      let feature = "features.append(.init(\(name).self, \(parts.joined(separator: ", "))))"
      return context.placing(feature, at: type).indented.indented.indented
    }
    return [
      """
      @c(enfold_plugin_entry) public func a_module_has_only_one_enfoldPlugin() -> UnsafeRawPointer? {
        enum Plugin {
          static let table = {
            var features: [EnfoldPlugin.PluginFeature] = []
      \(raw: list.joined(separator: "\n"))
            return EnfoldPlugin.PluginTable(id: \(id.trimmed), version: \(version.trimmed), features: features)
          }()
        }
        return Plugin.table.pointer
      }
      """
    ]
  }

  private static func checkID(_ expression: ExprSyntax, in context: some MacroExpansionContext) -> Bool {
    guard let id = expression.as(StringLiteralExprSyntax.self)?.representedLiteralValue else {
      context.report("the plugin's id is a string literal", id: "pluginID", at: expression)
      return false
    }
    guard !id.isEmpty else {
      context.report("the plugin's id must not be empty", id: "pluginID", at: expression)
      return false
    }
    // Hosts name a feature plugin-id@version/Name.
    guard !id.contains(where: { $0 == "/" || $0 == "@" || $0.isWhitespace }) else {
      context.report("the plugin's id contains no '/', '@' or space", id: "pluginID", at: expression)
      return false
    }
    return true
  }

  private static func checkVersion(_ expression: ExprSyntax, in context: some MacroExpansionContext) -> Bool {
    let version = expression.as(StringLiteralExprSyntax.self)?.representedLiteralValue
    guard let version, isSemantic(version) else {
      context.report(
        "the plugin's version is a string literal of the form \"1.0.0\"", id: "pluginVersion", at: expression)
      return false
    }
    return true
  }

  /// Whether `version` is `x.y.z`, optionally followed by a pre-release and a build.
  private static func isSemantic(_ version: String) -> Bool {
    let core = version.prefix { $0 != "-" && $0 != "+" }
    let numbers = core.split(separator: ".", omittingEmptySubsequences: false)
    let suffix = version.dropFirst(core.count)
    return numbers.count == 3
      && numbers.allSatisfy { number in
        !number.isEmpty && number.allSatisfy { $0.isASCII && $0.isNumber } && (number == "0" || number.first != "0")
      }
      && suffix.count != 1 && suffix.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-+.".contains($0)) }
  }

  /// The types in `[A.self, B.self]`.
  private static func featureTypes(_ expression: ExprSyntax, in context: some MacroExpansionContext) -> [ExprSyntax]? {
    guard let array = expression.as(ArrayExprSyntax.self) else {
      context.report("the features are an array literal such as [Todos.self]", id: "pluginFeatures", at: expression)
      return nil
    }
    guard !array.elements.isEmpty else {
      context.report("a plugin has at least one feature", id: "pluginFeatures", at: expression)
      return nil
    }
    var types: [ExprSyntax] = []
    var names: Set<String> = []
    for element in array.elements {
      guard let member = element.expression.as(MemberAccessExprSyntax.self),
        member.declName.baseName.tokenKind == .keyword(.self), let base = member.base
      else {
        context.report("a feature is written as its type, such as Todos.self", id: "pluginFeatures", at: element)
        return nil
      }
      let name = String(base.trimmedDescription.split(separator: ".").last ?? "")
      guard names.insert(name).inserted else {
        context.report(
          "two features are called '\(name)': hosts address them by the type's last name", id: "pluginFeatures",
          at: element)
        return nil
      }
      types.append(base)
    }
    return types
  }
}

extension MacroExpansionContext {
  fileprivate func report(_ message: String, id: String, at node: some SyntaxProtocol) {
    diagnose(Diagnostic(message, id: id, at: node))
  }
}
