// Cases inside #if, and enums without cases.
import Enfold
import Testing

@Suite("@Action: cases inside #if, and enums without cases") struct ConditionalCaseTests {
  @Action enum Action: Equatable {
    case first
    #if os(Linux) || os(macOS)
      case second(Int)
      #if swift(>=3) && !canImport(NoSuchModule)
        case third(id: Int)
      #else
        case never(NoSuchType)
      #endif
    #elseif os(Windows)
      case window
    #endif
    case last
  }

  @Test("The cases that are compiled have their JSON, their paths and their schema") func conditional() throws {
    #expect(Action.caseNames == ["first", "second", "third", "last"])
    let third = try JSON.decode(Action.self, from: #"{"third":{"id":3}}"#)
    #expect(third == .third(id: 3))
    #expect(JSON.string(Action.second(2)) == #"{"second":2}"#)
    #expect(third.is(\.third))
    #expect(Action.second(4)[case: \.second] == 4)
    let schema = JSONSchemaBuilder.document(of: Action.self)
    #expect(schema.contains("third") && !schema.contains("window") && !schema.contains("never"))
    #expect(throws: JSONError.self) { try JSON.decode(Action.self, from: #""window""#) }
  }

  struct Label: Reducer {
    @ObservableState struct State: Equatable { var text = "" }
    @Action enum Action {}
    func reduce(into state: inout State, action: Action) -> Effect<Action> { switch action {} }
  }

  @CasePathable enum Nothing {}

  struct Parent: Reducer {
    @ObservableState struct State: Equatable { var label = Label.State() }
    @Action enum Action { case label(Label.Action), rename }
    var body: some ReducerOf<Self> {
      Scope(state: \.label, action: \.label) { Label() }
      Reduce { state, _ in
        state.label.text = "milk"
        return .none
      }
    }
  }

  @Test("An enum without cases refuses every text, and its schema allows nothing") func empty() throws {
    #expect(Label.Action.caseNames.isEmpty)
    #expect(Nothing.caseNames.isEmpty)
    for text in [#""x""#, #"{"x":1}"#, "{}", "null", "1", #"{"type":"x"}"#] {
      #expect(throws: JSONError.self) { try JSON.decode(Label.Action.self, from: text) }
    }
    do {
      _ = try JSON.decode(Label.Action.self, from: #""x""#)
    } catch {
      #expect("\(error)".contains(#"unknown action "x"; known: none"#))
    }
    #expect(JSONSchemaBuilder.document(of: Label.Action.self).contains(#""not":{}"#))
    let store = Store(initialState: .init()) { Parent() }
    store.send(.rename)
    #expect(store.label.text == "milk")
    #expect(throws: JSONError.self) { try JSON.decode(Parent.Action.self, from: #"{"label":"x"}"#) }
  }
}
