// Finding what is at a path in a text, beside decoding the text and looking there.

import EnfoldJSON
import Testing

struct FindTests {
  private static let text = """
    {"a":[1,{"id":7,"t":"x"},{"id":"7"}],"b/c":{"~":null},"a ":{},"n":123456789012345678901234567890,"a":[[],{"id":7.0}],
     "\\u00e9":true,"list":[{"id":1,"v":"one"},{"id":"two","v":[2]},{"id":true},{"v":0}]}
    """

  @Test(arguments: [
    ("", nil as String?), ("/a", "[[],{\"id\":7.0}]"), ("/a/0", "[]"), ("/a/1/id", "7.0"), ("/a/2", nil),
    ("/b~1c/~0", "null"), ("/a /x", nil), ("/n", "123456789012345678901234567890"), ("/é", "true"),
    ("/list/id=1/v", "\"one\""), ("/list/id=two/v/0", "2"), ("/list/id=true", "{\"id\":true}"), ("/list/id=three", nil),
    ("/list/v=0", "{\"v\":0}"), ("/list/-", nil), ("/list/00", nil), ("/n/0", nil),
  ])
  func theValueAtAPathIsFoundAsItIsWritten(pointer: String, expected: String?) throws {
    let found = try find(pointer, in: Self.text)
    #expect(found == (pointer.isEmpty ? Self.text : expected))
  }

  @Test
  func whatIsFoundIsWhatDecodingFinds() throws {
    let text = Self.text.replacing("123456789012345678901234567890", with: "12")
    let value = try JSONValue(parsing: text)
    let pointers = [
      "/a", "/a/0", "/a/1", "/b~1c", "/list/2", "/list/id=two", "/list/id=1/id", "/nothing", "/list/v=one",
    ]
    for pointer in pointers {
      let found = try find(pointer, in: text).map { try JSONValue(parsing: $0) }
      #expect(found == value.value(at: pointer), "\(pointer)")
    }
  }

  @Test
  func aTextThatIsNoJSONIsRefused() {
    #expect(throws: JSONError.self) { try find("/a", in: "{\"a\":1,]") }
    #expect(throws: JSONError.self) { try find("/0/x", in: "[{\"x\":01}]") }
  }

  private func find(_ pointer: String, in text: String) throws -> String? {
    var copy = text
    return try copy.withUTF8 { bytes in
      var reader = JSONReader(UnsafeRawBufferPointer(bytes))
      return try reader.rawValue(at: JSONPath(pointer: pointer)).map { String(decoding: $0, as: UTF8.self) }
    }
  }
}

extension JSONValue {
  fileprivate func value(at pointer: String) -> JSONValue? {
    var text = JSONWriter()
    guard let path = try? JSONPath(pointer: pointer), writeJSON(at: path, to: &text) else { return nil }
    return try? JSONValue(parsing: text.string)
  }
}
