// IdentifiedArray: its JSON form, and paths into it.
import Enfold
import Testing

@Suite("IdentifiedArray: JSON")
struct IdentifiedArrayJSONTests {
  let list: IdentifiedArrayOf<Item> = [Item(1, "a"), Item(7, "b"), Item(30, "a")]

  private func at(_ pointer: String) throws -> String? { JSON.string(list, at: try JSONPath(pointer: pointer)) }

  @Test func itIsAnArray() throws {
    let text = #"[{"id":1,"name":"a"},{"id":7,"name":"b"},{"id":30,"name":"a"}]"#
    #expect(JSON.string(list) == text)
    #expect(try JSON.decode(IdentifiedArrayOf<Item>.self, from: text) == list)
    #expect(
      JSONSchemaBuilder.document(of: IdentifiedArrayOf<Item>.self) == JSONSchemaBuilder.document(of: [Item].self))
  }

  @Test func duplicateIDsAreAMismatchAtTheSecondElement() {
    #expect(throws: JSONError(code: .mismatch, offset: 23, message: "element 2 has the id 7 of element 0")) {
      try JSON.decode(IdentifiedArrayOf<Item>.self, from: #"[{"id":7}, {"id":1},   {"id":7}]"#)
    }
  }

  @Test func theIDInAnErrorIsQuotedAndShortened() throws {
    struct Named: Identifiable, JSONDecodable {
      var id: String
      init(json reader: inout JSONReader) throws(JSONError) { id = try reader.readString() }
    }
    let id = String(repeating: "x", count: 200)
    let error = #expect(throws: JSONError.self) {
      try JSON.decode(IdentifiedArrayOf<Named>.self, from: "[\"\(id)\",\"\(id)\"]")
    }
    #expect(error?.message == "element 1 has the id \"\(id.prefix(59))… of element 0")
  }

  @Test func tokensSelectByIndexAndByProperty() throws {
    #expect(try at("") == JSON.string(list))
    #expect(try at("/1") == #"{"id":7,"name":"b"}"#)
    #expect(try at("/3") == nil)
    #expect(try at("/-") == nil)
    #expect(try at("/id=7/name") == #""b""#)
    #expect(try at("/id=8") == nil)
    #expect(try at("/id=7/none") == nil)
    #expect(try at("/name=b/id") == "7")
    #expect(try at("/name=a/id") == "1", "the first one")
    #expect(try at("/none=a") == nil)
  }

  @Test(arguments: ["+7", "07", "7.0", " 7", "", "x", "99999999999999999999"])
  func anIDIsSelectedOnlyAsItIsWritten(_ text: String) {
    #expect(list.position(of: JSONPath.Token("id=\(text)")) == nil)
    #expect(list.elements.position(of: JSONPath.Token("id=\(text)")) == nil)
  }

  @Test func idsOfEveryJSONTypeSelect() {
    enum Color: String, CaseIterable, Sendable, JSONEncodable, JSONDecodable, JSONDescribable { case red, green }
    struct Key: RawRepresentable, Hashable, Sendable, JSONEncodable, JSONDecodable, JSONDescribable {
      var rawValue: UInt8
    }
    let strings = IdentifiedArray(uniqueElements: ["a", "7", "true", "e\u{301}"].map { Tagged(id: $0) })
    #expect(strings.position(of: .init("id=7")) == 1)
    #expect(strings.position(of: .init("id=true")) == 2)
    #expect(strings.position(of: .init("id=e\u{301}")) == 3)
    #expect(strings.position(of: .init("id=\u{e9}")) == nil, "other bytes")
    let colors = IdentifiedArray(uniqueElements: Color.allCases.map { Tagged(id: $0) })
    #expect(colors.position(of: .init("id=green")) == 1)
    #expect(colors.position(of: .init("id=blue")) == nil)
    let keys = IdentifiedArray(uniqueElements: (0..<9).map { Tagged(id: Key(rawValue: $0)) })
    #expect(keys.position(of: .init("id=8")) == 8)
    #expect(keys.position(of: .init("id=9")) == nil)
    let flags = IdentifiedArray(uniqueElements: [Tagged(id: false), Tagged(id: true)])
    #expect(flags.position(of: .init("id=true")) == 1)
    let optionals = IdentifiedArray(uniqueElements: [Tagged(id: 1), Tagged(id: nil)])
    #expect(optionals.position(of: .init("id=null")) == 1)
    let pairs = IdentifiedArray(uniqueElements: [Tagged(id: [1]), Tagged(id: [1, 2])])
    #expect(pairs.position(of: .init("id=[1,2]")) == 1)
  }

  @Test func aPropertyThatIsOnlyCalledIDIsSearched() {
    /// Its `id` is the name; its JSON has another "id".
    struct Odd: Identifiable, JSONEncodable {
      var item: Item
      var id: String { item.name }
      func writeJSON(to writer: inout JSONWriter) { item.writeJSON(to: &writer) }
      func writeJSON(at path: JSONPath, to writer: inout JSONWriter) -> Bool {
        item.writeJSON(at: path, to: &writer)
      }
    }
    let odd = IdentifiedArray(uniqueElements: [Odd(item: Item(1, "2")), Odd(item: Item(2, "3"))])
    #expect(odd.position(of: .init("id=2")) == 1)
    #expect(odd.position(of: .init("id=3")) == nil)
    let byName = IdentifiedArray(uniqueElements: list.dropLast(), id: \.name)
    #expect(byName.position(of: .init("id=7")) == 1)
    #expect(byName.position(of: .init("name=b")) == 1)
  }

  @Test func aSelectionByIDLooksAtNoOtherElement() {
    let count = 1_000
    let list = IdentifiedArray(uniqueElements: (0..<count).map { Probe(id: $0) })
    Probe.reads = 0
    #expect(list.position(of: .init("id=999")) == 999)
    #expect(list.position(of: .init("id=1000")) == nil)
    #expect(Probe.reads <= 4)
    #expect(list.position(of: .init("other=1000")) == nil)
    #expect(Probe.reads >= count)
  }

  @Test(arguments: ["", "/0", "/id=7", "/id=7/name", "/name=x/id", "/7/none", "/none=7", "/x", "/-"])
  func allowedPathsAreThoseOfAnArray(_ pointer: String) throws {
    let path = try JSONPath(pointer: pointer)
    #expect(IdentifiedArrayOf<Item>.jsonAllows(path) == [Item].jsonAllows(path))
    #expect(IdentifiedArrayOf<Item>.jsonAllows(path) == !["/7/none", "/none=7", "/x", "/-"].contains(pointer))
  }
}

/// An element that counts how often its properties are asked for. Only one test does.
private struct Probe: Identifiable, JSONEncodable {
  nonisolated(unsafe) static var reads = 0
  var id: Int

  func writeJSON(to writer: inout JSONWriter) { writer.literal("{}") }
  func writeJSON(at path: JSONPath, to writer: inout JSONWriter) -> Bool {
    Probe.reads += 1
    guard let name = path.first, name == "id" else { return false }
    writer.write(id)
    return true
  }
}
