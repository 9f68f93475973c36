// The publishers of shared values, and shared values in reactors.
import Enfold
import EnfoldReactor
import EnfoldTesting
import OpenCombine
import Testing

@Suite struct SharedPublisherTests {
  /// Runs a test with a registry of its own.
  private func alone(_ body: () -> Void) {
    withDependencies(DependencyValues(.test) { $0.shared = SharedRegistry(directory: .none) }, operation: body)
  }

  // 140
  @Test func twoWrappersOfOneKey() {
    alone {
      @Shared(.memory, key: "count") var first = 0
      @Shared(.memory, key: "count") var second = 0
      nonisolated(unsafe) var (ofFirst, ofSecond): ([Int], [Int]) = ([], [])
      let one = $first.publisher.sink { ofFirst.append($0) }
      let two = $second.publisher.sink { ofSecond.append($0) }
      first = 10
      second = 20
      #expect(ofFirst == [0, 10, 20])
      #expect(ofSecond == [0, 10, 20])
      #expect(first == 20 && second == 20)
      withExtendedLifetime((one, two)) {}
    }
  }

  // 141
  @Test func differentKeys() {
    alone {
      @Shared(.memory, key: "one") var first = 0
      @Shared(.memory, key: "two") var second = 0
      nonisolated(unsafe) var (ofFirst, ofSecond): ([Int], [Int]) = ([], [])
      let one = $first.publisher.dropFirst().sink { ofFirst.append($0) }
      let two = $second.publisher.dropFirst().sink { ofSecond.append($0) }
      first = 100
      second = 200
      #expect(ofFirst == [100])
      #expect(ofSecond == [200])
      withExtendedLifetime((one, two)) {}
    }
  }

  // 142
  @Test func severalSubscribers() {
    alone {
      @Shared(.memory, key: "count") var count = 0
      nonisolated(unsafe) var heard: [[Int]] = [[], [], []]
      let subscriptions = (0..<3).map { index in $count.publisher.dropFirst().sink { heard[index].append($0) } }
      count = 111
      count = 222
      #expect(heard == [[111, 222], [111, 222], [111, 222]])
      withExtendedLifetime(subscriptions) {}
    }
  }

  // 145
  @Test func lateSubscribersAndAnotherKey() {
    alone {
      @Shared(.memory, key: "count") var count = 0
      nonisolated(unsafe) var all: [Int] = []
      let one = $count.publisher.sink { all.append($0) }
      for number in 1...3 { count = number }
      #expect(all == [0, 1, 2, 3])
      nonisolated(unsafe) var late: [Int] = []
      let two = $count.publisher.sink { late.append($0) }
      count = 4
      #expect(late == [3, 4])
      $count = Shared(wrappedValue: 0, .memory, key: "other")
      count = 1729
      #expect(late == [3, 4, 0, 1729])
      two.cancel()
      count = 5
      #expect(late == [3, 4, 0, 1729])
      withExtendedLifetime(one) {}
    }
  }

  @Test func aSubscriberGetsNoMoreThanItAsksFor() {
    alone {
      @Shared(.memory, key: "count") var count = 0
      nonisolated(unsafe) var heard: [Int] = []
      let subscription = $count.publisher.prefix(2).sink { heard.append($0) }
      count = 1
      count = 2
      #expect(heard == [0, 1])
      withExtendedLifetime(subscription) {}
    }
  }
}
