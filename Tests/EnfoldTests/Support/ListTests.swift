// The sorted list and the linked list beside arrays.
import Testing

@testable import Enfold

private final class Node: Linked {
  let number: Int
  var links = Links<Node>()
  init(_ number: Int) { self.number = number }
}

@Suite("Lists") struct ListTests {
  @Test("A sorted list is as a sorted array: 100 random runs") func sorted() {
    for seed in 0..<UInt64(100) {
      var random = SeededGenerator(seed: seed)
      var list = SortedList<Int>()
      var model: [Int] = []
      let range = seed % 2 == 0 ? 50 : 100_000
      for step in 0..<1_500 {
        let number = seed % 5 == 0 ? step : Int.random(in: 0..<range, using: &random)
        // First it grows, then it shrinks.
        if Int.random(in: 0..<100, using: &random) < (step < 900 ? 80 : 25) {
          list.insert(number)
          model.insert(number, at: model.firstIndex { $0 >= number } ?? model.count)
        } else {
          let wanted = Bool.random(using: &random) ? number : model.randomElement(using: &random) ?? number
          let place = model.firstIndex(of: wanted)
          let isRemoved = list.remove(wanted)
          #expect(isRemoved == (place != nil))
          if let place { model.remove(at: place) }
        }
        #expect(list.first == model.first && list.last == model.last && list.isEmpty == model.isEmpty)
        let limit = Int.random(in: 1..<80, using: &random)
        #expect(list.nearest(limit, to: number) == nearest(limit, to: number, in: model))
      }
    }
  }

  private func nearest(_ limit: Int, to number: Int, in model: [Int]) -> [Int] {
    let before = model.prefix { $0 < number }
    let behind = model.dropFirst(before.count)
    let ahead = min(before.count, max(limit / 2, limit - behind.count))
    return Array(before.suffix(ahead) + behind.prefix(limit - ahead))
  }

  @Test("A linked list is as an array: 100 random runs") func linked() {
    for seed in 0..<UInt64(100) {
      var random = SeededGenerator(seed: seed)
      var list = LinkedList<Node>()
      var model: [Node] = []
      for number in 0..<200 {
        if model.isEmpty || Int.random(in: 0..<100, using: &random) < 60 {
          let node = Node(number)
          list.append(node)
          model.append(node)
        } else {
          list.remove(model.remove(at: Int.random(in: 0..<model.count, using: &random)))
        }
        #expect(list.map(\.number) == model.map(\.number))
        #expect(list.first === model.first && list.isEmpty == model.isEmpty)
      }
    }
  }

  @Test("A list that has become empty is a list, also where lists are optional") func optional() {
    let node = Node(1)
    var lists: [Int: LinkedList<Node>] = [:]
    lists[0, default: LinkedList()].append(node)
    lists[0]?.remove(node)
    #expect(lists[0]?.isEmpty == true)
    lists[0] = nil
    #expect(lists.isEmpty)
  }
}
