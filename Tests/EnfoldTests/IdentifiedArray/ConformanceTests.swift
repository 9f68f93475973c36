// IdentifiedArray: collection, equality, descriptions, Codable.
import Enfold
import Foundation
import Testing

@Suite("IdentifiedArray: conformances")
struct IdentifiedArrayConformanceTests {
  let list: IdentifiedArrayOf<Item> = [Item(1, "a"), Item(2, "b"), Item(3, "c")]

  @Test func itIsARandomAccessCollection() {
    #expect(list.indices == 0..<3 && list.startIndex == 0 && list.endIndex == 3)
    #expect(list.map(\.id) == [1, 2, 3] && list.reversed().map(\.id) == [3, 2, 1])
    #expect(list.first == Item(1, "a") && list.last == Item(3, "c"))
    #expect(Array(list[1...]) == [Item(2, "b"), Item(3, "c")])
    #expect(list.index(1, offsetBy: -1) == 0 && list.distance(from: 0, to: 3) == 3)
    #expect(list.withContiguousStorageIfAvailable { $0.count } == 3)
  }

  @Test func equalityIsThatOfElementsIDsAndOrder() {
    var other = list
    #expect(list == other && list.hashValue == other.hashValue)
    other.swapAt(0, 1)
    #expect(list != other)
    other.swapAt(0, 1)
    #expect(list == other)
    other[0].name = "x"
    #expect(list != other)

    struct SameName: Identifiable, Equatable {
      var id: Int
      static func == (lhs: Self, rhs: Self) -> Bool { true }
    }
    #expect(([SameName(id: 1)] as IdentifiedArrayOf) != [SameName(id: 2)])
  }

  @Test func itDescribesItselfAsAnArray() {
    let numbers = IdentifiedArray(uniqueElements: [1, 2], id: \.self)
    #expect("\(numbers)" == "[1, 2]")
    #expect(String(reflecting: numbers) == "IdentifiedArray([1, 2])")
    #expect(Mirror(reflecting: numbers).children.map { $0.value as? Int } == [1, 2])
  }

  @Test func codableIsThatOfAnArray() throws {
    let data = try JSONEncoder().encode(list)
    #expect(try JSONDecoder().decode([Item].self, from: data) == list.elements)
    #expect(try JSONDecoder().decode(IdentifiedArrayOf<Item>.self, from: data) == list)
  }

  @Test func codableRefusesDuplicates() throws {
    let data = try JSONEncoder().encode([Item(1, "a"), Item(7, "b"), Item(7, "c")])
    let error = #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(IdentifiedArrayOf<Item>.self, from: data)
    }
    guard case .dataCorrupted(let context) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(context.debugDescription == "element 2 has the id 7 of element 1")
  }

  @Test func itIsSendableIfItsElementsAre() {
    func isSendable<T: Sendable>(_ value: T) -> Bool { true }
    #expect(isSendable(list))
  }
}
