// JSON Pointer (RFC 6901), with the selectors that Enfold adds.

import EnfoldJSON
import Testing

struct PointerTests {
  static let document: JSONValue = [
    "foo": ["bar", "baz"], "": 0, "a/b": 1, "c%d": 2, "e^f": 3, "g|h": 4, "i\\j": 5, "k\"l": 6, " ": 7, "m~n": 8,
  ]

  /// RFC 6901, section 5.
  @Test(arguments: [
    ("/foo", "[\"bar\",\"baz\"]"), ("/foo/0", "\"bar\""), ("/", "0"), ("/a~1b", "1"), ("/c%d", "2"), ("/e^f", "3"),
    ("/g|h", "4"), ("/i\\j", "5"), ("/k\"l", "6"), ("/ ", "7"), ("/m~0n", "8"),
  ])
  func theExamplesOfTheSpecificationHold(pointer: String, json: String) throws {
    let path = try JSONPath(pointer: pointer)
    #expect(JSON.string(Self.document, at: path) == json)
    #expect(Self.document[path]?.json == json)
    #expect(path.pointer == pointer)
  }

  @Test
  func theEmptyPointerIsTheValueItself() throws {
    let path = try JSONPath(pointer: "")
    #expect(path.isEmpty)
    #expect(path == .root)
    #expect(path.first == nil)
    #expect(path.pointer == "")
    #expect(JSON.string(Self.document, at: path) == Self.document.json)
    #expect(path.dropFirst() == .root)
  }

  @Test(arguments: [
    ("a", 0), ("a/b", 0), ("#/a", 0), (" ", 0), ("/~", 2), ("/~2", 2), ("/a~", 3), ("/a/b~x", 5), ("/~~0", 2),
    ("/~/a", 2), ("/é~", 4),
  ])
  func aMalformedPointerIsRefusedAtItsBadByte(pointer: String, offset: Int) {
    #expect {
      try JSONPath(pointer: pointer)
    } throws: { error in
      (error as? JSONError)?.code == .mismatch && (error as? JSONError)?.offset == offset
    }
  }

  @Test
  func bytesThatAreNotUTF8AreRefused() throws {
    for (bytes, offset) in invalidUTF8 {
      let pointer = [UInt8(ascii: "/")] + bytes
      #expect {
        try pointer.withUnsafeBytes { try JSONPath(pointer: $0) }
      } throws: { error in
        (error as? JSONError)?.offset == offset + 1
      }
    }
    let path = try Array("/é/~01".utf8).withUnsafeBytes { try JSONPath(pointer: $0) }
    #expect(path == JSONPath(tokens: ["é", "~1"]))
    #expect(try JSONPath(pointer: UnsafeRawBufferPointer(start: nil, count: 0)) == .root)
  }

  @Test
  func tokensAreUnescapedOnceAndEscapedAgain() throws {
    for tokens in [["~1"], ["~"], ["/"], ["", ""], ["a~b/c", "~0"], ["01", "-"]] {
      let path = JSONPath(tokens: tokens)
      #expect(try JSONPath(pointer: path.pointer) == path)
    }
    #expect(try JSONPath(pointer: "/~01").first?.text == "~1")
    #expect(try JSONPath(pointer: "//").count == 2)
  }

  @Test(
    arguments: [
      ("0", 0), ("7", 7), ("10", 10), ("9223372036854775807", 9_223_372_036_854_775_807), ("01", nil), ("-", nil),
      ("-1", nil), ("+1", nil),
      ("", nil), ("1a", nil), ("9223372036854775808", nil), ("99999999999999999999", nil), ("１", nil), ("00", nil),
    ] as [(String, Int?)])
  func onlyCanonicalIndicesAreIndices(text: String, index: Int?) {
    #expect(JSONPath.Token(text).index == index)
  }

  @Test
  func aSelectorIsSplitAtTheFirstEqualsSign() throws {
    let selector = try #require(JSONPath.Token("id=a=b").selector)
    #expect(selector.name == "id")
    #expect(selector.value == "a=b")
    #expect(try #require(JSONPath.Token("id=").selector).value == "")
    #expect(JSONPath.Token("=a").selector == nil)
    #expect(JSONPath.Token("id").selector == nil)
  }

  @Test
  func tokensCompareByTheirBytes() {
    #expect(JSONPath.Token("count") == "count")
    #expect(!(JSONPath.Token("count") == "counts"))
    #expect(JSONPath.Token("é") == "é")
    #expect(JSONPath.Token("é") != JSONPath.Token("e\u{301}"))
    #expect(Set([JSONPath(tokens: ["é"]), JSONPath(tokens: ["e\u{301}"]), JSONPath(tokens: ["é"])]).count == 2)
  }

  @Test
  func pathsAreTakenApartAndPutTogether() throws {
    let path = try JSONPath(pointer: "/a/b/c")
    #expect(path.dropFirst().pointer == "/b/c")
    #expect(path.dropFirst() == JSONPath(tokens: ["b", "c"]))
    #expect(path.dropLast().pointer == "/a/b")
    #expect(path.last?.text == "c")
    #expect(path.dropLast().appending("c") == path)
    #expect(path.dropLast().isPrefix(of: path))
    #expect(!path.isPrefix(of: path.dropLast()))
    #expect(JSONPath.root.isPrefix(of: path))
  }
}
