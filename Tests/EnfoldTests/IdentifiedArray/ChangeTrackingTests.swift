// IdentifiedArray as a property of an observable state: what its accessors record.
@testable import Enfold
import Testing

@ObservableState private struct Lists {
  var rows: IdentifiedArrayOf<EditedRow> = []
  var opaque: IdentifiedArrayOf<OpaqueRow> = []
  var comparing: IdentifiedArrayOf<Tagged<Int>> = []
  var maybe: IdentifiedArrayOf<EditedRow>?
}

@Suite("IdentifiedArray: change tracking")
struct IdentifiedArrayChangeTrackingTests {
  private var stamps = StampSource()
  private var state = Lists()

  init() {
    state.rows = IdentifiedArray(uniqueElements: (0..<4).map { EditedRow(id: $0) })
    state.opaque = IdentifiedArray(uniqueElements: (0..<4).map { OpaqueRow(id: $0) })
    state.comparing = IdentifiedArray(uniqueElements: (0..<4).map { Tagged(id: $0) })
    state._$adopt(&stamps)
  }

  private var written: UInt64 { state._$changes.bits }

  @Test func listsOfEveryKindOfElementAreRememberedByTheirStampAlone() {
    var stamps = StampSource()
    let record = ChangeRecord()
    func check<ID, Element>(
      _ descents: [ChangeTracking.Descent], _ list: IdentifiedArray<ID, Element>,
      _ maybe: IdentifiedArray<ID, Element>?
    ) {
      #expect(descents.map(\.stamp) == [list._$stamp, maybe?._$stamp] && list._$stamp != 0 && maybe?._$stamp != 0)
    }
    // The type of the array says that no call is ambiguous, and that nothing is kept.
    var (rows, someRows) = (IdentifiedArrayOf<EditedRow>(), Optional(IdentifiedArrayOf<EditedRow>()))
    ChangeTracking.adopt(&rows, &stamps)
    ChangeTracking.commit(&someRows, &stamps)
    check(
      [
        ChangeTracking.before(rows, property: 0, in: record), ChangeTracking.before(someRows, property: 0, in: record),
      ], rows, someRows)
    var (opaque, someOpaque) = (IdentifiedArrayOf<OpaqueRow>(), Optional(IdentifiedArrayOf<OpaqueRow>()))
    ChangeTracking.adopt(&opaque, &stamps)
    ChangeTracking.commit(&someOpaque, &stamps)
    check(
      [
        ChangeTracking.before(opaque, property: 0, in: record),
        ChangeTracking.before(someOpaque, property: 0, in: record),
      ], opaque, someOpaque)
    var (comparing, someComparing) = (IdentifiedArrayOf<ComparingRow>(), Optional(IdentifiedArrayOf<ComparingRow>()))
    ChangeTracking.commit(&comparing, &stamps)
    ChangeTracking.adopt(&someComparing, &stamps)
    check(
      [
        ChangeTracking.before(comparing, property: 0, in: record),
        ChangeTracking.before(someComparing, property: 0, in: record),
      ], comparing, someComparing)
    var (plain, somePlain) = (IdentifiedArrayOf<PlainRow>(), Optional(IdentifiedArrayOf<PlainRow>()))
    ChangeTracking.commit(&plain, &stamps)
    ChangeTracking.adopt(&somePlain, &stamps)
    check(
      [
        ChangeTracking.before(plain, property: 0, in: record),
        ChangeTracking.before(somePlain, property: 0, in: record),
      ], plain, somePlain)
  }

  @Test mutating func anAccessThatChangesNothingIsNotRecorded() {
    state.rows[id: 1]?.value = 0
    state.rows[id: 99]?.value = 1
    state.comparing[0].id = 0
    state.opaque.removeAll { _ in false }
    #expect(written == 0)
    state.rows[id: 1]?.value = 1
    state.comparing[0].id = 9
    #expect(written == 0b101 && state.rows.edits?.written == [1] && state.comparing.edits?.left == [0])
    state._$commit(&stamps)
    #expect(written == 0 && !state.rows._$hasEdits && !state.comparing._$hasEdits)
  }

  @Test mutating func aListOfUnknownContentIsRecordedWheneverItIsAccessed() {
    var fresh = Lists()
    fresh.rows.removeAll()
    #expect(fresh._$changes.bits == 1)
    state.rows = [EditedRow(id: 7)]
    #expect(written == 1 && state.rows._$stamp == 0)
    state._$commit(&stamps)
    #expect(state.rows._$stamp != 0 && state.rows[0]._$changes.stamp != 0)
  }

  @Test mutating func aListWithTheSameJSONAssignedIsNoChangeAndTheRecordGoesOn() {
    state.rows[1].value = 5
    state._$changes.bits = 0
    let stamp = state.rows._$stamp
    var other = state.rows
    var stamps = self.stamps
    ChangeTracking.adopt(&other, &stamps)
    state.rows = other
    state.comparing = IdentifiedArray(uniqueElements: (0..<4).map { Tagged(id: $0) })
    #expect(written == 0 && state.rows._$stamp == stamp && state.rows.edits?.written == [1])
    #expect(state.rows.allSatisfy { $0._$changes.stamp == 0 }, "of other descent")
    state.rows[3].value = 1
    state.comparing.removeLast()
    #expect(written == 0b101 && state.rows.edits?.written == [1, 3] && state.comparing.edits?.removed == [3])

    var fresh = Lists()
    fresh.rows = []
    #expect(fresh._$changes.bits == 0)
    state.opaque = IdentifiedArray(uniqueElements: state.opaque.elements)
    #expect(written == 0b101 && state.opaque._$stamp != 0, "it has the same JSON, and needs no ==")
  }

  @Test mutating func aChangedCopyAssignedBackKeepsItsDescent() {
    var copy = state.rows
    copy[id: 2]?.value = 5
    copy.append(EditedRow(id: 9))
    #expect(written == 0)
    state.rows = copy
    #expect(written == 1 && state.rows.edits == RecordedEdits(inserted: [4], written: [2]))
    state.opaque = state.opaque.filter { $0.id != 1 }
    #expect(written == 0b11 && state.opaque.edits == RecordedEdits(removed: [1], left: [1]))
  }

  @Test mutating func aCopyOfBeforeACommitIsOfUnknownContent() {
    let (copy, opaque) = (state.rows, state.opaque)
    state.rows[0].value = 5
    state.opaque[0].value = 5
    state._$commit(&stamps)
    state.rows = copy
    state.opaque = opaque
    #expect(written == 0b11 && state.rows._$stamp == 0 && state.opaque._$stamp == 0)
  }

  @Test mutating func aListOfOtherDescentPutThereInAnAccessIsOfUnknownContent() {
    func replace<T>(_ value: inout T, _ new: T) { value = new }
    replace(&state.rows, adoptedRows(4))
    #expect(written == 1 && state.rows._$stamp == 0)
  }

  @Test mutating func optionalListsComeAndGo() {
    state.maybe = nil
    state.maybe?.removeAll()
    #expect(written == 0)
    state.maybe = adoptedRows(3)
    #expect(written == 0b1000 && state.maybe?._$stamp == 0)
    state._$commit(&stamps)
    state.maybe?[1].value = 1
    state.maybe = state.maybe
    #expect(written == 0 && state.maybe?.edits == RecordedEdits())
    let copy = state.maybe
    state.maybe?[1].value = 2
    #expect(written == 0b1000 && state.maybe?.edits?.written == [1])
    state.maybe = nil
    state.maybe = copy
    #expect(state.maybe?._$stamp == 0, "nil was in between")
    state._$commit(&stamps)
    state.maybe = IdentifiedArray(uniqueElements: copy?.elements ?? [])
    #expect(written == 0 && state.maybe?._$stamp != 0)
    state.maybe = nil
    #expect(written == 0b1000)
  }

  @Test mutating func aWriteInPlaceCopiesNothing() {
    func address() -> UnsafeRawPointer? {
      state.rows.withContiguousStorageIfAvailable { UnsafeRawPointer($0.baseAddress) } ?? nil
    }
    let before = address()
    state.rows[id: 2]?.value = 5
    state.rows[1].value = 6
    state._$commit(&stamps)
    state.rows[id: 2]?.value = 7
    #expect(address() == before)
  }
}
