// JSONValue: equality, access, order.

import EnfoldJSON
import Testing

struct ValueTests {
  @Test
  func numbersAreEqualByTheirValue() {
    #expect(JSONValue.integer(1) == .double(1))
    #expect(JSONValue.integer(5) == .unsigned(5))
    #expect(JSONValue.integer(9_007_199_254_740_993) != .double(9_007_199_254_740_992))
    #expect(JSONValue.unsigned(.max) != .double(18_446_744_073_709_551_616))
    #expect(JSONValue.integer(-1) != .unsigned(.max))
    #expect(JSONValue.double(.nan) == .string("NaN"))
    #expect(JSONValue.string("-Infinity") == .double(-.infinity))
    #expect(JSONValue.integer(1) != .string("1"))
    #expect(JSONValue.bool(true) != .integer(1))
    #expect(JSONValue.null != .bool(false))
  }

  @Test
  func stringsAndKeysAreEqualByTheirBytes() {
    #expect(JSONValue.string("é") != .string("e\u{301}"))
    #expect(["é": 1] as JSONValue != ["e\u{301}": 1])
    #expect(["a": 1, "b": 2] as JSONValue == ["b": 2, "a": 1])
    #expect(["a": 1, "b": 2] as JSONValue != ["a": 1, "c": 2])
    #expect(["a": 1] as JSONValue != ["a": 1, "b": 2])
  }

  @Test
  func objectsKeepTheirOrderAndReplaceInPlaceWhateverTheirSize() {
    for count in [0, 1, 7, 8, 9, 10, 100] {
      var object = JSONObject()
      for index in 0..<count { object["k\(index)"] = .integer(Int64(index)) }
      for index in 0..<count { object["k\(index)"] = .integer(Int64(-index)) }
      #expect(object.members.map(\.key) == (0..<count).map { "k\($0)" })
      #expect(object["k\(count)"] == nil)
      for index in stride(from: 0, to: count, by: 2) { object["k\(index)"] = nil }
      object["none"] = nil
      #expect(object.members.map(\.key) == stride(from: 1, to: count, by: 2).map { "k\($0)" })
      for index in stride(from: 1, to: count, by: 2) { #expect(object["k\(index)"] == .integer(Int64(-index))) }
      object["last"] = true
      #expect(object["last"] == true)
      #expect(object.members.last?.key == "last")
    }
  }

  @Test
  func valuesAreReachedByKeyIndexAndPath() throws {
    let value: JSONValue = ["items": [["id": 7, "title": "x"], ["id": "a=b"]], "n": nil]
    #expect(value["items"]?[0]?["id"] == 7)
    #expect(value["items"]?[2] == nil)
    #expect(value["items"]?[-1] == nil)
    #expect(value["n"] == .null)
    #expect(try value[JSONPath(pointer: "/items/id=7/title")] == "x")
    #expect(try value[JSONPath(pointer: "/items/id=a=b/id")] == "a=b")
    #expect(try value[JSONPath(pointer: "/items/id=8")] == nil)
    #expect(try value[JSONPath(pointer: "/n/x")] == nil)
    #expect(try value[JSONPath(pointer: "/items/-")] == nil)
  }

  @Test
  func anyValueIsWrittenAsItWasRead() {
    let text = #"{"z":[null,true,-1,18446744073709551615,0.5,1.0,"x"],"a":{},"m":[[]]}"#
    #expect(decoded(JSONValue.self, text) == text)
  }

  @Test
  func manyKeysAreReadInLinearTime() throws {
    let text = "{" + (0..<100_000).map { "\"k\($0)\":\($0)" }.joined(separator: ",") + ",\"k5\":-1}"
    let value = try JSONValue(parsing: text)
    #expect(value["k99999"] == 99999)
    #expect(value["k5"] == -1)
  }

  @Test
  func anEncodableBecomesAValue() {
    #expect(JSONValue(encoding: ["a": [1, nil]]) == ["a": [1, nil]])
  }
}
