// docs/json.md is true: its tables and its example, tried.
import Enfold
import EnfoldFoundation
import Foundation
import Testing

@Suite("docs/json.md") struct DocumentTests {
  private let text: String

  init() throws {
    let root = URL(filePath: #filePath).appending(path: "../../..").standardized
    text = try String(contentsOf: root.appending(path: "docs/json.md"), encoding: .utf8)
  }

  /// The cells of the tables whose first cell begins with one of these texts.
  private func rows(beginningWith start: String) -> [[String]] {
    text.split(separator: "\n").filter { $0.hasPrefix("| `\(start)") }.map { line in
      line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
    }
  }

  private func codes(in cell: String) -> [String] {
    cell.split(separator: "`", omittingEmptySubsequences: false).enumerated().filter { $0.offset % 2 == 1 }
      .map { String($0.element) }
  }

  @Test("The actions are read in every form, and written in the first") func actions() throws {
    let rows = rows(beginningWith: "case ")
    #expect(rows.count == 6)
    for row in rows {
      let written = try #require(codes(in: row[1]).first)
      let action = try JSON.decode(DocumentedAction.self, from: written)
      #expect(JSON.string(action) == written)
      let others = row.count > 2 ? codes(in: row[2]) : []
      for other in others {
        let read = try JSON.decode(DocumentedAction.self, from: other)
        // The form with fewer keys shows the default.
        if !other.contains("place") { #expect(read == action) }
      }
    }
    for line in [
      "{\"type\":\"setCount\",\"payload\":5}", "{\"rows\":{\"element\":{\"id\":7,\"action\":{\"toggle\":{}}}}}",
    ] {
      #expect(text.contains(line))
      #expect(throws: Never.self) { try JSON.decode(DocumentedAction.self, from: line) }
    }
  }

  @Test("The values of Foundation's types are read, and written again") func values() throws {
    func check<T: JSONCodable>(_ type: T.Type) throws {
      let row = try #require(rows(beginningWith: "\(type)`").first)
      let written = try #require(codes(in: row[1]).first)
      #expect(JSON.string(try JSON.decode(T.self, from: written)) == written)
    }
    try check(Date.self)
    try check(UUID.self)
    try check(Data.self)
    try check(URL.self)
    try check(IndexSet.self)
    try check(Timestamp.self)
    try check(UniqueID.self)
    #expect(try JSON.decode(Decimal.self, from: "\"12.50\"") == Decimal(string: "12.5"))
  }

  @Test("The example is the one below, and works") func example() throws {
    let source = try String(contentsOf: URL(filePath: #filePath), encoding: .utf8)
    let start = try #require(text.firstRange(of: "<!-- example -->\n```swift\n"))
    let end = try #require(text[start.upperBound...].firstRange(of: "```"))
    #expect(source.contains(text[start.upperBound..<end.lowerBound]))
    #expect(JSON.string(Color(red: 255, green: 128, blue: 0)) == "\"#ff8000\"")
    #expect(try JSON.decode(Color.self, from: "\"#ff8000\"") == Color(red: 255, green: 128, blue: 0))
    let error = #expect(throws: JSONError.self) { try JSON.decode([Color].self, from: "[\"red\"]") }
    #expect(error == JSONError(code: .mismatch, offset: 1, message: "a colour is a string such as \"#ff8000\""))
    #expect(JSON.string(Meters(rawValue: 2.5)) == "2.5")
  }
}

@Action private enum DocumentedAction: Equatable {
  case increment
  case setCount(Int)
  case rename(id: Int, title: String)
  case move(Int, Int)
  case place(Int, at: Double, Bool = true)
  case child(Child)
  case rows(IdentifiedAction<Int, Row>)

  @Action enum Child: Equatable { case scale(Double) }
  @Action enum Row: Equatable { case toggle }
}

struct Meters: RawRepresentable, JSONCodable, Equatable { var rawValue: Double }

/// A colour, as "#ff8000".
struct Color: Equatable { var red, green, blue: UInt8 }

extension Color: JSONCodable {
  func writeJSON(to writer: inout JSONWriter) {
    writer.write("#" + [red, green, blue].map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined())
  }

  init(json reader: inout JSONReader) throws(JSONError) {
    let wrong = reader.mismatch("a colour is a string such as \"#ff8000\"")
    let text = try reader.readString()
    guard text.utf8.count == 7, text.hasPrefix("#"), text.dropFirst().allSatisfy(\.isHexDigit),
      let number = UInt32(text.dropFirst(), radix: 16)
    else { throw wrong }
    (red, green, blue) = (UInt8(number >> 16), UInt8(number >> 8 & 255), UInt8(number & 255))
  }

  static func jsonSchema(in builder: inout JSONSchemaBuilder) -> JSONSchema {
    .string.with("pattern", "^#[0-9a-fA-F]{6}$")
  }
}
