// Expansion and diagnostic assertions for Swift Testing.
import SwiftDiagnostics
import SwiftParser
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacroExpansion
import SwiftSyntaxMacros
import SwiftSyntaxMacrosGenericTestSupport
import Testing

@testable import EnfoldMacros

/// Expands the macros in `source` and compares text, diagnostics and what the fix-its make of the source.
func expectExpansion(
  _ source: String, is expected: String, diagnostics: [DiagnosticSpec] = [], fixedSource: String? = nil,
  sourceLocation: Testing.SourceLocation = #_sourceLocation
) {
  assertMacroExpansion(
    source, expandedSource: expected, diagnostics: diagnostics, macroSpecs: macros, fixedSource: fixedSource,
    indentationWidth: .spaces(2),
    failureHandler: { failure in Issue.record("\(failure.message)", sourceLocation: sourceLocation) })
}

/// The messages of all diagnostics that expanding `source` gives, without the name for `enfold explain`, which each has.
func diagnostics(of source: String) -> [String] {
  found(in: source).map { diagnostic in
    let name = (diagnostic.diagMessage as? MacroMessage)?.id ?? ""
    let ending = " [enfold explain \(name)]"
    #expect(diagnostic.message.hasSuffix(ending))
    return String(diagnostic.message.dropLast(ending.count))
  }
}

/// Whether each of them is an error or a warning.
func severities(of source: String) -> [DiagnosticSeverity] { found(in: source).map(\.diagMessage.severity) }

private func found(in source: String) -> [Diagnostic] {
  let file = Parser.parse(source: source)
  let context = BasicMacroExpansionContext(sourceFiles: [file: .init(moduleName: "Test", fullFilePath: "Test.swift")])
  _ = file.expand(macroSpecs: macros) { node in
    BasicMacroExpansionContext(sharingWith: context, lexicalContext: node.allMacroLexicalContexts())
  }
  return context.diagnostics
}

/// The text that `source` expands to.
///
/// - Parameter names: the macros that are expanded; nil for all.
func expansion(of source: String, macros names: Set<String>? = nil) -> String {
  let file = Parser.parse(source: source)
  let context = BasicMacroExpansionContext(sourceFiles: [file: .init(moduleName: "Test", fullFilePath: "Test.swift")])
  let specs = names.map { names in macros.filter { names.contains($0.key) } } ?? macros
  return file.expand(macroSpecs: specs) { node in
    BasicMacroExpansionContext(sharingWith: context, lexicalContext: node.allMacroLexicalContexts())
  }.description
}

let macros: [String: MacroSpec] = [
  "ObservableState": MacroSpec(
    type: ObservableStateMacro.self, conformances: ["ObservableState", "DefaultState", "CustomReflectable"]),
  "_Observed": MacroSpec(type: ObservedMacro.self),
  "ViewState": MacroSpec(type: MarkerMacro.self), "Bindable": MacroSpec(type: MarkerMacro.self),
  "Derived": MacroSpec(type: DerivedMacro.self),
  "Action": MacroSpec(
    type: ActionMacro.self, conformances: ["Sendable", "CaseIterable", "CasePathable", "JSONCodable", "TaggedCases"]),
  "enfoldPlugin": MacroSpec(type: PluginMacro.self), "Reactor": MacroSpec(type: ReactorMacro.self),
  "Redacted": MacroSpec(type: RedactedMacro.self), "Presents": MacroSpec(type: PresentsMacro.self),
  "Reducer": MacroSpec(type: ReducerMacro.self, conformances: ["CaseReducer", "Reducer"]),
  "ReducerCaseIgnored": MacroSpec(type: ReducerCaseMarkerMacro.self),
  "ReducerCaseEphemeral": MacroSpec(type: ReducerCaseMarkerMacro.self),
  "DependencyClient": MacroSpec(type: DependencyClientMacro.self),
  "DependencyEndpointIgnored": MacroSpec(type: DependencyEndpointMacro.self),
]
