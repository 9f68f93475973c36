// What @ObservableState makes of @Pulse, @Ignored, @ViewState and @Bindable, and where those have no meaning.
import SwiftParser
import SwiftSyntax
import SwiftSyntaxMacroExpansion
import Testing

@testable import EnfoldMacros

@Suite("Attributes of properties")
struct AttributeTests {
  /// The expansion without spaces at the ends of lines.
  private func expansion(of source: String) -> String {
    let file = Parser.parse(source: source)
    let context = BasicMacroExpansionContext(sourceFiles: [file: .init(moduleName: "Test", fullFilePath: "Test.swift")])
    return file.expand(macroSpecs: macros) { node in
      BasicMacroExpansionContext(sharingWith: context, lexicalContext: node.allMacroLexicalContexts())
    }.description
  }

  @Test func aPulseKeepsItsWrapperAndIsAskedForAssignments() {
    let text = expansion(of: "@ObservableState struct State { var count = 0; @Pulse var alert: String? }")
    #expect(text.contains("@Pulse var alert: String?"))
    #expect(text.contains("if Enfold.ChangeTracking.isAssigned(_alert) { bits |= 0x2 }"))
    #expect(text.contains("Enfold.ChangeTracking.visit(_alert, \"/alert\", &walk, node, .changed)"))
    #expect(text.contains("case 1: return rest.isEmpty ? [.pulse]"))
  }

  @Test func emitIsAPulse() {
    let text = expansion(of: "@ObservableState struct State { @Emit var title = \"\" }")
    #expect(text.contains("isAssigned(_title)"))
  }

  @Test func whatIsIgnoredIsNoProperty() {
    let text = expansion(of: "@ObservableState struct State { var count = 0; @Ignored var cache = 1 }")
    #expect(text.contains("static var _$propertyCount: Int { 1 }"))
    #expect(!text.contains("_cache"))
  }

  @Test func aViewStateThatIgnoresEqualityRecordsEveryAssignment() {
    let text = expansion(of: "@ObservableState struct State { @ViewState(ignoreEquality: true) var level = 0 }")
    #expect(text.contains("_$changes.markWritten(0)"))
    #expect(text.contains("static var _$everyAssignment: UInt64 { 0x1 }"))
    #expect(text.contains("&walk, node, [.changed, .forced])"))
    #expect(text.contains("isBindable: true"))
  }

  @Test func aPlainViewStateAndBindableCanBeSet() {
    for attribute in ["ViewState", "ViewState(ignoreEquality: false)", "Bindable"] {
      let text = expansion(of: "@ObservableState struct State { @\(attribute) var level = 0; var other = 1 }")
      #expect(text.contains("isBindable: true"))
      #expect(!text.contains("_$everyAssignment"))
      #expect(!text.contains("case 1:\n      return try"))
    }
  }

  @Test func marksOutsideAnObservableStateAreErrors() {
    #expect(
      diagnostics(of: "struct State { @ViewState var level = 0 }")
        == ["@ViewState has a meaning only inside an @ObservableState struct"])
    #expect(
      diagnostics(of: "@ObservableState struct State { var a = 0; @Bindable var b: Int { a } }")
        == ["@Bindable marks stored variables of the state, which this is not"])
  }
}
