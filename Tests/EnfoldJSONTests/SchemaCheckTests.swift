// The checker of JSON Schemas beside a table of cases, which the checker in Python is compared with, too.

@testable import EnfoldJSON
import Foundation
import Testing

/// The cases of Tests/Schemas/cases.json: a schema with texts that fit it and texts that do not.
struct SchemaCase: Sendable, CustomTestStringConvertible {
  let about: String
  let schema: String
  let fits: [String]
  let fails: [String]

  var testDescription: String { about }

  static let all: [SchemaCase] = {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../Schemas/cases.json")
    guard let bytes = try? Data(contentsOf: file) else { return [] }
    return bytes.withUnsafeBytes { bytes in
      var reader = JSONReader(bytes)
      return elements(&reader).map { SchemaCase($0) }
    }
  }()

  private init(_ text: String) {
    about = Self.member("about", of: text) ?? ""
    schema = Self.member("schema", of: text) ?? "?"
    fits = Self.elements(Self.member("fits", of: text) ?? "?")
    fails = Self.elements(Self.member("not", of: text) ?? "?")
  }

  // The texts stay as they are written: a tree of values would not tell 1.0 from 10e-1.
  private static func member(_ key: String, of text: String) -> String? {
    var text = text
    return text.withUTF8 { bytes in
      var reader = JSONReader(UnsafeRawBufferPointer(bytes))
      let value = (try? reader.rawValue(at: JSONPath(tokens: [key]))) ?? nil
      return value.map { String(decoding: $0, as: UTF8.self) }
    }
  }

  private static func elements(_ text: String) -> [String] {
    var text = text
    return text.withUTF8 { bytes in
      var reader = JSONReader(UnsafeRawBufferPointer(bytes))
      return elements(&reader)
    }
  }

  private static func elements(_ reader: inout JSONReader) -> [String] {
    var all: [String] = []
    do throws(JSONError) {
      try reader.beginArray()
      while try reader.nextElement() { all.append(String(decoding: try reader.rawValue(), as: UTF8.self)) }
    } catch { return ["the table is no JSON: \(error)"] }
    return all
  }
}

struct SchemaCheckTests {
  @Test
  func thereAreCases() {
    let count = SchemaCase.all.map { $0.fits.count + $0.fails.count }.reduce(0, +)
    #expect(count > 900)
  }

  @Test(arguments: SchemaCase.all)
  func whatFitsIsAcceptedAndWhatDoesNotIsRefused(_ each: SchemaCase) throws {
    let check = try SchemaCheck(parsing: each.schema)
    for text in each.fits { #expect(check.check(text) == nil, "\(text)") }
    for text in each.fails { #expect(check.check(text)?.code == .mismatch, "\(text)") }
  }

  /// The same cases inside schemas that say the same.
  @Test(arguments: SchemaCase.all.filter { !$0.schema.contains("$ref") })
  func aSchemaSaysTheSameInsideOthers(_ each: SchemaCase) throws {
    let around: [(schema: String, text: (String) -> String)] = [
      ("{\"allOf\":[\(each.schema)]}", { $0 }),
      ("{\"anyOf\":[{\"const\":\"?\"},\(each.schema)]}", { $0 }),
      ("{\"oneOf\":[\(each.schema),{\"const\":{\"never\":1}}]}", { $0 }),
      ("{\"$ref\":\"#/$defs/a\",\"title\":\"T\",\"$defs\":{\"a\":\(each.schema)}}", { " \($0)\n" }),
      ("{\"not\":{\"not\":\(each.schema)}}", { $0 }),
      ("{\"if\":\(each.schema),\"else\":false}", { $0 }),
      ("{\"items\":\(each.schema)}", { "[ \($0) ,\($0)]" }),
      ("{\"properties\":{\"b\":{},\"a\":\(each.schema)},\"required\":[\"a\"]}", { "{ \"a\" : \($0) }" }),
      ("{\"additionalProperties\":\(each.schema)}", { "{\"x\":\($0)}" }),
      ("{\"anyOf\":[{\"prefixItems\":[true,\(each.schema)],\"minItems\":2}]}", { "[1,\($0),2]" }),
      ("{\"contains\":\(each.schema)}", { "[\($0)]" }),
    ]
    for (schema, wrap) in around {
      let check = try SchemaCheck(parsing: schema)
      for text in each.fits { #expect(check.check(wrap(text)) == nil, "\(schema) \(text)") }
      for text in each.fails where text != "\"?\"" {
        #expect(check.check(wrap(text))?.code == .mismatch, "\(schema) \(text)")
      }
    }
  }
}
