// IdentifiedArray: each change is recorded as the shortest list of operations.
@testable import Enfold
import Testing

@Suite("IdentifiedArray: recorded edits")
struct IdentifiedArrayRecordingTests {
  var rows = adoptedRows(6)

  private func edits(
    removed: [Int] = [], inserted: [Int] = [], written: [Int] = [], left: [Int] = []
  ) -> RecordedEdits {
    RecordedEdits(removed: removed, inserted: inserted, written: written, left: left)
  }

  @Test mutating func aWriteIsRecordedWhereItHappened() {
    #expect(!rows._$hasEdits && rows._$firstShift == 6)
    rows[id: 20]?.value = 7
    #expect(rows.edits == edits(written: [2]) && rows._$hasEdits && !rows._$isRestructured && rows._$firstShift == 6)
    #expect(rows[2]._$changes.stamp != 0 && rows[2]._$changes.bits == 0b10)
    rows[0].value = 8
    rows[id: 20]?.value = 9
    rows[id: 20] = EditedRow(id: 20, value: 10)
    #expect(rows.edits == edits(written: [0, 2]) && rows[2]._$changes.stamp == 0)
  }

  @Test mutating func whatChangesNothingIsNotRecorded() {
    rows[id: 20]?.value = 2
    rows[0].value += 0
    rows[id: 99]?.value = 1
    rows[id: 30] = rows[id: 30]
    rows[4] = rows[4]
    rows.updateOrAppend(rows[5])
    rows.append(EditedRow(id: 20))
    rows.insert(EditedRow(id: 20), at: 0)
    rows[id: 99] = nil
    rows.remove(id: 99)
    rows.remove(atOffsets: [99])
    rows.removeAll { _ in false }
    rows.removeSubrange(3..<3)
    rows.swapAt(2, 2)
    rows.move(from: 1, to: 1)
    rows.move(fromOffsets: [2], toOffset: 3)
    rows.sort { $0.id < $1.id }
    rows = rows.filter { _ in true }
    #expect(rows.edits == edits() && !rows._$hasEdits)
  }

  @Test mutating func insertionsAreAtTheirFinalPositions() {
    rows.append(EditedRow(id: 1))
    #expect(rows.edits == edits(inserted: [6]) && rows._$firstShift == 6)
    rows.insert(EditedRow(id: 2), at: 2)
    #expect(rows.edits == edits(inserted: [2, 7]) && rows._$firstShift == 2)
    rows.insert(contentsOf: [EditedRow(id: 3), EditedRow(id: 20), EditedRow(id: 4)], at: 0)
    rows[id: 5] = EditedRow(id: 5)
    rows.updateOrAppend(EditedRow(id: 6))
    rows.updateOrInsert(EditedRow(id: 7), at: 12)
    #expect(rows.edits == edits(inserted: [0, 1, 4, 9, 10, 11, 12]) && rows._$firstShift == 0)
    rows[id: 2]?.value = 1
    #expect(rows.edits?.written == [], "new elements are not written")
  }

  @Test mutating func removalsAreAtTheirOriginalPositionsFromTheEnd() {
    rows.remove(at: 1)
    rows.remove(id: 50)
    rows[id: 30] = nil
    #expect(rows.edits == edits(removed: [5, 3, 1], left: [10, 50, 30]) && rows._$firstShift == 1)
    rows[id: 40]?.value = 9
    #expect(rows.edits?.written == [2])
    rows.removeLast()
    #expect(rows.edits == edits(removed: [5, 4, 3, 1], left: [10, 50, 30, 40]), "what is gone was not written")
    rows.removeFirst()
    rows.removeLast(1)
    #expect(rows.isEmpty && rows.edits?.removed == [5, 4, 3, 2, 1, 0])
    rows.append(EditedRow(id: 0))
    #expect(rows.edits?.inserted == [0] && rows.edits?.left == [10, 50, 30, 40, 20], "id 0 is back")
  }

  @Test mutating func anElementRemovedThroughAnAccessIsARemoval() {
    func clear(_ row: inout EditedRow?) { row = nil }
    func fill(_ row: inout EditedRow?, _ new: EditedRow) { row = new }
    clear(&rows[id: 0])
    clear(&rows[id: 99])
    #expect(rows.edits == edits(removed: [0], left: [0]))
    fill(&rows[id: 7], EditedRow(id: 8))
    #expect(rows.edits == edits(removed: [0], inserted: [5], left: [0]) && rows[5].id == 8)

    var one = adoptedRows(1)
    one[id: 0]?.value = 0
    #expect(one.edits == edits())
    one[id: 0]?.value = 1
    #expect(one.edits == edits(written: [0]) && one[0]._$changes.stamp != 0 && one.isConsistent)
    clear(&one[id: 0])
    #expect(one.edits == edits(removed: [0], left: [0]) && one.isConsistent)
  }

  @Test mutating func severalRemovalsAreOnePass() {
    rows.removeAll { $0.id % 20 == 0 }
    #expect(rows.edits == edits(removed: [4, 2, 0], left: [0, 20, 40]) && rows.map(\.id) == [10, 30, 50])
    rows = adoptedRows(6)
    rows.remove(atOffsets: [4, 1, 1, 9, 2])
    #expect(rows.edits == edits(removed: [4, 2, 1], left: [10, 20, 40]) && rows.map(\.id) == [0, 30, 50])
    rows = adoptedRows(6)
    rows.removeSubrange(1...3)
    #expect(rows.edits == edits(removed: [3, 2, 1], left: [10, 20, 30]))
    rows.removeAll()
    #expect(rows.edits == edits(removed: [5, 4, 3, 2, 1, 0], left: [10, 20, 30, 0, 40, 50]))
    rows = adoptedRows(6)
    rows = rows.filter { $0.id > 10 }
    #expect(rows.edits == edits(removed: [1, 0], left: [0, 10]))
  }

  @Test mutating func whatIsInsertedAndRemovedWasNeverThere() {
    rows.append(EditedRow(id: 1))
    rows.insert(EditedRow(id: 2), at: 3)
    rows[id: 2]?.value = 5
    rows.remove(id: 1)
    rows.remove(id: 2)
    #expect(rows.edits == edits() && !rows._$isRestructured && !rows._$hasEdits)
  }

  @Test mutating func aMoveIsOneRemovalAndOneInsertion() {
    rows.move(from: 1, to: 4)
    #expect(rows.edits == edits(removed: [1], inserted: [4]) && rows[4]._$changes.stamp != 0)
    rows[id: 10]?.value = 5
    #expect(rows.edits == edits(removed: [1], inserted: [4]) && rows[4]._$changes.bits == 0b10)
    rows = adoptedRows(6)
    rows.move(fromOffsets: [4, 0], toOffset: 2)
    #expect(rows.map(\.id) == [10, 0, 40, 20, 30, 50])
    #expect(rows.edits?.removed.count == 2 && rows.edits?.inserted.count == 2 && rows.edits?.left == [])
    rows = adoptedRows(6)
    rows.move(fromOffsets: [1, 2, 3, 4, 5], toOffset: 0)
    #expect(rows.edits == edits(removed: [0], inserted: [5]), "the fewest move")
  }

  @Test mutating func reorderingMovesTheFewestElements() {
    rows[0].id = 25
    rows.sort { $0.id < $1.id }
    #expect(rows.map(\.id) == [10, 20, 25, 30, 40, 50])
    #expect(rows.edits == edits(removed: [0], inserted: [2], left: [0]))
    rows = adoptedRows(6)
    rows.reverse()
    #expect(rows.edits?.removed.count == 5 && rows.edits?.inserted.count == 5 && rows.edits?.left == [])
    rows = adoptedRows(6)
    #expect(rows.partition { $0.id == 20 } == 5)
    #expect(rows.edits?.left == [] && rows.edits?.written == [])
  }

  @Test mutating func exchangedElementsAreReplacedWhereTheyStand() {
    rows.swapAt(1, 4)
    #expect(rows.edits == edits(written: [1, 4]) && rows._$firstShift == 6)
    #expect(rows[1]._$changes.stamp == 0 && rows[4]._$changes.stamp == 0)
    rows.remove(at: 1)
    #expect(rows.edits == edits(removed: [1], written: [3], left: [40]))
  }

  @Test mutating func anotherIDIsAReplacementAndTheOldOneLeft() {
    rows[id: 20]?.id = 1
    rows[3].id = 2
    #expect(rows.edits == edits(written: [2, 3], left: [20, 30]) && rows[2]._$changes.stamp == 0)
    rows[3].id = 3
    rows[2].id = 20
    #expect(rows.edits == edits(written: [2, 3], left: [30]), "2 was not there at the last commit; 20 is back")
    rows[3].id = 50
    #expect(rows.edits == edits(removed: [5], written: [2, 3], left: [30]), "the other 50 has gone")
  }

  @Test mutating func anElementAssignedToAPositionReplacesTheOneThere() {
    rows[1] = EditedRow(id: 7)
    #expect(rows.edits == edits(written: [1], left: [10]) && rows[1]._$changes.stamp == 0)
    rows.update(EditedRow(id: 40), at: 0)
    #expect(rows.map(\.id) == [40, 7, 20, 30, 0, 50] && rows.edits == edits(written: [0, 1, 4], left: [10]))
  }

  @Test mutating func newElementsOfAnyOriginHaveNoStamp() {
    let stranger = adoptedRows(1)[0]
    rows.remove(id: 0)
    rows.append(stranger)
    rows.insert(adoptedRows(20)[19], at: 0)
    rows[id: 20] = adoptedRows(3)[2]
    #expect(rows[2]._$changes.stamp != 0, "it has the same JSON")
    var other = adoptedRows(2)[1]
    other.value = 5
    rows[id: 10] = other
    #expect([0, 1, 6].allSatisfy { rows[$0]._$changes.stamp == 0 } && rows.edits?.written == [1])
  }

  @Test func elementsWithoutARecordAreComparedByTheirJSON() {
    var stamps = StampSource()
    var comparing = IdentifiedArray(uniqueElements: (0..<3).map { ComparingRow(id: $0) })
    var plain = IdentifiedArray(uniqueElements: (0..<3).map { PlainRow(id: $0) })
    ChangeTracking.adopt(&comparing, &stamps)
    ChangeTracking.adopt(&plain, &stamps)
    comparing[id: 0]?.value = 0
    comparing[1].value = 0
    comparing[2] = ComparingRow(id: 2)
    plain[id: 0]?.value = 0
    plain[1].value = 0
    plain[2] = PlainRow(id: 2)
    #expect(comparing.edits == edits() && plain.edits == edits())
    comparing[id: 0]?.value = 1
    comparing[1].value = 1
    comparing[2] = ComparingRow(id: 2, value: 1)
    plain[id: 0]?.value = 1
    plain[1].value = 1
    plain[2] = PlainRow(id: 2, value: 1)
    #expect(comparing.edits == edits(written: [0, 1, 2]) && plain.edits == edits(written: [0, 1, 2]))
  }
}
