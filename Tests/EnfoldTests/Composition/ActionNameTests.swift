// What actions are called in diagnostics.
import Testing

@testable import Enfold

@Suite("Names of actions") struct ActionNameTests {
  enum Action {
    case reset
    case action1(Bool, label: String)
    case action2(Bool, Int, String)
    case setCount(Int)
    case rename(to: String)
    case screenA(ScreenA)
    case pair(ScreenA, named: String)
    case optional(Int?)
    case loaded(Result<String, ActionError>)
  }
  enum ScreenA {
    case row(index: Int, action: Row)
  }
  enum Row {
    case tapped
    case textChanged(query: String)
  }
  @Action enum Macro { case row(id: Int, action: Inner), inner(Inner), plain }
  @Action enum Inner { case tapped }
  struct Struct { var secret = 1 }

  @Test("An action is called by its case, with labels and the cases inside, never with values")  // 164
  func names() {
    #expect(actionNameWithType(Action.reset) == "Action.reset")
    #expect(actionNameWithType(Action.action1(true, label: "Blob")) == "Action.action1(_:, label:)")
    #expect(actionNameWithType(Action.action2(true, 1, "Blob")) == "Action.action2(_:, _:, _:)")
    #expect(actionNameWithType(Action.setCount(5)) == "Action.setCount(_:)")
    #expect(actionNameWithType(Action.rename(to: "secret")) == "Action.rename(to:)")
    #expect(
      actionNameWithType(Action.screenA(.row(index: 1, action: .tapped)))
        == "Action.screenA(.row(index:, action: .tapped))")
    #expect(
      actionNameWithType(Action.screenA(.row(index: 1, action: .textChanged(query: "secret"))))
        == "Action.screenA(.row(index:, action: .textChanged(query:)))")
    #expect(
      actionNameWithType(Action.pair(.row(index: 1, action: .tapped), named: "x"))
        == "Action.pair(_: .row(index:, action: .tapped), named:)")
    #expect(actionNameWithType(Action.optional(5)) == "Action.optional(_:)")
    #expect(actionNameWithType(Action.optional(nil)) == "Action.optional(_:)")
    #expect(actionNameWithType(Action.loaded(.success("secret"))) == "Action.loaded(.success(_:))")
  }

  @Test("The same of enums with the macro, and of what is no enum") func macroAndOthers() {
    #expect(actionNameWithType(Macro.row(id: 1, action: .tapped)) == "Macro.row(id:, action: .tapped)")
    #expect(actionNameWithType(Macro.inner(.tapped)) == "Macro.inner(.tapped)")
    #expect(actionNameWithType(Macro.plain) == "Macro.plain")
    #expect(actionNameWithType(5) == "Int")
    #expect(actionNameWithType("secret") == "String")
    #expect(actionNameWithType(Struct()) == "Struct")
  }

  @Test("Diagnostics leave out the type") func withoutType() {
    #expect(actionName(Action.reset) == "reset")
    #expect(actionName(Action.screenA(.row(index: 1, action: .tapped))) == "screenA(.row(index:, action: .tapped))")
    #expect(actionName(Macro.plain) == "plain")
    #expect(actionName(5) == "Int")
  }
}
