// No schema and no value takes a checker too long, or uses up a thread's stack.

@testable import EnfoldJSON
import Testing

@Suite("The cost of checking by a schema") struct SchemaLimitTests {
  private static func nested(_ open: String, _ count: Int, _ inner: String, _ close: String) -> String {
    String(repeating: open, count: count) + inner + String(repeating: close, count: count)
  }

  @Test("A schema that is too deep is refused", arguments: ["not", "items", "additionalProperties"])
  func deepSchemas(keyword: String) throws {
    func schema(_ depth: Int) -> String { Self.nested("{\"\(keyword)\":", depth, "{}", "}") }
    #expect(
      throws: JSONError(
        code: .limit, offset: 256 * (keyword.utf8.count + 4), message: "arrays and objects are nested deeper than 256")
    ) {
      try SchemaCheck(parsing: schema(10_000))
    }
    // Schemas for the same value are counted, too.
    if keyword == "not" {
      #expect(throws: JSONError.self) { try SchemaCheck(parsing: schema(200)) }
    } else {
      _ = try SchemaCheck(parsing: schema(250))
    }
  }

  @Test("A long chain of references is refused, or followed") func chains() throws {
    func schema(_ count: Int, _ keyword: String) -> String {
      let links = (0..<count).map { "\"\($0)\":{\"\(keyword)\":{\"$ref\":\"#/$defs/\($0 + 1)\"}}" }
      return "{\"$ref\":\"#/$defs/0\",\"$defs\":{\(links.joined(separator: ",")),\"\(count)\":{}}}"
    }
    let error = #expect(throws: JSONError.self) { try SchemaCheck(parsing: schema(5_000, "not")) }
    #expect(error?.message.contains("more than 128 schemas apply to one value, one inside the other") == true)
    // Each of these is for another value.
    let check = try SchemaCheck(parsing: schema(5_000, "items"))
    #expect(check.check(Self.nested("[", 100, "1", "]")) == nil)
  }

  @Test(
    "Deep values are checked, as deep as states are",
    arguments: [
      (##"{"items":{"$ref":"#"}}"##, "[", "]"), (##"{"properties":{"a":{"$ref":"#"}}}"##, "{\"a\":", "}"),
      (#"{"uniqueItems":true}"#, "[", "]"), (#"{"not":{"const":[]}}"#, "{\"a\":", "}"),
    ])
  func deepValues(schema: String, open: String, close: String) throws {
    let check = try SchemaCheck(parsing: schema)
    #expect(check.check(Self.nested(open, 1_024, "1", close), limits: .greatest) == nil)
    let tooDeep = check.check(Self.nested(open, 10_000, "1", close), limits: .greatest)
    #expect(tooDeep?.code == .limit)
  }

  @Test("Many schemas for each of many values, one inside the other, are a limit")
  func deepSchemasForDeepValues() throws {
    let links = (0..<100).map { "\"\($0)\":{\"$ref\":\"#/$defs/\($0 + 1)\",\"minItems\":0}" }
    let schema =
      "{\"$ref\":\"#/$defs/0\",\"$defs\":{\(links.joined(separator: ",")),\"100\":{\"items\":{\"$ref\":\"#/$defs/0\"}}}}"
    let check = try SchemaCheck(parsing: schema)
    #expect(check.check(Self.nested("[", 10, "1", "]")) == nil)
    let error = check.check(Self.nested("[", 100, "1", "]"))
    #expect(error?.code == .limit)
    #expect(error?.message == "too many schemas apply to values that are nested so deeply")
  }

  /// Each of these would take many years, or minutes, if all of it were done.
  static let endless: [(about: String, schema: String, text: String)] = {
    let deep = nested("[", 100, "1", "]")
    let doubled = (0..<60).map {
      "\"\($0)\":{\"allOf\":[{\"$ref\":\"#/$defs/\($0 + 1)\"},{\"$ref\":\"#/$defs/\($0 + 1)\"}]}"
    }
    let numbers = "[" + (0..<5_000).map { "\($0)" }.joined(separator: ",") + "]"
    let letters = "\"" + String(repeating: "x", count: 30_000) + "\""
    let objects = nested("{\"c\":", 900, "{\"t\":\"a\",\"z\":\(numbers)}", ",\"t\":\"a\"}")
    return [
      ("allOf", ##"{"allOf":[{"items":{"$ref":"#"}},{"items":{"$ref":"#"}}]}"##, deep),
      ("anyOf", ##"{"anyOf":[{"items":{"$ref":"#"},"minItems":1},{"items":{"$ref":"#"},"minItems":1}]}"##, deep + "]"),
      ("oneOf", ##"{"oneOf":[{"items":{"$ref":"#"}},{"items":{"$ref":"#"},"type":"array"}]}"##, deep),
      ("not", ##"{"not":{"items":{"$ref":"#"}},"items":{"$ref":"#"}}"##, deep),
      ("if", ##"{"if":{"items":{"$ref":"#"}},"then":{"items":{"$ref":"#"}},"else":{"items":{"$ref":"#"}}}"##, deep),
      ("contains", ##"{"contains":{"$ref":"#"},"items":{"$ref":"#"}}"##, nested("[", 100, "", "]")),
      ("references", "{\"$ref\":\"#/$defs/0\",\"$defs\":{\(doubled.joined(separator: ",")),\"60\":{}}}", "1"),
      ("uniqueItems", ##"{"uniqueItems":true,"items":{"$ref":"#"}}"##, nested("[", 900, numbers, "]")),
      ("constants", "{\"anyOf\":[\((0..<5_000).map { "{\"const\":[\($0)]}" }.joined(separator: ","))]}", numbers),
      ("strings", "{\"anyOf\":[\((0..<5_000).map { "{\"maxLength\":\($0)}" }.joined(separator: ","))]}", letters),
      (
        "tags",
        ##"{"oneOf":[{"properties":{"t":{"const":"a"},"c":{"$ref":"#"}},"required":["t"]},"##
          + ##"{"properties":{"t":{"const":"b"}},"required":["t"]}]}"##, objects
      ),
    ]
  }()

  @Test("No schema takes time that grows without bounds", arguments: endless.map(\.about))
  func endlessSchemas(about: String) throws {
    let each = try #require(Self.endless.first { $0.about == about })
    var check = try SchemaCheck(parsing: each.schema)
    check.patience = 1 << 20
    let error = check.check(each.text, limits: .greatest)
    if about == "anyOf" {
      // What is no JSON is said to be none, whatever else is wrong with it.
      #expect(error?.code == .syntax)
    } else {
      #expect(error?.code == .limit)
      #expect(
        error?.message == "so many schemas apply to this value, one inside the other, that checking it takes too long")
    }
  }

  @Test("Many names with the same beginning are told apart") func longNames() throws {
    let names = (0..<20_000).map { String(repeating: "a", count: 80) + "\(100_000 + $0)" }
    let check = try SchemaCheck(parsing: "{\"enum\":[\(names.map { "\"\($0)\"" }.joined(separator: ","))]}")
    #expect(check.check("\"\(names[19_999])\"") == nil)
    #expect(check.check("\"\(names[19_999])0\"")?.code == .mismatch)
  }

  @Test("Multiples of the greatest integer") func greatMultiples() throws {
    let check = try SchemaCheck(parsing: #"{"multipleOf":18446744073709551615}"#)
    for text in ["0", "18446744073709551615", "36893488147419103230", "1844674407370955161500e10"] {
      #expect(check.check(text) == nil, "\(text)")
    }
    for text in ["1", "18446744073709551614", "184467440737095516.15"] { #expect(check.check(text) != nil, "\(text)") }
  }
}
