// The JSON form of bindings: what JSON may write, and what it is told.
import EnfoldTesting
import Testing

@testable import Enfold

@Suite("Bindings in JSON") struct BindingJSONTests {
  func action(_ text: String) throws -> Form.Action { try JSON.decode(Form.Action.self, from: text) }

  func refusal(_ text: String) -> String {
    do {
      return "accepted: \(try action(text))"
    } catch { return "\((error as? JSONError)?.message ?? "\(error)")" }
  }

  @Test(arguments: [
    #"{"binding":{"/text":"x"}}"#, #"{"binding":{"/clicks":3}}"#, #"{"binding":{"/editor/name":"Ada"}}"#,
    #"{"binding":{"/rows/id=9/isDone":true}}"#, #"{"binding":{"/rows/0/isDone":true}}"#,
    #"{"editor":{"binding":{"/name":"Ada"}}}"#,
  ]) func `What JSON may write is read and written alike`(text: String) throws {
    let action = try action(text)
    #expect(JSON.string(action) == text)
    let store = Store(
      initialState: Form.State(editor: FormEditor.State(), rows: [FormRow.State(id: 9)]), reducer: Form())
    let before = store.state
    store.send(action)
    #expect(store.state != before)
  }

  @Test func `A binding from JSON is matched and compared like one from Swift`() throws {
    let action = try action(#"{"binding":{"/text":"x"}}"#)
    #expect(action == .binding(.set(\.text, "x")))
    #expect(action[case: \.binding.text] == "x")
    let binding = try #require(action.binding)
    #expect(\.text ~= binding)
    #expect(binding.keyPath == \Form.State.text)
    let inside = try #require(try self.action(#"{"binding":{"/rows/id=9/isDone":true}}"#).binding)
    #expect(inside.keyPath == \Form.State.rows)
    #expect(inside.propertyName == "rows.id=9.isDone")
  }

  static let list = "it may write /text, /isOn, /clicks, /editor/name, /rows/*/isDone"

  @Test(arguments: [
    (#"{"binding":{"/count":1}}"#, #"binding: "/count" cannot be written by a binding; \#(list)"#),
    (#"{"binding":{"":{}}}"#, #"binding: "" cannot be written by a binding; \#(list)"#),
    (#"{"binding":{"text":"x"}}"#, #"binding: "text" cannot be written by a binding; \#(list)"#),
    (#"{"binding":{"/editor":null}}"#, #"binding: "/editor" cannot be written by a binding; \#(list)"#),
    (#"{"binding":{"/nowhere":1}}"#, #"binding: "/nowhere" cannot be written by a binding; \#(list)"#),
    (#"{"binding":{}}"#, "binding: a binding writes one property; \(list)"),
    (
      #"{"binding":{"/text":"x","/isOn":true}}"#,
      #"binding: a binding writes one property, and "/text" is followed by "/isOn": send several bindings as a batch"#
    ),
    (#"{"binding":{"/text":7}}"#, "binding: a number where a string is expected"),
  ]) func `Everything else is refused with the list of what it may write`(text: String, message: String) {
    #expect(refusal(text) == message)
  }

  @Test func `A property without a pointer is told to hosts as an empty object`() {
    struct Place: Equatable, Sendable { var x = 0 }
    struct Pair: Equatable, Sendable { var place = Place() }
    let binding = BindingAction<Pair>.set(\.place.x, 3)
    var writer = JSONWriter()
    binding.writeJSON(to: &writer)
    #expect(writer.withBytes { String(decoding: $0, as: UTF8.self) } == "{}")
    #expect(binding.pointer == nil)
    #expect(\.place.x ~= binding)
    #expect(!(\.place ~= binding))
    #expect(binding == .set(\.place.x, 3))
  }

  func schema<State>(of _: State.Type) -> JSONValue {
    var builder = JSONSchemaBuilder()
    return WritablePlaces(of: State.self).schema(in: &builder).json
  }

  @Test func `Schemas show only what JSON may write`() throws {
    let value = schema(of: Form.State.self)
    guard case .object(let properties)? = value["properties"], case .object(let patterns)? = value["patternProperties"]
    else {
      Issue.record("\(value)")
      return
    }
    #expect(properties.members.map(\.key) == ["/text", "/isOn", "/clicks", "/editor/name"])
    #expect(patterns.members.map(\.key) == ["^/rows/[^/]+/isDone$"])
    #expect(value["minProperties"] == 1 && value["maxProperties"] == 1 && value["x-enfold-binding"] == true)
    #expect(value["additionalProperties"] == false)
  }

  @ObservableState struct Inner: Equatable { @Bindable var pin = "" }
  @ObservableState struct Login: Equatable {
    @Redacted @Bindable var password = ""
    @Redacted var inner = Inner()
    @Bindable var user = ""
  }

  @Test func `A secret property is secret in a binding`() throws {
    let value = schema(of: Login.self)
    let properties = try #require(value["properties"])
    #expect(properties["/password"]?["x-enfold-redacted"] == true)
    #expect(properties["/inner/pin"]?["x-enfold-redacted"] == true)
    #expect(properties["/user"]?["x-enfold-redacted"] == nil)
  }

  @Test func `A type inside itself is listed once`() {
    #expect(WritablePlaces(of: Folder.self).message == "it may write /name, /folders/*/name")
    #expect(WritablePlaces(of: Int.self).message == "no property of this state is marked @Bindable or @ViewState")
  }

  @ObservableState struct Folder: Equatable, Identifiable {
    let id: Int
    @Bindable var name = ""
    var folders: IdentifiedArrayOf<Folder> = []
  }

  @Test func `Paths are allowed where JSON may write`() {
    let allows = { (pointer: String) in Form.Action.jsonAllows(JSONPath(tokens: ["binding", pointer])) }
    #expect(allows("/text") && allows("/rows/id=9/isDone"))
    #expect(!allows("/count") && !allows("") && !allows("text"))
  }
}
