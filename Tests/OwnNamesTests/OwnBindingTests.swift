// A module that has names of its own for what Enfold calls so, too: it compiles, and its names mean what it says.
import Enfold
import EnfoldTesting
import Testing

// Bindings as they are built without the library's.
protocol BindableAction {
  associatedtype State
  static func binding(_ binding: BindingAction<State>) -> Self
}

struct BindingAction<Root>: Sendable, Equatable {
  let name: String
  let write: @Sendable (inout Root) -> Void

  static func set<Value: Sendable>(
    _ name: String, _ property: WritableKeyPath<Root, Value> & Sendable, _ value: Value
  ) -> Self {
    Self(name: name) { $0[keyPath: property] = value }
  }

  static func == (one: Self, other: Self) -> Bool { one.name == other.name }
}

/// A form of its own in JSON: the name of the property.
extension BindingAction: JSONCodable {
  init(json reader: inout JSONReader) throws(JSONError) { self.init(name: try reader.readString()) { _ in } }
  func writeJSON(to writer: inout JSONWriter) { writer.write(name) }
  static func jsonSchema(in builder: inout JSONSchemaBuilder) -> JSONSchema { .string }
}

struct BindingReducer<State: Sendable, Action: Sendable>: Reducer {
  let extract: @Sendable (Action) -> BindingAction<State>?

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    extract(action)?.write(&state)
    return .none
  }
}

struct OwnForm: Reducer {
  @ObservableState struct State: Equatable {
    @Bindable var text = ""
    var changes = 0
  }
  @Action enum Action: BindableAction, Equatable {
    case binding(BindingAction<State>)
    case other
  }

  var body: some ReducerOf<Self> {
    BindingReducer<State, Action> { $0.binding }
    Reduce { state, action in
      if case .binding = action { state.changes += 1 }
      return .none
    }
  }
}

@Suite("Names of one's own") struct OwnBindingTests {
  @Test func `Bindings of one's own are those of the module`() async throws {
    let store = TestStore(initialState: OwnForm.State()) { OwnForm() }
    await store.send(.binding(.set("text", \.text, "x"))) {
      $0.text = "x"
      $0.changes = 1
    }
    #expect(try JSON.decode(OwnForm.Action.self, from: #"{"binding":"text"}"#).caseName == "binding")
    // Enfold does not know them: a write is no action.
    await store.set(\.text, to: "y") { $0.text = "y" }
  }
}
