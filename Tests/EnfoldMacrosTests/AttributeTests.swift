// What @ObservableState makes of @Pulse, @Ignored, @ViewState and @Bindable, and where those have no meaning.
import Testing

@Suite("Attributes of properties")
struct AttributeTests {
  @Test func aPulseKeepsItsWrapperAndIsAskedForAssignments() {
    let text = expansion(of: "@ObservableState struct State { var count = 0; @Pulse var alert: String? }")
    #expect(text.contains("@Pulse var alert: String?"))
    #expect(text.contains("if Enfold.ChangeTracking.isAssigned(_alert) { bits |= 0x2 }"))
    let visit = "Enfold.ChangeTracking.visit(_alert, \"/alert\", &walk, node, .changed, property: 1, in: _$changes)"
    #expect(text.contains(visit))
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
    #expect(text.contains("&walk, node, [.changed, .forced], property: 0, in: _$changes)"))
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
