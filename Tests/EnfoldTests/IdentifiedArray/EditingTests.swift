// IdentifiedArray: adding, changing, removing and moving elements.
import Enfold
import Testing

@Suite("IdentifiedArray: editing")
struct IdentifiedArrayEditingTests {
  var list: IdentifiedArrayOf<Item> = [Item(1, "a"), Item(2, "b"), Item(3, "c")]

  @Test func elementsAreFoundByIDAndByPosition() {
    #expect(list[id: 2] == Item(2, "b"))
    #expect(list[1] == Item(2, "b"))
    #expect(list[id: 4] == nil)
    #expect(list.index(id: 3) == 2)
    #expect(list.index(id: 4) == nil)
    #expect(list.contains(id: 1))
    #expect(!list.contains(id: 4))
    #expect(list.contains(Item(1, "a")))
    #expect(list.elements == [Item(1, "a"), Item(2, "b"), Item(3, "c")])
    #expect(Array(list.ids) == [1, 2, 3])
    #expect(list.count == 3 && !list.isEmpty)
  }

  @Test mutating func appendLeavesTheListAloneIfTheIDIsThere() {
    var result = list.append(Item(4, "d"))
    #expect(result.inserted && result.index == 3)
    result = list.append(Item(2, "x"))
    #expect(!result.inserted && result.index == 1)
    #expect(list.map(\.name) == ["a", "b", "c", "d"])
  }

  @Test mutating func appendingManyKeepsTheElementsThatAreThere() {
    list.append(contentsOf: [Item(3, "x"), Item(4, "d"), Item(4, "y")])
    #expect(list.map(\.name) == ["a", "b", "c", "d"])
    #expect((list + [Item(5, "e"), Item(1, "z")]).map(\.name) == ["a", "b", "c", "d", "e"])
    list += [Item(6, "f")]
    #expect(list.last == Item(6, "f"))
  }

  @Test mutating func updateOrAppendReplacesInPlace() {
    #expect(list.updateOrAppend(Item(2, "x")) == Item(2, "b"))
    #expect(list.updateOrAppend(Item(4, "d")) == nil)
    #expect(list.map(\.name) == ["a", "x", "c", "d"])
  }

  @Test mutating func insertPutsTheElementAtItsPosition() {
    var result = list.insert(Item(9, "i"), at: 1)
    #expect(result.inserted && result.index == 1)
    result = list.insert(Item(3, "x"), at: 0)
    #expect(!result.inserted && result.index == 3)
    list.insert(contentsOf: [Item(7, "g"), Item(1, "x"), Item(8, "h")], at: 0)
    #expect(list.map(\.name) == ["g", "h", "a", "i", "b", "c"])
    #expect(list.updateOrInsert(Item(8, "H"), at: 5).originalMember == Item(8, "h"))
    #expect(list.updateOrInsert(Item(5, "e"), at: 6).index == 6)
    #expect(list.isConsistent)
  }

  @Test mutating func subscriptByIDReplacesAppendsAndRemoves() {
    list[id: 2] = Item(2, "x")
    list[id: 4] = Item(4, "d")
    list[id: 1] = nil
    list[id: 99] = nil
    #expect(list.elements == [Item(2, "x"), Item(3, "c"), Item(4, "d")])
    #expect(list.isConsistent)
  }

  @Test mutating func subscriptByIDChangesInPlace() {
    list[id: 2]?.name += "!"
    list[id: 99]?.name += "!"
    #expect(list.map(\.name) == ["a", "b!", "c"])
    func replace(_ item: inout Item?, by new: Item?) { item = new }
    replace(&list[id: 1], by: nil)
    replace(&list[id: 7], by: Item(7, "g"))
    replace(&list[id: 8], by: nil)
    #expect(list.elements == [Item(2, "b!"), Item(3, "c"), Item(7, "g")])
    #expect(list.isConsistent)
  }

  @Test mutating func anErrorInTheMiddleOfAChangeLeavesTheListConsistent() {
    struct Failure: Error {}
    func change(_ item: inout Item) throws {
      item.id = 10
      throw Failure()
    }
    func changeOptional(_ item: inout Item?) throws {
      item?.id = 20
      throw Failure()
    }
    #expect(throws: Failure.self) { try change(&list[0]) }
    #expect(throws: Failure.self) { try changeOptional(&list[id: 2]) }
    #expect(Array(list.ids) == [10, 20, 3])
    #expect(list.isConsistent)
  }

  @Test mutating func removeReturnsWhatWasThere() {
    #expect(list.remove(id: 2) == Item(2, "b"))
    #expect(list.remove(id: 2) == nil)
    #expect(list.remove(Item(3, "other name")) == Item(3, "c"))
    #expect(list.remove(at: 0) == Item(1, "a"))
    #expect(list.isEmpty)
  }

  @Test mutating func removingSeveralKeepsTheOrderOfTheRest() {
    list = IdentifiedArray(uniqueElements: (0..<20).map { Item($0) })
    list.removeAll { $0.id.isMultiple(of: 3) }
    #expect(Array(list.ids) == [1, 2, 4, 5, 7, 8, 10, 11, 13, 14, 16, 17, 19])
    list.remove(atOffsets: [0, 2, 2, 99, -1])
    #expect(Array(list.ids) == [2, 5, 7, 8, 10, 11, 13, 14, 16, 17, 19])
    list.removeSubrange(1...2)
    list.removeSubrange(7...)
    #expect(Array(list.ids) == [2, 8, 10, 11, 13, 14, 16])
    #expect(list.removeFirst().id == 2)
    #expect(list.removeLast().id == 16)
    list.removeFirst(1)
    list.removeLast(2)
    #expect(Array(list.ids) == [10, 11])
    #expect(list.isConsistent)
    list.removeAll(keepingCapacity: true)
    #expect(list.isEmpty && list.isConsistent)
  }

  @Test mutating func moveFromOffsetsPutsThemInFrontOfTheDestination() {
    list = IdentifiedArray(uniqueElements: (0..<6).map { Item($0) })
    list.move(fromOffsets: [4, 1], toOffset: 3)
    #expect(Array(list.ids) == [0, 2, 1, 4, 3, 5])
    list.move(fromOffsets: [0], toOffset: 6)
    #expect(Array(list.ids) == [2, 1, 4, 3, 5, 0])
    list.move(fromOffsets: [], toOffset: 0)
    list.move(fromOffsets: [1, 2], toOffset: 2)
    #expect(Array(list.ids) == [2, 1, 4, 3, 5, 0])
    #expect(list.isConsistent)
  }

  @Test mutating func moveOneEndsAtTheDestination() {
    list = IdentifiedArray(uniqueElements: (0..<5).map { Item($0) })
    list.move(from: 1, to: 3)
    #expect(Array(list.ids) == [0, 2, 3, 1, 4])
    list.move(from: 4, to: 0)
    #expect(Array(list.ids) == [4, 0, 2, 3, 1])
    list.move(from: 2, to: 2)
    #expect(Array(list.ids) == [4, 0, 2, 3, 1])
    #expect(list.isConsistent)
  }

  @Test mutating func reorderingKeepsIDsAndElementsTogether() {
    list = IdentifiedArray(uniqueElements: (0..<50).map { Item($0, "\($0)") })
    list.swapAt(0, 49)
    #expect(list[0].id == 49 && list[49].id == 0)
    list.shuffle()
    #expect(list.isConsistent && Set(list.ids) == Set(0..<50))
    list.sort { $0.id > $1.id }
    #expect(Array(list.ids) == (0..<50).reversed())
    list.reverse()
    #expect(Array(list.ids) == Array(0..<50))
    let pivot = list.partition { $0.id < 10 }
    #expect(pivot == 40 && list[40...].allSatisfy { $0.id < 10 })
    #expect(list.isConsistent && list.allSatisfy { $0.name == "\($0.id)" })
  }

  @Test func filterReturnsAListOfTheSameKind() {
    let odd: IdentifiedArrayOf<Item> = list.filter { $0.id != 2 }
    #expect(odd[id: 3] == Item(3, "c") && odd[id: 2] == nil && odd.count == 2)
  }
}
