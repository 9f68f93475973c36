// The pull reader, call by call.

import EnfoldJSON
import Testing

struct ReaderTests {
  private func read<R>(_ text: String, _ body: (inout JSONReader) throws -> R) rethrows -> R {
    var copy = text
    return try copy.withUTF8 { bytes in
      var reader = JSONReader(UnsafeRawBufferPointer(bytes))
      return try body(&reader)
    }
  }

  @Test
  func peekTellsTheKindAndConsumesOnlyWhitespace() {
    let kinds: [(String, JSONReader.Kind)] = [
      ("{", .object), ("[", .array), ("\"", .string), ("-", .number), ("7", .number), ("t", .bool), ("f", .bool),
      ("n", .null), ("", .end), ("}", .invalid), (",", .invalid), ("x", .invalid), ("+", .invalid),
    ]
    for (text, kind) in kinds {
      read("  " + text) { reader in
        let first = reader.peek()
        #expect(first == kind)
        #expect(reader.offset == 2)
        let second = reader.peek()
        #expect(second == kind)
      }
    }
  }

  @Test
  func aPlainCaseIsRecognisedAndOtherTextIsNot() {
    func isPlain(_ text: String) -> Bool { Array(text.utf8).withUnsafeBytes { JSONReader.isPlainCase($0) } }
    for length in 1...33 {
      let name = String(repeating: "name", count: 9).prefix(length)
      #expect(isPlain("{\"\(name)\":{}}"), "\(name)")
      // Cut off, longer, or with something in the name, it is left to the reader of all JSON.
      let others = [
        "{\"\(name)\":{}", "{\"\(name)\":{}} ", "{\"\(name)\":{}}}", "\"\(name)\":{}}", "{\(name)\":{}}",
        "{\"\(name)\\\":{}}", "{\"\(name)\"x\":{}}", "{\"\(name)\u{7}\":{}}", "{\"\(name)é\":{}}",
        "{\"\(name)\":{},\"b\":{}}",
        "{\"\u{7}\(name)\":{}}", "{\"\"\(name)\":{}}", "{\"\\\(name)\":{}}",
      ]
      for text in others { #expect(!isPlain(text), "\(text)") }
    }
    for text in ["", "{}", "{\"\":{}}", "{\":{}}", "\"\":{}}", "{\"\":{}}{", "        "] {
      #expect(!isPlain(text), "\(text)")
    }
  }

  @Test
  func aCopyIsASavedPosition() throws {
    try read("[1,2]") { reader in
      try reader.beginArray()
      _ = try reader.nextElement()
      let saved = reader
      try reader.skipValue()
      #expect(try reader.nextElement())
      reader = saved
      #expect(try reader.readInteger(Int.self) == 1)
    }
  }

  @Test
  func aBadLiteralIsLeftForTheNextReadByReadNull() {
    read("nulx") { reader in
      let isNull = reader.readNull()
      #expect(!isNull)
      #expect(throws: JSONError.self) { try reader.readBool() }
    }
    #expect(decoded(Int?.self, "nulx") == "syntax 3")
    #expect(decoded(Int?.self, " null ") == "null")
    #expect(decoded(Bool.self, "trux") == "syntax 3")
    #expect(decoded(Bool.self, "null") == "mismatch 0")
  }

  @Test
  func keysCompareByTheirUnescapedBytes() throws {
    try read(#"{"count":1,"\u0063ount":2,"é":3,"\u00e9":4,"":5,"co":6,"\n":7,"😀":8,"\ud83d\ude00":9,"a":10}"#) {
      reader in
      var keys: [String] = []
      try reader.beginObject()
      while let key = try reader.nextKey() {
        switch key {
        case "count": keys.append("count")
        case "é": keys.append("é")
        case "": keys.append("empty")
        case "\n": keys.append("line")
        case "😀": keys.append("smile")
        case "a": keys.append("a")
        default: keys.append("other")
        }
        try reader.skipValue()
      }
      try reader.finish()
      #expect(keys == ["count", "count", "é", "é", "empty", "other", "line", "smile", "smile", "a"])
    }
  }

  @Test
  func keysKnowTheirTextAndOffset() throws {
    try read(#"{ "a\tb" : 1}"#) { reader in
      try reader.beginObject()
      let key = try #require(try reader.nextKey())
      #expect(key.string == "a\tb")
      #expect(key.offset == 2)
    }
  }

  @Test
  func unknownKeysAreRefusedWithTheKnownOnesOrSkipped() {
    struct Counter: JSONDecodable, JSONEncodable {
      var count = 0
      init(json reader: inout JSONReader) throws(JSONError) {
        try reader.beginObject()
        while let key = try reader.nextKey() {
          if key == "count" {
            count = try Int(json: &reader)
          } else {
            try reader.skipUnknownKey(key, of: "Counter", known: "count")
          }
        }
      }
      func writeJSON(to writer: inout JSONWriter) { count.writeJSON(to: &writer) }
    }
    let text = #"{"other":[{}],"count":3}"#
    #expect(decoded(Counter.self, text) == "mismatch 1")
    #expect(message(Counter.self, text) == "Counter has no key \"other\"; it has: count")
    #expect(decoded(Counter.self, text, ignoresUnknownKeys: true) == "3")
    #expect(decoded(Counter.self, #"{"other":[{},"count":3}"#, ignoresUnknownKeys: true) == "syntax 20")
  }

  @Test
  func rawValueIsTheValueWithoutTheSpaceAroundIt() throws {
    try read("[ {\"a\": [1, 2]} , \"x\" ]") { reader in
      try reader.beginArray()
      #expect(try reader.nextElement())
      #expect(String(decoding: try reader.rawValue(), as: UTF8.self) == "{\"a\": [1, 2]}")
      #expect(try reader.nextElement())
      #expect(String(decoding: try reader.rawValue(), as: UTF8.self) == "\"x\"")
      #expect(try !reader.nextElement())
      try reader.finish()
    }
  }

  @Test
  func whatIsNotJSONIsReportedWhateverElseIsWrong() {
    #expect(decoded([Int].self, "[\"a\",2]") == "mismatch 1")
    #expect(decoded([Int].self, "[\"a\",2") == "syntax 6")
    #expect(decoded([Int].self, "[\"a\",2]]") == "syntax 7")
    #expect(decoded([Int].self, "[1.5,\"\\x\"]") == "syntax 7")
    #expect(decoded(Int.self, "{\"tick\":{}} x") == "syntax 12")
    #expect(decoded(Int.self, "\"\\uD800\"") == "syntax 7")
  }

  @Test
  func mismatchNamesTheNextValue() {
    read("  [1]") { reader in
      #expect(reader.mismatch("no") == JSONError(code: .mismatch, offset: 2, message: "no"))
    }
    #expect(message(String.self, "[1]") == "an array where a string is expected")
    #expect(message([Int].self, "{}") == "an object where an array is expected")
    #expect(message([String: Int].self, "7") == "a number where an object is expected")
    #expect(message(Int.self, "null") == "null where an integer is expected")
    #expect(message(Int.self, "}") == "'}' where a value is expected")
    #expect(message(Int.self, "") == "the text ends where a value is expected")
    #expect(message(Int.self, "\u{1}") == "byte 0x01 where a value is expected")
  }

  @Test
  func mistakesOfPeopleAreNamed() {
    #expect(message([String: Int].self, "{\"a\":1") == "the text ends where ',' or '}' is expected")
    #expect(message([String: Int].self, "{") == "the text ends where a key or '}' is expected")
    #expect(message([Int].self, "[1") == "the text ends where ',' or ']' is expected")
    #expect(message([Int].self, "[") == "the text ends where a value or ']' is expected")
    #expect(message([String: Int].self, "{\"a\":1, }") == "'}' behind a comma; take the comma out")
    #expect(message([Int].self, "[1,]") == "']' behind a comma; take the comma out")
    #expect(message([String: Int].self, "{\"a\":1,]") == "']' where a key is expected")
    #expect(message([Int].self, "[1,}") == "'}' where a value is expected")
    #expect(message([Int].self, "[1}") == "'}' where ',' or ']' is expected")
    #expect(message([String: Int].self, "{'a':1}") == "'\u{27}' where a key is expected; JSON has double quotes")
    #expect(message([String: Int].self, "{a:1}") == "'a' where a key is expected; put it in quotes: \"a\"")
  }

  @Test
  func emptyBufferIsAnEmptyText() {
    var reader = JSONReader(UnsafeRawBufferPointer(start: nil, count: 0))
    #expect(reader.peek() == .end)
    #expect(throws: JSONError(code: .syntax, offset: 0, message: "the text ends where a value is expected")) {
      try reader.skipValue()
    }
  }

  @Test
  func escapesAreUndone() throws {
    let text = #""\"\\\/\b\f\n\r\t\u0041\u00e9\u20AC\ud83d\uDE00\u0000""#
    #expect(try JSON.decode(String.self, from: text) == "\"\\/\u{8}\u{C}\n\r\tAé€😀\0")
  }
}
