// Publishers that make their subscriptions late, such as those behind `subscribe(on:)`.
import OpenCombine
import Testing

@testable import EnfoldReactor
@testable import EnfoldTesting

@Suite("Late publishers") struct LatePublisherTests {
  /// Makes its subscription when it is told to.
  private final class Late: Publisher {
    typealias Output = Int
    typealias Failure = Never
    private let subscriber = Locked<(@Sendable () -> Void)?>(nil)

    func receive<Downstream: Subscriber>(subscriber: Downstream)
    where Downstream.Input == Int, Downstream.Failure == Never {
      nonisolated(unsafe) let subscriber = subscriber  // used by one thread
      self.subscriber.withLock { $0 = { Just(7).receive(subscriber: subscriber) } }
    }

    func subscribe() { subscriber.withLock { $0 }?() }
  }

  @Test("A publisher that makes its subscription late is asked then") func late() {
    let late = Late()
    let pull = PublisherPull(late)
    let values = Locked<[Int]>([])
    #expect(pull.first().value == nil)
    pull.forward { value in
      values.withLock { $0.append(value) }
    } ended: { result in
      #expect(throws: Never.self) { try result.get() }
    }
    late.subscribe()
    #expect(values.withLock { $0 } == [7])
  }
}
