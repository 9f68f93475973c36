// What the checker of JSON Schemas says: of schemas that cannot be used, and of values that do not fit.

@testable import EnfoldJSON
import Testing

@Suite("What is said of schemas and of values") struct SchemaMessageTests {
  @Test(
    "A schema that cannot be used is refused with the place in it",
    arguments: [
      // Keywords
      (#"{"pattern":"a"}"#, #"/pattern: the keyword "pattern" cannot be used: regular expressions are not checked"#),
      (#"{"items":{"patternProperties":{}}}"#, #"/items/patternProperties: the keyword "patternProperties" cannot"#),
      (#"{"unevaluatedProperties":false}"#, #"say it with "additionalProperties" in one schema"#),
      (#"{"unevaluatedItems":false}"#, #"say it with "items" in one schema"#),
      (#"{"dependentRequired":{}}"#, #"say it with "if" and "then""#),
      (##"{"$dynamicRef":"#a"}"##, #"/$dynamicRef: the keyword "$dynamicRef" cannot be used: say it with "$ref""#),
      (#"{"nullable":true}"#, #"say it with "anyOf" and {"type":"null"}"#),
      (
        #"{"anyOf":[true,{"minLenght":3}]}"#,
        #"/anyOf/1/minLenght: unknown keyword "minLenght"; did you mean "minLength"?"#
      ),
      (#"{"a/b~":3}"#, #"/a~1b~0: unknown keyword "a/b~"; the name of an annotation of your own begins with "x-""#),
      (#"{"properties":{"a":{"$id":"x"}}}"#, #"/properties/a/$id: "$id" can be at the top only"#),
      // Their values
      ("5", "a schema is an object, true or false (byte 0)"),
      ("[]", "a schema is an object, true or false"),
      (#"{"properties":{"a":null}}"#, "/properties/a: a schema is an object, true or false (byte 19)"),
      (#"{"properties":[]}"#, #"/properties: "properties" is an object of schemas"#),
      (#"{"type":"strin"}"#, #"/type: unknown type "strin"; known: null, boolean, object"#),
      (#"{"type":"strin"}"#, #"; did you mean "string"?"#),
      (#"{"type":[]}"#, #"/type: "type" is the name of a type, or an array of names"#),
      (#"{"type":["string",5]}"#, #"/type: "type" has names of types"#),
      (#"{"required":"a"}"#, #"/required: "required" is an array of names"#),
      (#"{"required":["a","a"]}"#, #"/required: "a" is there twice"#),
      (#"{"enum":5}"#, #"/enum: "enum" is an array of values"#),
      (#"{"anyOf":[]}"#, #"/anyOf: "anyOf" is an array of at least one schema"#),
      (#"{"items":[{}]}"#, #"those of the first elements are "prefixItems""#),
      (#"{"uniqueItems":1}"#, #"/uniqueItems: "uniqueItems" is true or false"#),
      (#"{"minItems":-1}"#, #"/minItems: "minItems" is an integer of at least 0"#),
      (#"{"maxLength":1.5}"#, #"/maxLength: "maxLength" is an integer of at least 0"#),
      (#"{"minItems":3,"maxItems":2}"#, #"/maxItems: nothing fits: "maxItems" is less than "minItems", which is 3"#),
      (#"{"contains":true,"maxContains":0}"#, #""maxContains" is less than "minContains", which is 1"#),
      (#"{"multipleOf":0}"#, #"/multipleOf: "multipleOf" is greater than 0"#),
      (#"{"exclusiveMinimum":true}"#, #"/exclusiveMinimum: "exclusiveMinimum" is a number"#),
      // Numbers that would be rounded
      (
        #"{"items":{"maximum":0.3000000000000000000001}}"#,
        "/items/maximum: a number here has more digits than are kept"
      ),
      (#"{"enum":[1,{"a":[0.12345678901234567890]}]}"#, "/enum: a number here has more digits than are kept"),
      (#"{"items":{"maximum":18446744073709551616}}"#, "/items/maximum: the integer does not fit into 64 bits"),
      // References
      (
        ##"{"$ref":"#/$defs/Stat","$defs":{"State":{}}}"##,
        ##"nothing at "#/$defs/Stat"; did you mean "#/$defs/State"?"##
      ),
      (##"{"$ref":"#a"}"##, ##"/$ref: "#a" is no place in this schema: "#" and "#/$defs/Name" can be referred to"##),
      (#"{"items":{"$ref":"https://example.org/a"}}"#, #"/items/$ref: "https://example.org/a" is no place"#),
      (#"{"$ref":5}"#, ##"/$ref: "$ref" is a text such as "#/$defs/Name""##),
      (##"{"$ref":"#"}"##, "this schema refers to itself for the same value, without end (byte 0)"),
      (
        ##"{"$ref":"#/$defs/A","$defs":{"A":{"anyOf":[true,{"$ref":"#/$defs/B"}]},"B":{"not":{"$ref":"#/$defs/A"}}}}"##,
        "/$defs/A: this schema refers to itself for the same value, without end"
      ),
      // No JSON
      (#"{"type":}"#, "'}' where a value is expected (byte 8)"),
    ])
  func refused(schema: String, message: String) {
    let error = #expect(throws: JSONError.self) { try SchemaCheck(parsing: schema) }
    #expect("\(error.map { "\($0)" } ?? "")".contains(message), "\(error.map { "\($0)" } ?? "nothing")")
  }

  @Test(
    "What says nothing is no reason to refuse a schema",
    arguments: [
      #"{"default":0.12345678901234567890,"examples":[0.12345678901234567890],"x-a":{"maximum":0.123456789012345678901}}"#,
      #"{"nullable":false,"format":"email","contentEncoding":"base64","discriminator":{"propertyName":"a"}}"#,
      #"{"$defs":{"unused":{"pattern":"a"}},"then":{"pattern":"a"}}"#,
      #"{"properties":{"pattern":{"type":"string"}},"required":["pattern"]}"#,
      #"{"const":{"pattern":"a"},"default":{"minLenght":1}}"#,
    ])
  func accepted(schema: String) throws { _ = try SchemaCheck(parsing: schema) }

  @Test(
    "A mismatch says where, what is there, and what would be right",
    arguments: [
      (#"{"items":{"type":"integer"}}"#, #"[1,"a"]"#, "/1: a string where an integer is expected (byte 3)"),
      (#"{"type":"integer"}"#, "5.0", "5.0 is no integer: digits alone make one"),
      (#"{"type":["number","null"]}"#, #""1""#, "a string where a number or null is expected"),
      (#"{"type":"number"}"#, "1e400", "1e400 is out of the range of Double (about ±1.8e308)"),
      (#"{"properties":{"a/b":{"minimum":3}}}"#, #"{"a/b":2}"#, "/a~1b: 2 where a number of at least 3 is expected"),
      (#"{"minimum":3,"maximum":5}"#, "6", "6 is out of the range 3...5"),
      (#"{"exclusiveMaximum":3}"#, "3", "3 where a number less than 3 is expected"),
      (#"{"multipleOf":0.01}"#, "0.005", "0.005 is no multiple of 0.01"),
      (
        #"{"minLength":2,"maxLength":3}"#, #""a""#, "a string of 1 character where one of 2 to 3 characters is expected"
      ),
      (#"{"minItems":1}"#, " []", "an array of 0 elements where one of at least 1 element is expected (byte 2)"),
      (#"{"maxItems":1}"#, "[1,2]", "/1: one element more than the 1 that this array can have"),
      (#"{"uniqueItems":true}"#, "[1,2,1]", "/2: an element that is there already"),
      (#"{"maxProperties":0}"#, #"{"a":1}"#, "an object of 1 key where one of 0 keys is expected"),
      (#"{"contains":{"const":5}}"#, "[1]", #"an array of which 0 elements fit "contains""#),
      (#"{"not":{"type":"integer"}}"#, "1", #"a number that "not" excludes"#),
      ("false", "1", "a number where nothing can be"),
      (#"{"const":5}"#, "7", "7 where 5 is expected"),
      (#"{"const":5}"#, #""a""#, "a string where an integer is expected; it is 5"),
      (
        #"{"properties":{"filter":{"enum":["all","active"]}}}"#, #"{"filter":"al"}"#,
        #"/filter: "al" is no filter; it is one of "all", "active"; did you mean "all"?"#
      ),
      (
        #"{"title":"Cart","properties":{"items":true},"additionalProperties":false}"#, #"{"item":[]}"#,
        #"Cart has no key "item"; it has: items; did you mean "items"? (byte 1)"#
      ),
      (#"{"required":["a"]}"#, "{}", #"missing key "a" of this object (byte 1)"#),
      (#"{"propertyNames":{"enum":["red"]}}"#, #"{"rad":1}"#, #"the key "rad": "rad" where "red" is expected"#),
      (#"{"oneOf":[true,true]}"#, "1", #"a value that fits 2 alternatives of "oneOf", which must be one"#),
      // Of several alternatives the one that was probably meant
      (
        #"{"anyOf":[{"items":{"type":"integer"}},{"items":{"type":"string"}},{"items":{"type":"null"}}]}"#,
        #"["a",5]"#, "/1: a number where a string is expected"
      ),
      (
        #"{"anyOf":[{"properties":{"a":{"type":"integer"}},"required":["a"]},{"properties":{"b":true},"required":["b"]}]}"#,
        #"{"a":"x"}"#, "/a: a string where an integer is expected"
      ),
      (
        #"{"oneOf":[{"properties":{"t":{"const":"add"}},"required":["t"]},{"properties":{"t":{"const":"del"}}}]}"#,
        #"{"t":"ad"}"#, #"/t: unknown action "ad"; known: add, del; did you mean "add"?"#
      ),
    ])
  func mismatches(schema: String, text: String, message: String) throws {
    let error = try SchemaCheck(parsing: schema, noun: "action").check(text)
    #expect(error?.code == .mismatch)
    #expect("\(error.map { "\($0)" } ?? "")".hasPrefix(message) || "\(error.map { "\($0)" } ?? "")".contains(message))
  }

  /// What Swift writes for `enum Action { case clear; case add(title: String); case load(Result<…>) }`.
  private static let actions = #"""
    {"oneOf":[{"const":"clear"},
      {"type":"object","properties":{"clear":{"type":"object","properties":{},"additionalProperties":false}},
       "required":["clear"],"additionalProperties":false},
      {"type":"object","properties":{"add":{"type":"object","properties":{"title":{"type":"string"}},
       "required":["title"],"additionalProperties":false}},"required":["add"],"additionalProperties":false},
      {"type":"object","properties":{"load":{"oneOf":[
        {"type":"object","properties":{"success":true},"required":["success"],"additionalProperties":false},
        {"type":"object","properties":{"failure":true},"required":["failure"],"additionalProperties":false}]}},
       "required":["load"],"additionalProperties":false}]}
    """#

  /// As for features in Swift, but that the whole place comes first.
  @Test(
    "Actions",
    arguments: [
      (#""ad""#, #"unknown action "ad"; known: clear, add, load; did you mean "add"? (byte 0)"#),
      (#"{"ad":{}}"#, #"unknown action "ad"; known: clear, add, load; did you mean "add"? (byte 1)"#),
      (#""add""#, "add needs a payload; it has: title (byte 0)"),
      (#"{"add":{}}"#, #"/add: missing key "title" of add; it has: title (byte 8)"#),
      (#"{"add":{"titel":"x"}}"#, #"/add: add has no key "titel"; it has: title; did you mean "title"? (byte 8)"#),
      (#"{"add":{"title":5}}"#, "/add/title: a number where a string is expected (byte 16)"),
      (#"{"add":{"title":""},"clear":{}}"#, #"one case at a time: "add" is followed by "clear" (byte 20)"#),
      (
        #"{"load":{"sucess":1}}"#,
        #"/load: unknown case "sucess"; known: success, failure; did you mean "success"? (byte 9)"#
      ),
      (#"{"load":{}}"#, "/load: an object without a case; known: success, failure (byte 9)"),
      ("{}", "an object without a case; known: clear, add, load (byte 1)"),
      ("[]", "an array where an object or a string is expected (byte 0)"),
      (#"{"add":"#, "the text ends where a value is expected (byte 7)"),
    ])
  func actions(text: String, message: String) throws {
    let error = try SchemaCheck(parsing: Self.actions, noun: "action").check(text)
    #expect(error.map { "\($0)" } == message)
  }
}
