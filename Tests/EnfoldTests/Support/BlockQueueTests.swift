// The queue of blocks beside an array, and what its memory looks like.
import EnfoldJSON
import Testing

@testable import Enfold

/// Counts how many of its kind are alive.
private final class Counted {
  nonisolated(unsafe) static var alive = 0
  let number: Int

  init(_ number: Int) {
    self.number = number
    Self.alive += 1
  }

  deinit { Self.alive -= 1 }
}

extension QueueBlocks {
  /// The capacities of its blocks, the first one first.
  fileprivate var capacities: [Int] {
    guard let last else { return [] }
    var capacities: [Int] = []
    var block = last
    repeat {
      block = block.pointee.next
      capacities.append(Int(block.pointee.capacity))
    } while block != last
    return capacities
  }
}

@Suite("The queue of blocks", .serialized) struct BlockQueueTests {
  @Test("It is as an array: 200 random runs of appending, taking and taking all") func model() {
    for seed in 0..<UInt64(200) {
      var random = SeededGenerator(seed: seed)
      var queue = BlockQueue<Counted>()
      var model: [Int] = []
      var next = 0
      for _ in 0..<400 {
        switch Int.random(in: 0..<100, using: &random) {
        case 0:
          var all = queue.takeAll()
          while let element = all.popFirst() {
            let expected = model.removeFirst()
            #expect(element.number == expected)
            if Bool.random(using: &random) { break }
          }
          model = []
        case 1..<12:
          for _ in 0..<Int.random(in: 1...60, using: &random) {
            queue.append(Counted(next))
            model.append(next)
            next += 1
          }
        case 12..<18:
          for _ in 0..<Int.random(in: 1...90, using: &random) {
            check(queue.popFirst(), &model)
          }
        case 18..<55:
          queue.append(Counted(next))
          model.append(next)
          next += 1
        default:
          let first = queue.first?.number
          #expect(first == model.first)
          check(queue.popFirst(), &model)
        }
        let (count, isEmpty) = (queue.count, queue.isEmpty)
        #expect(count == model.count && isEmpty == model.isEmpty)
        #expect(Counted.alive == model.count, "what was taken is released, and nothing else")
      }
      _ = queue.takeAll()
      #expect(Counted.alive == 0)
    }
  }

  private func check(_ taken: Counted?, _ model: inout [Int]) {
    let expected = model.isEmpty ? nil : model.removeFirst()
    #expect(taken?.number == expected)
  }

  @Test("A queue that is dropped releases what waits in it") func dropped() {
    do {
      var queue = BlockQueue<Counted>()
      for number in 0..<1_000 { queue.append(Counted(number)) }
      for _ in 0..<300 { _ = queue.popFirst() }
      #expect(Counted.alive == 700)
    }
    #expect(Counted.alive == 0)
  }

  @Test("It grows by blocks of limited length, however many elements wait, and gives them back") func blocks() {
    var queue = BlockQueue<(Int, Int, Int)>()
    let unused = queue.blocks.last
    #expect(unused == nil, "what was never used has no memory")
    for number in 0..<1_000_000 { queue.append((number, 0, 0)) }
    let capacities = queue.blocks.capacities
    let greatest = capacities.max() ?? 0
    #expect(greatest * MemoryLayout<(Int, Int, Int)>.stride <= 8_192)
    #expect(capacities.reduce(0, +) - 1_000_000 < greatest, "no block but the last one has room")
    var disorder = 0
    for number in 0..<999_999 where queue.popFirst()?.0 != number { disorder += 1 }
    #expect(disorder == 0)
    let left = queue.blocks.capacities.count
    #expect(left == 1)
    let last = queue.popFirst()?.0
    #expect(last == 999_999)
    let kept = queue.blocks.last
    #expect(kept == nil || Sizes.areTiny, "a great block does not stay")
  }

  @Test("A queue in which seldom something waits keeps one small block") func small() {
    var queue = BlockQueue<Int>()
    for number in 0..<100 {
      queue.append(number)
      let taken = queue.popFirst()
      #expect(taken == number)
      let capacities = queue.blocks.capacities
      #expect(capacities == [Sizes.of(4, tiny: 1)])
    }
  }

  @Test("Elements of any size and alignment lie where they may") func layouts() {
    func check<Element: Equatable>(_ elements: [Element]) {
      var queue = BlockQueue<Element>()
      for element in elements { queue.append(element) }
      for element in elements {
        let taken = queue.popFirst()
        #expect(taken == element)
      }
      let isEmpty = queue.popFirst() == nil
      #expect(isEmpty)
    }
    check((0..<300).map { UInt8(truncatingIfNeeded: $0) })
    check((0..<300).map { SIMD16<Double>(repeating: Double($0)) })
    check((0..<300).map { "a text that is too long for a small string: \($0)" })
    check([Nothing(), Nothing(), Nothing()])
  }

  private struct Nothing: Equatable {}
}
