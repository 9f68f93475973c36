// ObservedDictionary: its JSON form is that of a Dictionary.
import Enfold
import Foundation
import Testing

private enum Size: String, JSONKeyConvertible, Codable { case small, large = "very large" }

@Suite("ObservedDictionary and JSON") struct DictionaryJSONTests {
  @Test func theFormOfADictionary() throws {
    let plain = ["b": 1, "a/~": 2, "é": 3, "": 4]
    #expect(JSON.string(ObservedDictionary(plain)) == JSON.string(plain))
    #expect(JSON.string(ObservedDictionary<Int, [Int]>([3: [1], 1: []])) == #"{"1":[],"3":[1]}"#)
    #expect(
      JSON.string(ObservedDictionary<Size, Bool>([.large: true, .small: false]))
        == #"{"small":false,"very large":true}"#)
    #expect(JSON.string(ObservedDictionary<String, Int>()) == "{}")
  }

  @Test func reading() throws {
    typealias Sizes = ObservedDictionary<Size, Int>
    #expect(try JSON.decode(Sizes.self, from: #"{"very large":2,"small":1,"small":3}"#) == [.large: 2, .small: 3])
    #expect(throws: JSONError.self) { try JSON.decode(Sizes.self, from: #"{"medium":2}"#) }
    #expect(throws: JSONError.self) { try JSON.decode(Sizes.self, from: #"{"small":"x"}"#) }
    #expect(throws: JSONError.self) { try JSON.decode(Sizes.self, from: "[]") }
    #expect(throws: JSONError.self) { try JSON.decode(ObservedDictionary<Int, Int>.self, from: #"{"01":1}"#) }
  }

  @Test func pointersByKey() throws {
    let lists: ObservedDictionary = ["a": [1, 2], "b/~": [3]]
    #expect(JSON.string(lists, at: try JSONPath(pointer: "/a/1")) == "2")
    #expect(JSON.string(lists, at: try JSONPath(pointer: "/b~1~0")) == "[3]")
    #expect(JSON.string(lists, at: try JSONPath(pointer: "/c")) == nil)
    let numbers: ObservedDictionary = [7: "x"]
    #expect(JSON.string(numbers, at: try JSONPath(pointer: "/7")) == "\"x\"")
    #expect(JSON.string(numbers, at: try JSONPath(pointer: "/07")) == nil)
    // A pointer means the bytes of a key.
    let spelled: ObservedDictionary = ["\u{e9}": 1]
    #expect(spelled["e\u{301}"] == 1)
    #expect(JSON.string(spelled, at: JSONPath(tokens: ["e\u{301}"])) == nil)
    #expect(ObservedDictionary<Int, [Int]>.jsonAllows(try JSONPath(pointer: "/7/0")))
    #expect(!ObservedDictionary<Int, [Int]>.jsonAllows(try JSONPath(pointer: "/x")))
  }

  @Test func sameness() {
    let one: ObservedDictionary = ["a": 0.0, "b": 1]
    #expect(one.hasSameJSON(as: ["b": 1, "a": 0.0]))
    #expect(!one.hasSameJSON(as: ["b": 1, "a": -0.0]))
    #expect(!one.hasSameJSON(as: ["b": 1]))
    #expect(!one.hasSameJSON(as: ["b": 1, "c": 0]))
    let spelled: ObservedDictionary = ["\u{e9}": 1]
    #expect(spelled == ["e\u{301}": 1] && !spelled.hasSameJSON(as: ["e\u{301}": 1]))
  }

  @Test func theSchemaOfADictionary() {
    var (builder, other) = (JSONSchemaBuilder(), JSONSchemaBuilder())
    #expect(ObservedDictionary<String, Int>.jsonSchema(in: &builder) == [String: Int].jsonSchema(in: &other))
  }

  @Test func codable() throws {
    let prices: ObservedDictionary = ["milk": 1, "tea": 2]
    let data = try JSONEncoder().encode(prices)
    #expect(try JSONDecoder().decode([String: Int].self, from: data) == ["milk": 1, "tea": 2])
    #expect(try JSONDecoder().decode(ObservedDictionary<String, Int>.self, from: data) == prices)
  }
}
