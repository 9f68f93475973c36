// UniqueID and the dependency `uuid`.
import Enfold
import Foundation
import Testing

@Suite("Unique ids") struct UniqueIDTests {
  let id = UniqueID(high: 0xF81D_4FAE_7DEC_11D0, low: 0xA765_00A0_C91E_6BF6)
  let text = "f81d4fae-7dec-11d0-a765-00a0c91e6bf6"

  @Test("The text form is that of RFC 9562")
  func textForm() {
    #expect(id.description == text)
    #expect(UniqueID(text) == id)
    #expect(UniqueID(text.uppercased()) == id)
    #expect("\(UniqueID(high: 0, low: 1))" == "00000000-0000-0000-0000-000000000001")
    #expect(UniqueID("ffffffff-ffff-ffff-ffff-ffffffffffff") == UniqueID(high: .max, low: .max))
  }

  @Test(
    "Other texts are none",
    arguments: [
      "", "f81d4fae7dec11d0a76500a0c91e6bf6", "f81d4fae-7dec-11d0-a765-00a0c91e6bf",
      "{f81d4fae-7dec-11d0-a765-00a0c91e6b}",
      "f81d4fae-7dec-11d0-a765-00a0c91e6bfg", "f81d4fae-7dec-11d0a-765-00a0c91e6bf6",
      " 81d4fae-7dec-11d0-a765-00a0c91e6bf6",
      "f81d4fae-7dec-11d0-a765-00a0c91e6bé", "f81d4fae-7dec-11d0-a765-00a0c91e６f",
    ])
  func badTexts(_ text: String) { #expect(UniqueID(text) == nil) }

  @Test("Ids are ordered like their texts")
  func order() {
    let random = RandomSource(seed: 3)
    let ids = (0..<200).map { _ in UniqueID(random: random) }
    #expect(ids.sorted().map(\.description) == ids.map(\.description).sorted())
  }

  @Test("In JSON an id is its text, as a value and as a key")
  func json() throws {
    #expect(JSON.string(id) == "\"\(text)\"")
    #expect(try JSON.decode(UniqueID.self, from: "\"\(text.uppercased())\"") == id)
    #expect(JSON.string([id: 1]) == "{\"\(text)\":1}")
    #expect(try JSON.decode([UniqueID: Int].self, from: "{\"\(text)\":1}") == [id: 1])
    #expect(throws: JSONError.self) { try JSON.decode([UniqueID: Int].self, from: "{\"\(text.uppercased())\":1}") }
    let error = #expect(throws: JSONError.self) { try JSON.decode([UniqueID].self, from: "[ \"7\"]") }
    #expect(error == JSONError(code: .mismatch, offset: 2, message: "\"7\" where a UUID is expected"))
    #expect(JSONSchemaBuilder.document(of: UniqueID.self).contains("\"type\":\"string\",\"format\":\"uuid\""))
  }

  @Test("It is Codable as its text, and does not stand in the way of Foundation's")
  func codable() throws {
    let data = try JSONEncoder().encode([id])
    #expect(String(decoding: data, as: UTF8.self) == "[\"\(text)\"]")
    #expect(try JSONDecoder().decode([UniqueID].self, from: data) == [id])
    #expect(throws: DecodingError.self) { try JSONDecoder().decode([UniqueID].self, from: Data("[\"7\"]".utf8)) }
    #expect(UUID(uuidString: text)?.uuidString.lowercased() == text)
  }

  @Test("Random ids are version 4, pinned for a seed")
  func random() {
    let uuid = DependencyValues { $0.random = RandomSource(seed: 0) }.uuid
    #expect(
      [uuid(), uuid()].map(\.description) == [
        "e220a839-7b1d-4daf-ae78-9e6aa1b965f4", "06c45d18-8009-454f-b88b-b8a8724c81ec",
      ])
    let system = DependencyValues().uuid
    let ids = (0..<100).map { _ in system() }
    #expect(Set(ids).count == 100)
    #expect(ids.allSatisfy { $0.description.dropFirst(14).first == "4" })
    #expect(ids.allSatisfy { "89ab".contains($0.description.dropFirst(19).first ?? " ") })
  }

  @Test("They are taken from the random source that is bound where they are made")
  func boundRandom() {
    let seeded = UniqueID(random: RandomSource(seed: 1))
    withDependencies(DependencyValues()) {
      @Dependency(\.uuid) var uuid
      withDependencies {
        $0.random = RandomSource(seed: 1)
      } operation: {
        #expect(uuid() == seeded)
      }
      #expect(uuid() != seeded)
    }
  }

  @Test("In tests they count from 0, in each container")
  func incrementing() {
    for _ in 0..<2 {
      let values = DependencyValues(.test)
      let ids = [values.uuid(), values.uuid()]
      #expect(
        ids.map(\.description) == ["00000000-0000-0000-0000-000000000000", "00000000-0000-0000-0000-000000000001"])
    }
  }

  @Test("They may be always the same, or one's own")
  func constant() {
    let uuid = UUIDGenerator.constant(id)
    #expect([uuid(), uuid()] == [id, id])
    #expect(DependencyValues(.test) { $0.uuid = UUIDGenerator { UniqueID(high: 1, low: 2) } }.uuid().high == 1)
  }
}
