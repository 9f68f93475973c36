// The JSON form of the standard library's types, and of enums with raw values.

import EnfoldJSON
import Testing

struct ConformanceTests {
  private func at(_ pointer: String, _ value: some JSONEncodable) throws -> String? {
    JSON.string(value, at: try JSONPath(pointer: pointer))
  }

  private func allows<T: JSONDescribable>(_ type: T.Type, _ pointer: String) throws -> Bool {
    T.jsonAllows(try JSONPath(pointer: pointer))
  }

  @Test
  func optionalsAreNullOrTheValue() throws {
    #expect(decoded([Int?].self, "[1,null]") == "[1,null]")
    #expect(try at("", nil as Int?) == "null")
    #expect(try at("/name", nil as Item?) == nil)
    #expect(try at("/name", Item(id: 1, name: "x") as Item?) == "\"x\"")
    #expect(try allows(Item?.self, "/name"))
    #expect(try !allows(Item?.self, "/other"))
    #expect(Optional<[String: Int]>.jsonAcceptsAnyKey)
    #expect(!Optional<Item>.jsonAcceptsAnyKey)
  }

  @Test
  func elementsAreSelectedByIndexOrProperty() throws {
    let items = [Item(id: 5, name: "5"), Item(id: 7, name: "a=b"), Item(id: 7, name: "c")]
    #expect(try at("/1/name", items) == "\"a=b\"")
    #expect(try at("/id=7/name", items) == "\"a=b\"")
    #expect(try at("/name=a=b/id", items) == "7")
    #expect(try at("/name=5/id", items) == "5")
    #expect(try at("/id=5", items) == #"{"id":5,"name":"5"}"#)
    #expect(try at("/id=6", items) == nil)
    #expect(try at("/id=", items) == nil)
    #expect(try at("/none=5", items) == nil)
    #expect(try at("/3", items) == nil)
    #expect(try at("/-", items) == nil)
    #expect(try at("/01", items) == nil)
    #expect(try at("/9223372036854775807", items) == nil)
    #expect(try at("/0/id/x", items) == nil)
  }

  @Test
  func whatCannotBeThereIsNotAllowed() throws {
    #expect(try allows([Item].self, ""))
    #expect(try allows([Item].self, "/5/id"))
    #expect(try allows([Item].self, "/id=3/name"))
    #expect(try !allows([Item].self, "/none=3"))
    #expect(try !allows([Item].self, "/-"))
    #expect(try !allows([Item].self, "/5/x"))
    #expect(try allows([String: [Int]].self, "/any/0"))
    #expect(try !allows([String: [Int]].self, "/any/x"))
    #expect(try !allows([Int: Int].self, "/x"))
    #expect(try !allows(Int.self, "/x"))
    #expect(try allows(Result<Item, Item>.self, "/failure/id"))
    #expect(try !allows(Result<Item, Item>.self, "/other"))
    #expect(try allows(JSONValue.self, "/any/thing"))
  }

  @Test
  func dictionariesAreObjectsWithSortedKeys() throws {
    #expect(
      JSON.string(["b": 1, "a": 2, "": 3, "é": 4, "z": 5, "😀": 6, "\u{FFFF}": 7])
        == "{\"\":3,\"a\":2,\"b\":1,\"z\":5,\"é\":4,\"\u{FFFF}\":7,\"😀\":6}")
    #expect(decoded([String: [Int]].self, #"{"x":[1],"a\n":[],"x":[2]}"#) == #"{"a\n":[],"x":[2]}"#)
    #expect(try at("/a~1b/0", ["a/b": [1]]) == "1")
    #expect(try at("/x", ["a": 1]) == nil)
    #expect(JSON.string([String: Int]()) == "{}")
  }

  @Test
  func keysMayBeIntegersAndEnums() throws {
    #expect(JSON.string([10: "a", -2: "b", 9: "c"]) == #"{"-2":"b","10":"a","9":"c"}"#)
    #expect(decoded([UInt8: Bool].self, #"{"255":true}"#) == #"{"255":true}"#)
    #expect(decoded([UInt8: Bool].self, #"{"1":true,"256":true}"#) == "mismatch 10")
    #expect(decoded([Int: Bool].self, #"{"01":true}"#) == "mismatch 1")
    #expect(decoded([Int: Bool].self, #"{"+1":true}"#) == "mismatch 1")
    #expect(message([Int: Bool].self, #"{"x":true}"#) == "the key \"x\" is no Int")
    #expect(decoded([Side: Int].self, #"{"right":1,"left":2}"#) == #"{"left":2,"right":1}"#)
    #expect(decoded([Side: Int].self, #"{"up":1}"#) == "mismatch 1")
    #expect(try at("/left", [Side.left: 1]) == "1")
    #expect(try at("/up", [Side.left: 1]) == nil)
  }

  @Test
  func setsAreArraysInOrder() {
    #expect(decoded(Set<Int>.self, "[10,9,-1,9]") == "[-1,9,10]")
    #expect(decoded(Set<String>.self, #"["b","a"]"#) == #"["a","b"]"#)
    #expect(decoded(Set<Bool>.self, "[true,false]") == "[false,true]")
    #expect(decoded(Set<Filter>.self, #"["done","active"]"#) == #"["active","done"]"#)
  }

  @Test
  func resultsAreTaggedWithTheirCase() throws {
    typealias Outcome = Result<Int, Item>
    #expect(JSON.string(Outcome.success(1)) == #"{"success":1}"#)
    #expect(decoded(Outcome.self, #"{"failure":{"id":1,"name":""}}"#) == #"{"failure":{"id":1,"name":""}}"#)
    #expect(decoded(Outcome.self, #" {"success":1,"failure":{}}"#) == "mismatch 14")
    #expect(decoded(Outcome.self, " {}") == "mismatch 1")
    #expect(decoded(Outcome.self, #"{"other":1,"success":2}"#) == "mismatch 1")
    #expect(decoded(Outcome.self, #"{"other":1,"success":2}"#, ignoresUnknownKeys: true) == #"{"success":2}"#)
    #expect(try at("/failure/id", Outcome.failure(Item(id: 3, name: ""))) == "3")
    #expect(try at("/success", Outcome.failure(Item(id: 3, name: ""))) == nil)
  }

  @Test
  func enumsWithRawValuesNeedNoCode() {
    #expect(JSON.string([Filter.all, .done]) == #"["all","done"]"#)
    #expect(decoded([Filter].self, #"["active"]"#) == #"["active"]"#)
    #expect(decoded([Filter].self, #"["all", "none"]"#) == "mismatch 8")
    #expect(message(Filter.self, "\"none\"") == "\"none\" is no Filter; it is one of \"all\", \"active\", \"done\"")
    #expect(decoded(Level.self, "10") == "10")
    #expect(message(Level.self, "2") == "2 is no Level")
    #expect(decoded(Level.self, "1.0") == "mismatch 0")
  }

  @Test
  func arraysReportTheElementThatIsWrong() {
    #expect(decoded([Int].self, "[1, \"2\"]") == "mismatch 4")
    #expect(decoded([[Int]].self, "[[1],[2,null]]") == "mismatch 8")
    #expect(decoded([Int].self, "[1,]") == "syntax 3")
    #expect(decoded([String].self, "[]") == "[]")
  }
}
