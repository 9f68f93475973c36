// The @ObservableState macro at work: initialisers, derived conformances, JSON.
import Enfold
import Testing

@ObservableState struct PlainItem: Equatable, Hashable {
  var count = 0
  var title: String
  var note: String?
  let id: Int
  let kind = "item"
  var isLong: Bool { title.count > 10 }
  static let shared = PlainItem(title: "shared", id: 0)
}

@ObservableState struct DefaultedState: Equatable {
  var count = 5
  var name: String? = "x"
}

@Suite("@ObservableState: initialisers and derived conformances")
struct StateConformanceTests {
  @Test func memberwiseInitialiserKeepsItsDefaults() {
    #expect(DefaultedState() == DefaultedState(count: 5, name: "x"))
    #expect(DefaultedState(count: 6).count == 6)
    #expect(PlainItem(count: 1, title: "a", note: "n", id: 2).note == "n")
    #expect(PlainItem(title: "a", id: 2).note == nil)
  }

  @Test func theRecordOfChangesIsInvisibleInEqualityAndHash() {
    var changed = PlainItem(title: "a", id: 1)
    changed.count = 1
    #expect(changed._$changes.bits != 0)
    #expect(changed == PlainItem(count: 1, title: "a", id: 1))
    #expect(changed.hashValue == PlainItem(count: 1, title: "a", id: 1).hashValue)
    #expect(changed != PlainItem(title: "a", id: 1))
  }

  @Test func computedAndStaticPropertiesAreNotObserved() {
    #expect(PlainItem._$propertyIndex(of: .init("isLong")) == nil)
    #expect(PlainItem._$propertyIndex(of: .init("shared")) == nil)
    #expect(
      ["count", "title", "note", "id", "kind"].map { PlainItem._$propertyIndex(of: .init($0)) } == [0, 1, 2, 3, 4])
  }

  @Test func initialValuesAreEvaluatedOnce() {
    _ = Tallying()
    #expect(Tallying.evaluations == 1)
  }
}

@ObservableState private struct Tallying {
  nonisolated(unsafe) static var evaluations = 0
  static func next() -> Int {
    evaluations += 1
    return evaluations
  }
  var value = Tallying.next()
  var other: Int = 0
}

@Suite("@ObservableState: JSON")
struct StateJSONTests {
  @Test func propertiesAreWrittenInTheOrderOfDeclaration() {
    #expect(
      jsonText(PlainItem(count: 1, title: "a", id: 2)) == #"{"count":1,"title":"a","note":null,"id":2,"kind":"item"}"#)
  }

  @Test func whatIsWrittenIsReadBack() throws {
    let item = PlainItem(count: 1, title: "a", note: "\"\u{1F600}", id: 2)
    #expect(try fromJSON(jsonText(item)) == item)
  }

  @Test func absentKeysKeepTheirDefault() throws {
    #expect(try fromJSON("{}") == DefaultedState())
    #expect(try fromJSON(#"{"title":"a","id":1}"#) == PlainItem(title: "a", id: 1))
    #expect(try fromJSON(#"{"name":null}"#) == DefaultedState(name: nil))
  }

  @Test func theLastOfEqualKeysWins() throws {
    #expect(try fromJSON(#"{"count":1,"count":2}"#) == DefaultedState(count: 2))
    #expect(try fromJSON(#"{"title":"a","id":1,"id":2,"title":"b"}"#) == PlainItem(title: "b", id: 2))
  }

  @Test func constantWithAValueKeepsIt() throws {
    #expect(try fromJSON(#"{"title":"a","id":1,"kind":"other"}"#) == PlainItem(title: "a", id: 1))
  }

  @Test(
    "what is refused, where and why",
    arguments: [
      (#"{"id":1}"#, 7, #"missing key "title" of PlainItem"#),
      (#"{"title":"a"}"#, 12, #"missing key "id" of PlainItem"#),
      (#"{"titel":"a"}"#, 1, #"PlainItem has no key "titel"; it has: count, title, note, id, kind"#),
      (#"{"count":"a"}"#, 9, "count: a string where an integer is expected"),
      (#"{"title":null}"#, 9, "title: null where a string is expected"),
      ("[]", 0, "an array where an object is expected"),
    ])
  func refused(json: String, offset: Int, message: String) {
    #expect(refusal(json, as: PlainItem.self) == JSONError(code: .mismatch, offset: offset, message: message))
  }

  @Test func unknownKeysAreIgnoredOnRequest() throws {
    #expect(try fromJSON(#"{"x":{"y":[1]},"count":2}"#, ignoresUnknownKeys: true) == DefaultedState(count: 2))
    // No comma: also where the next key is the one that would come first.
    #expect(throws: JSONError.self) {
      _ = try fromJSON(#"{"x":1"count":2}"#, ignoresUnknownKeys: true) as DefaultedState
    }
    #expect(throws: JSONError.self) {
      _ = try fromJSON(#"{"x":{}"count":2}"#, ignoresUnknownKeys: true) as DefaultedState
    }
  }

  @Test func valueAtAPathIsWritten() {
    let item = PlainItem(count: 1, title: "a", id: 2)
    #expect(jsonText(item, at: "count") == "1")
    #expect(jsonText(item, at: "note") == "null")
    #expect(jsonText(item, at: "kind") == #""item""#)
    #expect(jsonText(item, at: "x") == nil)
    #expect(jsonText(item, at: "count", "x") == nil)
    #expect(jsonText(item, at: "isLong") == nil)
  }
}
