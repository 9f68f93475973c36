// IdentifiedArray: adopting and committing, what copies share, and when the record is given up.
@testable import Enfold
import Testing

@Suite("IdentifiedArray: commits")
struct IdentifiedArrayCommittingTests {
  var stamps = StampSource()
  var rows = adoptedRows(10)

  @Test func aListThatWasNeverAdoptedRecordsNothing() {
    var list = IdentifiedArray(uniqueElements: [EditedRow(id: 1), EditedRow(id: 2)])
    list[0].value = 1
    list.swapAt(0, 1)
    list.removeLast()
    #expect(list._$stamp == 0 && !list._$hasEdits && !list._$isRestructured && list._$firstShift == 1)
    #expect(list.edits == nil && list.changes == nil)
  }

  @Test func adoptingGivesTheListAndEveryStateInItAStamp() {
    var stamps = StampSource()
    var list = IdentifiedArray(uniqueElements: [OpaqueRow(id: 1), OpaqueRow(id: 2)])
    list[0].value = 3
    ChangeTracking.adopt(&list, &stamps)
    #expect(Set(list.map(\._$changes.stamp) + [list._$stamp, 0]).count == 4)
    #expect(list.allSatisfy { $0._$changes.bits == 0 } && !list._$hasEdits)
  }

  @Test mutating func aCommitStampsWhatWasTouchedAndClearsTheRecord() {
    let (stamp, old) = (rows._$stamp, rows.map(\._$changes.stamp))
    rows[id: 10]?.value = 7
    rows.append(EditedRow(id: 5))
    rows.move(from: 4, to: 3)
    rows.swapAt(0, 9)
    ChangeTracking.commit(&rows, &stamps)
    let new = rows.map(\._$changes.stamp)
    #expect(rows._$stamp != stamp && rows._$stamp != 0 && rows.edits == RecordedEdits())
    #expect(rows.allSatisfy { $0._$changes.stamp != 0 && $0._$written == 0 })
    #expect([2, 5, 6, 7, 8].allSatisfy { new[$0] == old[$0] }, "untouched")
    #expect(new[3] == old[4] && new[4] == old[3], "moved as it was")
    #expect(Set(new).subtracting(old).count == 4)
    rows[2].value = 50
    #expect(rows.edits?.written == [2])
  }

  @Test mutating func aCommitOfNothingKeepsTheStampAndCopiesNothing() {
    let (copy, stamp) = (rows, rows._$stamp)
    ChangeTracking.commit(&rows, &stamps)
    #expect(rows._$stamp == stamp && rows.changes === copy.changes)
    let addresses = [rows, copy].map { $0.withContiguousStorageIfAvailable { UnsafeRawPointer($0.baseAddress) } }
    #expect(addresses[0] == addresses[1])
  }

  @Test mutating func aCommitOfUnknownContentAdopts() {
    rows._$forget()
    rows[0].value = 9
    #expect(rows._$stamp == 0 && !rows._$hasEdits)
    ChangeTracking.commit(&rows, &stamps)
    #expect(rows._$stamp != 0 && rows[0]._$written == 0)
    var plain: IdentifiedArrayOf<PlainRow>? = [PlainRow(id: 1)]
    ChangeTracking.commit(&plain, &stamps)
    plain?[0].value = 1
    #expect(plain?.edits?.written == [0])
  }

  @Test mutating func copiesRecordForThemselves() {
    rows[0].value = 100
    var copy = rows
    copy[1].value = 100
    copy.removeLast()
    rows[2].value = 100
    #expect(rows.edits?.written == [0, 2] && rows.edits?.removed == [])
    #expect(copy.edits?.written == [0, 1] && copy.edits?.removed == [9])
    ChangeTracking.commit(&rows, &stamps)
    #expect(copy.edits?.written == [0, 1] && rows.edits == RecordedEdits() && copy._$stamp != rows._$stamp)
  }

  @Test mutating func theRecordIsWrittenInPlaceAsLongAsItIsNotShared() {
    let changes = rows.changes.map { ObjectIdentifier($0) }
    rows[id: 30]?.value = 1
    rows.append(EditedRow(id: 1))
    rows.move(from: 0, to: 3)
    rows.remove(at: 0)
    ChangeTracking.commit(&rows, &stamps)
    rows[0].value = 77
    #expect(rows.changes.map { ObjectIdentifier($0) } == changes)
  }

  @Test func aThousandAppendsAreOneRun() {
    var rows = adoptedRows(10_000)
    for id in 0..<1_000 { rows.append(EditedRow(id: -1 - id)) }
    #expect(rows.changes?.pieces.runs.count == 2)
    #expect(rows.edits?.inserted == Array(10_000..<11_000) && rows._$firstShift == 10_000)
    rows.removeLast(1_000)
    #expect(!rows._$hasEdits)
  }

  @Test func moreStructureThanAReplacementIsWorthIsUnknownContent() {
    var rows = adoptedRows(100)
    for _ in 0..<33 { rows.removeLast() }
    #expect(rows.edits?.removed.count == 33)
    rows.removeLast()
    #expect(rows._$stamp == 0 && rows.changes == nil)
    rows.append(EditedRow(id: 1))
    #expect(rows._$stamp == 0)
    ChangeTracking.commit(&rows, &StampSource.test)
    #expect(rows.edits == RecordedEdits())

    rows = adoptedRows(100)
    rows.reverse()
    #expect(rows._$stamp == 0)
    rows = adoptedRows(4)
    rows.append(contentsOf: (0..<16).map { EditedRow(id: -1 - $0) })
    #expect(rows.edits?.inserted.count == 16)
    rows.append(EditedRow(id: 1))
    #expect(rows._$stamp == 0)
    rows = adoptedRows(100)
    rows = rows.filter { $0.id < 50 }
    #expect(rows._$stamp == 0)
  }

  @Test func writesDoNotGrowTheRecordWithoutEnd() {
    var rows = adoptedRows(8)
    for step in 0..<10_000 { rows[step % 7].value += 1 }
    #expect(rows.edits?.written == Array(0..<7))
    #expect((rows.changes?.written.count ?? 0) <= 2 * 8 + 17)
  }

  @Test func theRecordIsInvisible() {
    let list: IdentifiedArrayOf<ComparingRow> = [ComparingRow(id: 1), ComparingRow(id: 2)]
    var other = list
    ChangeTracking.adopt(&other, &StampSource.test)
    other.append(ComparingRow(id: 3))
    other[0].value = 5
    other[0].value = 0
    other.removeLast()
    #expect(other._$hasEdits && other == list && "\(other)" == "\(list)")
    #expect(String(reflecting: other) == String(reflecting: list) && Mirror(reflecting: other).children.count == 2)
    #expect(rows == IdentifiedArray(uniqueElements: rows.elements) && JSON.string(rows) == JSON.string(rows.elements))
  }
}

extension StampSource {
  /// Stamps for a test that needs them once.
  static var test: StampSource {
    get { StampSource() }
    set {}
  }
}
