// IdentifiedArray: elements whose ids change, and ids that are there already.
import Enfold
import Testing

@Suite("IdentifiedArray: ids stay unique")
struct IdentifiedArrayIDTests {
  var list: IdentifiedArrayOf<Item> = [Item(1, "a"), Item(2, "b"), Item(3, "c")]

  @Test mutating func aChangedIDIsFoundAtTheOldPosition() {
    list[1].id = 20
    list[id: 3]?.id = 30
    #expect(Array(list.ids) == [1, 20, 30])
    #expect(list[id: 20] == Item(20, "b") && list[id: 2] == nil && list[id: 30] == Item(30, "c"))
    #expect(list.isConsistent)
  }

  @Test(arguments: [(0, 2), (2, 0)]) mutating func aChangeToATakenIDRemovesTheOtherElement(_ change: (Int, Int)) {
    let id = list[change.1].id
    let name = list[change.0].name
    list[change.0].id = id
    #expect(list.count == 2 && list[id: id]?.name == name)
    #expect(list.isConsistent)
  }

  @Test mutating func aChangeByIDToATakenIDRemovesTheOtherElement() {
    list[id: 3]?.id = 1
    #expect(list.elements == [Item(2, "b"), Item(1, "c")])
    list[id: 2] = Item(1, "z")
    #expect(list.elements == [Item(1, "z")])
    #expect(list.isConsistent)
  }

  @Test mutating func anElementAssignedUnderAnotherIDIsFoundByItsOwn() {
    list[id: 9] = Item(7, "g")
    list[id: 2] = Item(8, "h")
    #expect(list.elements == [Item(1, "a"), Item(8, "h"), Item(3, "c"), Item(7, "g")])
    list[id: 10] = Item(7, "G")
    #expect(list[id: 7]?.name == "G" && list.count == 4)
    #expect(list.isConsistent)
  }

  @Test mutating func assigningToAPositionExchangesWithTheElementOfThatID() {
    #expect(list.update(Item(3, "new"), at: 0) == Item(1, "a"))
    #expect(list.elements == [Item(3, "new"), Item(2, "b"), Item(1, "a")])
    list[1] = Item(5, "e")
    list[2] = Item(1, "same")
    #expect(list.elements == [Item(3, "new"), Item(5, "e"), Item(1, "same")])
    #expect(list.isConsistent)
  }

  @Test mutating func genericAlgorithmsReorderByAssigning() {
    func rotateLeft<C: MutableCollection>(_ collection: inout C) where C.Index == Int {
      guard let first = collection.first else { return }
      var position = collection.startIndex
      for element in Array(collection.dropFirst()) {
        collection[position] = element
        position += 1
      }
      collection[position] = first
    }
    rotateLeft(&list)
    #expect(Array(list.ids) == [2, 3, 1])
    #expect(list.isConsistent)

    list = IdentifiedArray(uniqueElements: (0..<30).map { Item(($0 * 7) % 30) })
    list[10..<20].sort { $0.id < $1.id }
    let expected = (0..<30).map { ($0 * 7) % 30 }
    #expect(Array(list.ids) == expected[..<10] + expected[10..<20].sorted() + expected[20...])
    #expect(list.isConsistent)
  }

  @Test func initialisersResolveDuplicatesAsTheyAreTold() {
    let items = [Item(1, "a"), Item(2, "b"), Item(1, "c"), Item(1, "d")]
    #expect(IdentifiedArray(items) { first, _ in first }.map(\.name) == ["a", "b"])
    #expect(IdentifiedArray(items) { Item($0.id, $0.name + $1.name) }.map(\.name) == ["acd", "b"])
    #expect(IdentifiedArray(items) { _, _ in Item(5, "new") }.elements == [Item(5, "new"), Item(2, "b"), Item(1, "d")])
    #expect(([Item(1, "a"), Item(2, "b"), Item(1, "c")] as IdentifiedArrayOf).map(\.name) == ["c", "b"])
  }

  @Test func elementsThatAreNotIdentifiableGoByAKeyPath() {
    struct Word: Equatable { var text: String }
    var words = IdentifiedArray(id: \Word.text)
    words.append(Word(text: "one"))
    #expect(!words.append(Word(text: "one")).inserted)
    #expect(IdentifiedArray(uniqueElements: [Word(text: "one")], id: \.text) == words)
    let both = IdentifiedArray([Word(text: "one"), Word(text: "one")], id: \.text) { first, _ in first }
    #expect(both == words)
    words[id: "one"]?.text = "two"
    #expect(Array(words.ids) == ["two"])
  }

  @Test func uniqueElementsThatAreNotUniqueTrap() async {
    await #expect(processExitsWith: .failure) {
      _ = IdentifiedArray(uniqueElements: [Item(1), Item(1)])
    }
  }
}
