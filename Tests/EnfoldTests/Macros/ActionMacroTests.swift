// The @Action macro at work: every accepted form of design.md section 5.
import Enfold
import Testing

@Action enum ParentAction: Equatable {
  case increment
  case setCount(Int)
  case setName(String?)
  case rename(id: Int, title: String)
  case add(title: String = "untitled")
  case move(Int, Int)
  case place(Int, at: Double, Bool = true)
  case child(ChildAction)
  case merge([String: Int])
  indirect case again(ParentAction)
  case `default`(in: Int)
}

@Action enum ChildAction: Equatable {
  case tap
  case scale(Double)
}

@Action enum TypedAction: Equatable {
  case type(Int)
  case payload
}

@Suite("@Action: JSON")
struct ActionJSONTests {
  @Test(
    "the canonical form is written and read back",
    arguments: [
      (ParentAction.increment, #"{"increment":{}}"#),
      (.setCount(5), #"{"setCount":5}"#),
      (.setName(nil), #"{"setName":null}"#),
      (.setName("x"), #"{"setName":"x"}"#),
      (.rename(id: 7, title: "x"), #"{"rename":{"id":7,"title":"x"}}"#),
      (.add(title: "y"), #"{"add":{"title":"y"}}"#),
      (.move(1, 2), #"{"move":[1,2]}"#),
      (.place(1, at: 2.5, false), #"{"place":{"_0":1,"at":2.5,"_2":false}}"#),
      (.child(.tap), #"{"child":{"tap":{}}}"#),
      (.child(.scale(1)), #"{"child":{"scale":1.0}}"#),
      (.merge(["_0": 1]), #"{"merge":{"_0":1}}"#),
      (.again(.again(.setCount(1))), #"{"again":{"again":{"setCount":1}}}"#),
      (.default(in: 3), #"{"default":{"in":3}}"#),
    ])
  func canonicalForm(action: ParentAction, json: String) throws {
    #expect(jsonText(action) == json)
    #expect(try fromJSON(json) == action)
  }

  @Test(
    "other forms are read",
    arguments: [
      (#""increment""#, ParentAction.increment),
      (#" { "increment" : null } "#, .increment),
      (#"{"setCount":{"_0":5}}"#, .setCount(5)),
      (#"{"setCount":{"_0":5,"_0":6}}"#, .setCount(6)),
      (#"{"setName":{}}"#, .setName(nil)),
      (#""setName""#, .setName(nil)),
      (#""add""#, .add()),
      (#"{"add":{}}"#, .add()),
      (#"{"add":null}"#, .add()),
      (#"{"move":{"_0":1,"_1":2}}"#, .move(1, 2)),
      (#"{"move":{"_1":2,"_0":1}}"#, .move(1, 2)),
      (#"{"place":{"at":1,"_0":2}}"#, .place(2, at: 1)),
      (#"{"child":"tap"}"#, .child(.tap)),
      (#"{"child":{"_0":{"tap":{}}}}"#, .child(.tap)),
      (#"{"child":{"type":"scale","payload":2}}"#, .child(.scale(2))),
      (#"{"rename":{"title":"a","id":1,"title":"b"}}"#, .rename(id: 1, title: "b")),
      (#"{"\u0069ncrement":{}}"#, .increment),
    ])
  func otherForms(json: String, action: ParentAction) throws {
    #expect(try fromJSON(json) == action)
  }

  @Test(
    "a Flux Standard Action is read, its keys in any order",
    arguments: [
      (#"{"type":"setCount","payload":5}"#, ParentAction.setCount(5)),
      (#"{"payload":5,"type":"setCount"}"#, .setCount(5)),
      (#"{"type":"increment"}"#, .increment),
      (#"{"type":"increment","payload":{}}"#, .increment),
      (#"{"type":"add"}"#, .add()),
      (#"{"payload":{"id":1,"title":"x"},"type":"rename"}"#, .rename(id: 1, title: "x")),
      (#"{"type":"increment","type":"setCount","payload":1,"payload":2}"#, .setCount(2)),
      (#"{"type":"child","payload":{"type":"tap"}}"#, .child(.tap)),
    ])
  func fluxStandardAction(json: String, action: ParentAction) throws {
    #expect(try fromJSON(json) == action)
  }

  @Test func caseNamedTypeWinsOverFluxStandardAction() throws {
    #expect(try fromJSON(#"{"type":5}"#) == TypedAction.type(5))
    #expect(try fromJSON(#"{"payload":{}}"#) == TypedAction.payload)
    #expect(refusal(#"{"type":"payload"}"#, as: TypedAction.self)?.code == .mismatch)
  }

  @Test func theSameCaseTwiceMeansTheLast() throws {
    #expect(try fromJSON(#"{"setCount":1,"setCount":2}"#) == ParentAction.setCount(2))
  }

  @Test(
    "what is refused, where and why",
    arguments: [
      (#"{"incremnt":{}}"#, 1, #"unknown action "incremnt"; known: tap, scale"#),
      (#" "incremnt""#, 1, #"unknown action "incremnt"; known: tap, scale"#),
      (#"{"type":"x"}"#, 8, #"unknown action "x"; known: tap, scale"#),
      (#"{"tap":{},"scale":1}"#, 10, #"one case at a time: "tap" is followed by "scale""#),
      (#"{"tap":{},"x":1}"#, 10, #"one case at a time: "tap" is followed by "x""#),
      (#"{}"#, 1, "an object without a case; known: tap, scale"),
      (#"{"tap":{"x":1}}"#, 8, #"tap has no key "x"; it has none"#),
      (#"{"tap":5}"#, 7, "tap takes no payload: leave it out, or give {} or null"),
      (#"{"scale":"x"}"#, 9, "scale: a string where a number is expected"),
      (#""scale""#, 0, "scale needs a payload"),
      (#"{"type":"scale"}"#, 8, "scale needs a payload"),
      (#"{"type":"tap","meta":1}"#, 14, #"an action with a type has no key "meta"; it has: type, payload"#),
      (#"5"#, 0, "a number where an object is expected"),
    ])
  func refused(json: String, offset: Int, message: String) {
    #expect(refusal(json, as: ChildAction.self) == JSONError(code: .mismatch, offset: offset, message: message))
  }

  @Test(
    "what is refused in the values of a case",
    arguments: [
      (#"{"rename":{"id":7}}"#, 17, #"missing key "title" of rename"#),
      (#"{"rename":{"id":null,"title":""}}"#, 16, "id: null where an integer is expected"),
      (#"{"rename":null}"#, 10, "rename: null where an object is expected"),
      (#"{"rename":{"id":7,"x":1}}"#, 18, #"rename has no key "x"; it has: id, title"#),
      (#"{"move":[1]}"#, 10, "move takes 2 values"),
      (#"{"move":[1,2,3]}"#, 13, "move takes 2 values"),
      (#"{"child":{"scale":true}}"#, 18, "child: scale: a boolean where a number is expected"),
    ])
  func refusedValues(json: String, offset: Int, message: String) {
    let error = refusal(json, as: ParentAction.self)
    #expect(error == JSONError(code: .mismatch, offset: offset, message: message))
  }

  @Test func unknownKeysAreIgnoredOnRequest() throws {
    func read(_ json: String) throws -> ParentAction { try fromJSON(json, ignoresUnknownKeys: true) }
    #expect(try read(#"{"x":1,"setCount":2,"y":3}"#) == .setCount(2))
    #expect(try read(#"{"type":"setCount","meta":{},"payload":2}"#) == .setCount(2))
    #expect(try read(#"{"increment":{"x":1}}"#) == .increment)
    #expect(try read(#"{"rename":{"id":1,"title":"","x":[]}}"#) == .rename(id: 1, title: ""))
    #expect(refusal(#"{"x":1}"#, as: ParentAction.self, ignoresUnknownKeys: true)?.offset == 1)
    #expect(
      refusal(#"{"increment":{},"setCount":2}"#, as: ParentAction.self, ignoresUnknownKeys: true)?.offset == 16)
  }

  @Test func whatIsNoJSONIsASyntaxErrorNotAMismatch() {
    #expect(refusal(#"{"setCount":}"#, as: ParentAction.self)?.code == .syntax)
    #expect(refusal(#"{"tap":{}"#, as: ChildAction.self)?.code == .syntax)
    #expect(refusal("", as: ChildAction.self)?.code == .syntax)
  }
}
