// IdentifiedArray: what is copied, and what is not.
import Enfold
import Testing

/// An element that counts how often its payload was copied because it was shared.
private struct Counted: Identifiable {
  final class Payload {
    var value = 0
  }

  var id: Int
  private(set) var copies = 0
  private var payload = Payload()

  init(id: Int) { self.id = id }

  var value: Int {
    get { payload.value }
    set {
      if !isKnownUniquelyReferenced(&payload) {
        payload = Payload()
        copies += 1
      }
      payload.value = newValue
    }
  }
}

@Suite("IdentifiedArray: copies")
struct IdentifiedArrayCopyTests {
  private var list = IdentifiedArray(uniqueElements: (0..<100_000).map { Counted(id: $0) })

  private func address(of list: IdentifiedArrayOf<Counted>) -> UnsafeRawPointer? {
    list.withContiguousStorageIfAvailable { UnsafeRawPointer($0.baseAddress) } ?? nil
  }

  @Test mutating func changingAnElementOfAnUnsharedListCopiesNeitherTheListNorTheElement() {
    let before = address(of: list)
    list[id: 70_000]?.value = 1
    list[70_001].value = 2
    list[id: 99_999]?.value = 3
    #expect(list[70_000].value == 1 && list[70_001].value == 2 && list[99_999].value == 3)
    #expect(list[70_000].copies == 0 && list[70_001].copies == 0 && list[99_999].copies == 0)
    #expect(address(of: list) == before)
  }

  @Test mutating func aCopyKeepsItsValueWhenTheListIsWritten() {
    let copy = list
    list[id: 5]?.value = 1
    list[6].id = -1
    #expect(list[5].value == 1 && list[5].copies == 1)
    #expect(copy[5].value == 0 && copy[5].copies == 0 && copy[id: 6] != nil && copy[id: -1] == nil)
    #expect(address(of: copy) != address(of: list))
  }

  @Test func elementsAndCopiesShareTheStorage() {
    let copy = list
    #expect(address(of: copy) == address(of: list))
    #expect(list.elements.withUnsafeBufferPointer { UnsafeRawPointer($0.baseAddress) } == address(of: list))
  }
}
