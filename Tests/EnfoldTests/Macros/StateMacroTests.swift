// The @ObservableState macro at work: initialisers, derived conformances, JSON.
import Enfold
import Testing

@ObservableState struct Item: Equatable, Hashable {
  var count = 0
  var title: String
  var note: String?
  let id: Int
  let kind = "item"
  var isLong: Bool { title.count > 10 }
  static let shared = Item(title: "shared", id: 0)
}

@ObservableState struct Defaults: Equatable {
  var count = 5
  var name: String? = "x"
}

@Suite("@ObservableState: initialisers and derived conformances")
struct StateConformanceTests {
  @Test func memberwiseInitialiserKeepsItsDefaults() {
    #expect(Defaults() == Defaults(count: 5, name: "x"))
    #expect(Defaults(count: 6).count == 6)
    #expect(Item(count: 1, title: "a", note: "n", id: 2).note == "n")
    #expect(Item(title: "a", id: 2).note == nil)
  }

  @Test func theRecordOfChangesIsInvisibleInEqualityAndHash() {
    var changed = Item(title: "a", id: 1)
    changed.count = 1
    #expect(changed._$changes.bits != 0)
    #expect(changed == Item(count: 1, title: "a", id: 1))
    #expect(changed.hashValue == Item(count: 1, title: "a", id: 1).hashValue)
    #expect(changed != Item(title: "a", id: 1))
  }

  @Test func computedAndStaticPropertiesAreNotObserved() {
    #expect(Item._$propertyIndex(of: .init("isLong")) == nil)
    #expect(Item._$propertyIndex(of: .init("shared")) == nil)
    #expect(["count", "title", "note", "id", "kind"].map { Item._$propertyIndex(of: .init($0)) } == [0, 1, 2, 3, 4])
  }

  @Test func initialValuesAreEvaluatedOnce() {
    _ = Counting()
    #expect(Counting.evaluations == 1)
  }
}

@ObservableState private struct Counting {
  nonisolated(unsafe) static var evaluations = 0
  static func next() -> Int {
    evaluations += 1
    return evaluations
  }
  var value = Counting.next()
  var other: Int = 0
}

@Suite("@ObservableState: JSON")
struct StateJSONTests {
  @Test func propertiesAreWrittenInTheOrderOfDeclaration() {
    #expect(
      encode(Item(count: 1, title: "a", id: 2)) == #"{"count":1,"title":"a","note":null,"id":2,"kind":"item"}"#)
  }

  @Test func whatIsWrittenIsReadBack() throws {
    let item = Item(count: 1, title: "a", note: "\"\u{1F600}", id: 2)
    #expect(try decode(encode(item)) == item)
  }

  @Test func absentKeysKeepTheirDefault() throws {
    #expect(try decode("{}") == Defaults())
    #expect(try decode(#"{"title":"a","id":1}"#) == Item(title: "a", id: 1))
    #expect(try decode(#"{"name":null}"#) == Defaults(name: nil))
  }

  @Test func theLastOfEqualKeysWins() throws {
    #expect(try decode(#"{"count":1,"count":2}"#) == Defaults(count: 2))
    #expect(try decode(#"{"title":"a","id":1,"id":2,"title":"b"}"#) == Item(title: "b", id: 2))
  }

  @Test func constantWithAValueKeepsIt() throws {
    #expect(try decode(#"{"title":"a","id":1,"kind":"other"}"#) == Item(title: "a", id: 1))
  }

  @Test(
    "what is refused, where and why",
    arguments: [
      (#"{"id":1}"#, 7, #"missing key "title" of Item"#),
      (#"{"title":"a"}"#, 12, #"missing key "id" of Item"#),
      (#"{"titel":"a"}"#, 1, #"Item has no key "titel"; it has: count, title, note, id, kind"#),
      (#"{"count":"a"}"#, 9, "count: a string where an integer is expected"),
      (#"{"title":null}"#, 9, "title: null where a string is expected"),
      ("[]", 0, "an array where an object is expected"),
    ])
  func refused(json: String, offset: Int, message: String) {
    #expect(refusal(json, as: Item.self) == JSONError(code: .mismatch, offset: offset, message: message))
  }

  @Test func unknownKeysAreIgnoredOnRequest() throws {
    #expect(try decode(#"{"x":{"y":[1]},"count":2}"#, ignoresUnknownKeys: true) == Defaults(count: 2))
  }

  @Test func valueAtAPathIsWritten() {
    let item = Item(count: 1, title: "a", id: 2)
    #expect(encode(item, at: "count") == "1")
    #expect(encode(item, at: "note") == "null")
    #expect(encode(item, at: "kind") == #""item""#)
    #expect(encode(item, at: "x") == nil)
    #expect(encode(item, at: "count", "x") == nil)
    #expect(encode(item, at: "isLong") == nil)
  }
}
