// Patches of observers that are told once for each drain.
import Testing

@testable import Enfold

@ObservableState private struct Shelf: Equatable {
  struct Jar: Equatable, JSONCodable, Sendable {
    var grams = 0

    init(_ grams: Int) { self.grams = grams }
    init(json reader: inout JSONReader) throws(JSONError) { grams = try Int(json: &reader) }
    func writeJSON(to writer: inout JSONWriter) { grams.writeJSON(to: &writer) }
    static func jsonSchema(in builder: inout JSONSchemaBuilder) -> JSONSchema { Int.jsonSchema(in: &builder) }
  }

  var jars: ObservedDictionary<String, Jar> = ["tea": Jar(1)]
}

@Suite struct CoalescedPatchTests {
  /// Whether another observer of the same place is told of each commit.
  @Test(arguments: [true, false]) func whatHasGoneLeavesNothingToTell(hasOther: Bool) throws {
    let store = PatchedStore(Shelf())
    let other = try hasOther ? store.observe("/jars/tea") : nil
    let coalesced = try store.observe("/jars/tea", [.patch, .coalesce])
    var told = store.edits({ $0.jars["tea"]?.grams = 2 }, { $0.jars["tea"] = nil })
    #expect(told[coalesced] == ["remove "])
    if let other { #expect(told[other] == ["replace  2", "remove "]) }

    _ = store.edits({ $0.jars["tea"] = Shelf.Jar(3) })
    told = store.edits(
      { $0.jars["tea"]?.grams = 4 }, { $0.jars["tea"] = nil }, { $0.jars["tea"] = Shelf.Jar(5) },
      { $0.jars["tea"]?.grams = 6 })
    #expect(told[coalesced]?.last?.hasSuffix(" 6") == true)
    #expect(told[coalesced]?.allSatisfy { !$0.contains("4") } == true)
  }
}
