// Whether two values have the same JSON, as `hasSameJSON` finds it and as their texts say.
import EnfoldJSON
import Testing

/// A text whose `==` says that all are equal, and whose order says nothing.
private struct Text: JSONCodable, JSONKeyConvertible, Comparable, Sendable {
  var text: String

  init(_ text: String) { self.text = text }
  init(jsonKey: String) { text = jsonKey }
  init(json reader: inout JSONReader) throws(JSONError) { text = try String(json: &reader) }
  var jsonKey: String { text }
  func writeJSON(to writer: inout JSONWriter) { writer.write(text) }
  static func jsonSchema(in builder: inout JSONSchemaBuilder) -> JSONSchema { .string }
  static func == (lhs: Self, rhs: Self) -> Bool { true }
  static func < (lhs: Self, rhs: Self) -> Bool { false }
  func hash(into hasher: inout Hasher) {}
}

/// A number that writes only its last digit, and nothing if there is none.
private struct Digit: JSONEncodable, Hashable {
  var number: Int
  func writeJSON(to writer: inout JSONWriter) {
    if number < 0 { writer.writeNull() } else { writer.write(number % 10) }
  }
}

/// A name with a number. Its `==` looks at the number, and its JSON is the name.
private struct Numbered: JSONEncodable, JSONKeyConvertible, Hashable {
  var number: Int
  var jsonKey: String

  init(_ number: Int, _ name: String) { (self.number, jsonKey) = (number, name) }
  init?(jsonKey: String) { nil }
  func writeJSON(to writer: inout JSONWriter) { writer.write(jsonKey) }
  static func == (lhs: Self, rhs: Self) -> Bool { lhs.number == rhs.number }
  func hash(into hasher: inout Hasher) { hasher.combine(number) }
}

/// An enum that writes something else than its raw value.
private enum Grade: Int, JSONEncodable, CaseIterable {
  case low, middle, high
  func writeJSON(to writer: inout JSONWriter) { writer.write(self == .high) }
}

private enum Mood: String, JSONEncodable, CaseIterable { case calm, busy }

/// A number that can be written only if it is positive.
private struct Positive: JSONEncodable {
  var number: Int
  func writeJSON(to writer: inout JSONWriter) {
    if number > 0 { return writer.write(number) }
    writer.fail("\(number) is not positive")
    writer.writeNull()
  }
}

extension Text: Error {}

private let composed = "caf\u{e9}", decomposed = "cafe\u{301}"
private let long = String(repeating: "x", count: 40)

@Suite("The same JSON")
struct SamenessTests {
  private func check<T: JSONEncodable>(
    _ values: [T], sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) {
    // Optionals and lists of them, too: the values come in every pair.
    checkPairs(values, sourceLocation)
    checkPairs(values.map { [$0] } + values.map { [$0, $0] } + [[]], sourceLocation)
    checkPairs(values.map(Optional.some) + [nil], sourceLocation)
    checkPairs(values.map { .some(.some($0)) } + [.some(nil), nil] as [T??], sourceLocation)
    checkPairs(values.map { ["key": $0] } + values.map { ["other": $0] } + [[:]], sourceLocation)
    checkPairs(values.map(Result<T, Text>.success) + [.failure(Text("a")), .failure(Text("b"))], sourceLocation)
  }

  private func checkPairs<T: JSONEncodable>(_ values: [T], _ sourceLocation: Testing.SourceLocation) {
    for first in values {
      #expect(first.jsonIsNull == (JSON.string(first) == "null"), "\(first)", sourceLocation: sourceLocation)
      for second in values {
        let isSame = Array(JSON.string(first).utf8) == Array(JSON.string(second).utf8)
        #expect(first.hasSameJSON(as: second) == isSame, "\(first) and \(second)", sourceLocation: sourceLocation)
      }
    }
  }

  @Test func ofNumbers() {
    check([false, true])
    check([0, 1, -1, .max, .min] as [Int])
    check([0, 1, .max] as [UInt64])
    check([0, 1, -1, 127] as [Int8])
    check([
      0.0, -0.0, 1, .nan, -.nan, .signalingNaN, Double(nan: 5, signaling: false), .infinity, -.infinity,
      .leastNonzeroMagnitude,
    ])
    check([0.0, -0.0, 1, .nan, -.nan, Float(nan: 5, signaling: false), .infinity, -.infinity])
  }

  @Test func ofTexts() {
    check([
      "", "a", "b", composed, decomposed, long + "a", long + "b", long + composed, long + decomposed, "\0", "\"\\",
    ])
    check([Text("a"), Text("b"), Text(long)])
  }

  @Test func ofTypesWithAFormOfTheirOwn() {
    check([1, 11, 2, -1, -2].map { Digit(number: $0) })
    check(Grade.allCases)
    check(Mood.allCases)
    check([NoValue()])
  }

  @Test func ofJSONValues() throws {
    let texts = [
      "null", "true", "1", "1.0", "0", "0.0", "-0.0", "18446744073709551615", "9223372036854775807", "1e300",
      "\"NaN\"", "\"Infinity\"", "\"\(composed)\"", "\"\(decomposed)\"", "[]", "[1]", "[1.0]", "{}",
      "{\"a\":1,\"b\":2}",
      "{\"b\":2,\"a\":1}", "{\"a\":1,\"b\":2.0}", "{\"\(composed)\":1}", "{\"\(decomposed)\":1}",
    ]
    check(
      try texts.map { try JSONValue(parsing: $0) } + [
        .double(.nan), .double(-.nan), .double(.infinity), .double(-.infinity), .unsigned(1), .integer(1),
      ])
  }

  @Test func ofDictionaries() {
    check([["a": 1], ["a": 2], ["b": 1], [composed: 1], [decomposed: 1], ["a": 1, "b": 2], ["b": 2, "a": 1]])
    check([[1: 0.0], [1: -0.0], [2: 0.0], [:]])
    check([[Text("a"): 1], [Text("b"): 1], [Text("a"): 2]])
    check([
      [Numbered(1, "x"): 1, Numbered(2, "y"): 2], [Numbered(1, "y"): 2, Numbered(2, "x"): 1],
      [Numbered(1, "y"): 1, Numbered(2, "x"): 2], [Numbered(3, "x"): 1, Numbered(4, "y"): 2],
    ])
  }

  @Test func ofSets() {
    check([[], ["a"], ["a", "b"], [composed], [decomposed], [composed, "a"], ["a", decomposed]] as [Set<String>])
    check([[0.0], [-0.0], [1, .nan], [.nan, 1], [.nan, -.nan], [.nan], [.infinity, .nan, 1]] as [Set<Double>])
    check([[1, 2], [2, 1], [3]] as [Set<Int>])
    check([[Text("a")], [Text("b")]] as [Set<Text>])
    check([1, 11, 2, -1].map { [Digit(number: $0), Digit(number: 5)] } as [Set<Digit>])
    check(
      [
        [Numbered(1, "x"), Numbered(2, "y")], [Numbered(1, "y"), Numbered(2, "x")],
        [Numbered(1, "x"), Numbered(2, "x")], [Numbered(1, "x"), Numbered(3, "y")],
      ] as [Set<Numbered>])
  }

  @Test func aValueThatCannotBeWrittenIsTheSameAsItsCopiesOnly() {
    #expect(
      Positive(number: 1).hasSameJSON(as: Positive(number: 1))
        && Positive(number: 0).hasSameJSON(as: Positive(number: 0)))
    #expect(!Positive(number: 0).hasSameJSON(as: Positive(number: -1)))
    #expect(!Positive(number: 0).jsonIsNull && !Optional(Positive(number: 0)).hasSameJSON(as: nil))
  }

  @Test func theTextOfASetIsDetermined() {
    let numbers: [Double] = [3, .nan, -.infinity, 1, .nan, .infinity, -2, 10]
    let texts = Set((0..<200).map { _ in JSON.string(Set(numbers.shuffled())) })
    #expect(texts == ["[\"-Infinity\",-2.0,1.0,3.0,10.0,\"Infinity\",\"NaN\",\"NaN\"]"])
    // An order that leaves all open.
    struct Open: JSONEncodable, Hashable, Comparable {
      var number: Int
      func writeJSON(to writer: inout JSONWriter) { writer.write(number) }
      static func < (lhs: Self, rhs: Self) -> Bool { false }
    }
    #expect(Set((0..<50).map { _ in JSON.string(Set([3, 1, 2].shuffled().map { Open(number: $0) })) }) == ["[1,2,3]"])
  }

  @Test func aPointerMeansTheBytesOfAKey() throws {
    let counts = [composed: 1]
    #expect(JSON.string(counts, at: try JSONPath(pointer: "/\(composed)")) == "1")
    #expect(JSON.string(counts, at: try JSONPath(pointer: "/\(decomposed)")) == nil)
  }
}
