// IdentifiedArray as a property of an observable state: what is recorded, and at which cost.
@testable import Enfold
import Testing

private struct Plain: Identifiable, Sendable {
  var id: Int
  var value = 0
}

private struct Comparing: Identifiable, Equatable, Sendable {
  nonisolated(unsafe) static var comparisons = 0
  var id: Int
  var value = 0
  static func == (lhs: Self, rhs: Self) -> Bool {
    comparisons += 1
    return lhs.id == rhs.id && lhs.value == rhs.value
  }
}

/// What the macro would write, as far as lists need it.
private protocol HandWrittenState: ObservableState, Identifiable {
  init(id: Int)
  var id: Int { get set }
  var value: Int { get set }
}

extension HandWrittenState {
  mutating func write(_ new: Int) {
    value = new
    _$changes.markWritten(1)
  }
  static func _$propertyIndex(of name: JSONPath.Token) -> Int? { nil }
  static var _$propertyNames: [String] { [] }
  mutating func _$commit(_ stamps: inout StampSource) { _$adopt(&stamps) }
  mutating func _$adopt(_ stamps: inout StampSource) {
    _$changes.bits = 0
    _$changes.stamp = stamps.take()
  }
  func writeJSON(to writer: inout JSONWriter) { writer.write(id) }
  init(json reader: inout JSONReader) throws(JSONError) { self.init(id: try Int(json: &reader)) }
  static func jsonSchema(in builder: inout JSONSchemaBuilder) -> JSONSchema { .any }
}

private struct Child: HandWrittenState {
  var _$changes = ChangeRecord()
  var id: Int
  var value = 0
  init(id: Int) { self.id = id }
}

private struct ComparingChild: HandWrittenState, Equatable {
  var _$changes = ChangeRecord()
  var id: Int
  var value = 0
  init(id: Int) { self.id = id }
}

@Suite("IdentifiedArray: change tracking", .serialized)
struct IdentifiedArrayChangeTrackingTests {
  @Test func aListOfAnyElementsIsRecordedAsWrittenWithoutBeingKept() {
    let plain = IdentifiedArray(uniqueElements: [Plain(id: 1)])
    let comparing = IdentifiedArray(uniqueElements: [Comparing(id: 1)])
    let children = IdentifiedArray(uniqueElements: [Child(id: 1)])
    let comparingChildren = IdentifiedArray(uniqueElements: [ComparingChild(id: 1)])
    // The types tell that nothing was kept, and that no call is ambiguous.
    let unknowns: [ChangeTracking.Unknown] = [
      ChangeTracking.before(plain), ChangeTracking.before(comparing), ChangeTracking.before(children),
      ChangeTracking.before(comparingChildren), ChangeTracking.before(Optional(plain)),
      ChangeTracking.before(Optional(comparing)), ChangeTracking.before(Optional(children)),
      ChangeTracking.before(Optional(comparingChildren)),
    ]
    #expect(unknowns.count == 8)

    var record = ChangeRecord()
    var list = comparing
    let before = ChangeTracking.before(list)
    list[id: 1]?.value = 5
    ChangeTracking.after(&list, before, property: 3, in: &record)
    #expect(record.bits == 8)
    var maybe = Optional(children)
    let nothing = ChangeTracking.before(maybe)
    maybe?[id: 1]?.write(5)
    ChangeTracking.after(&maybe, nothing, property: 1, in: &record)
    #expect(record.bits == 10)
  }

  @Test func aWriteInPlaceComparesNoElement() {
    var list = IdentifiedArray(uniqueElements: (0..<100).map { Comparing(id: $0) })
    Comparing.comparisons = 0
    var record = ChangeRecord()
    let before = ChangeTracking.before(list)
    list[id: 50]?.value = 1
    ChangeTracking.after(&list, before, property: 0, in: &record)
    #expect(Comparing.comparisons == 0)
  }

  @Test func anEqualListAssignedIsNoChange() {
    var record = ChangeRecord()
    var comparing = IdentifiedArray(uniqueElements: [Comparing(id: 1)])
    ChangeTracking.set(&comparing, to: [Comparing(id: 1)], property: 0, in: &record)
    var children = IdentifiedArray(uniqueElements: [ComparingChild(id: 1)])
    ChangeTracking.set(&children, to: [ComparingChild(id: 1)], property: 0, in: &record)
    #expect(record.bits == 0)
    ChangeTracking.set(&children, to: [ComparingChild(id: 2)], property: 0, in: &record)
    #expect(record.bits == 1 && children[id: 2] != nil)

    Comparing.comparisons = 0
    ChangeTracking.set(&comparing, to: [Comparing(id: 1), Comparing(id: 2)], property: 1, in: &record)
    #expect(record.bits == 3 && Comparing.comparisons == 0, "other counts need no comparison")

    var plain = IdentifiedArray(uniqueElements: [Plain(id: 1)])
    ChangeTracking.set(&plain, to: plain, property: 2, in: &record)
    var maybe: IdentifiedArrayOf<Child>?
    ChangeTracking.set(&maybe, to: [Child(id: 1)], property: 3, in: &record)
    #expect(record.bits == 15, "what does not compare is written")
  }

  @Test func adoptingGivesEveryElementAStamp() {
    var stamps = StampSource(store: 1)
    var list = IdentifiedArray(uniqueElements: (0..<3).map { Child(id: $0) })
    list[0].write(1)
    ChangeTracking.adopt(&list, &stamps)
    #expect(Set(list.map(\._$changes.stamp)).count == 3 && list.allSatisfy { $0._$changes.stamp != 0 })
    #expect(list.allSatisfy { $0._$changes.bits == 0 })
    var maybe: IdentifiedArrayOf<ComparingChild>? = [ComparingChild(id: 1)]
    ChangeTracking.adopt(&maybe, &stamps)
    #expect(maybe?[0]._$changes.stamp != 0)
  }

  @Test func committingStampsOnlyWhatWasWrittenOrIsNew() {
    var stamps = StampSource(store: 1)
    var list = IdentifiedArray(uniqueElements: (0..<4).map { Child(id: $0) })
    ChangeTracking.adopt(&list, &stamps)
    let old = list.map(\._$changes.stamp)
    list[id: 1]?.write(7)
    list.append(Child(id: 9))
    ChangeTracking.commit(&list, &stamps)
    let new = list.map(\._$changes.stamp)
    #expect([0, 2, 3].allSatisfy { new[$0] == old[$0] })
    #expect(new[1] != old[1] && new[4] != 0 && list.allSatisfy { $0._$changes.bits == 0 })
    #expect(list.isConsistent)

    var maybe = Optional(list)
    maybe?[id: 3]?.write(1)
    ChangeTracking.commit(&maybe, &stamps)
    #expect(maybe?[id: 3]?._$changes.stamp != new[3] && maybe?[id: 0]?._$changes.stamp == new[0])
  }

  @Test func committingAnUntouchedListCopiesNothing() {
    var stamps = StampSource(store: 1)
    var list = IdentifiedArray(uniqueElements: (0..<4).map { Child(id: $0) })
    ChangeTracking.adopt(&list, &stamps)
    let copy = list
    ChangeTracking.commit(&list, &stamps)
    let addresses = [list, copy].map { $0.withContiguousStorageIfAvailable { UnsafeRawPointer($0.baseAddress) } }
    #expect(addresses[0] == addresses[1])
    var plain = IdentifiedArray(uniqueElements: [Plain(id: 1)])
    ChangeTracking.commit(&plain, &stamps)
    ChangeTracking.adopt(&plain, &stamps)
  }
}
