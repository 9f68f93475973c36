// What came as an answer and was not taken yet.
@testable import Enfold
import Testing

/// An inbox behind a reference, because `#expect` cannot change a value.
private final class ProbedInbox {
  private var inbox = RequestInbox<Int>(limit: 2)
  func put(_ value: Int) -> RequestReception { inbox.put(value) }
  func finish(_ end: RequestInbox<Int>.End) -> Bool { inbox.finish(end) }
  func cancel() -> Bool {
    var dropped = BlockQueue<Int>()
    return inbox.cancel(&dropped)
  }
  func take() -> Result<Int?, any Error>? { inbox.take() }
}

@Suite("The inbox of a request") struct RequestInboxTests {
  private let inbox = ProbedInbox()

  @Test("Values are taken in order, and then the end, for ever") func order() throws {
    #expect(inbox.take() == nil)
    #expect(inbox.put(1) == .kept)
    #expect(inbox.put(2) == .kept)
    #expect(inbox.finish(.finished))
    #expect(try inbox.take()?.get() == 1)
    #expect(try inbox.take()?.get() == 2)
    for _ in 0..<2 {
      guard case .success(nil) = inbox.take() else { return #expect(Bool(false), "it has not ended") }
    }
  }

  @Test("What is beyond the limit is not kept") func limit() throws {
    #expect([inbox.put(1), inbox.put(2), inbox.put(3)] == [.kept, .kept, .full])
    #expect(try inbox.take()?.get() == 1)
    #expect(inbox.put(4) == .kept)
    #expect(try inbox.take()?.get() == 2)
    #expect(try inbox.take()?.get() == 4)
  }

  @Test("It ends once, and what comes later is late") func once() {
    #expect(inbox.finish(.finished))
    #expect(!inbox.finish(.failed(CancellationError())))
    #expect(inbox.put(1) == .late)
    #expect(!inbox.cancel())
  }

  @Test("When it is cancelled, what waits is gone") func cancel() throws {
    #expect(inbox.put(1) == .kept)
    #expect(inbox.cancel())
    #expect(throws: CancellationError.self) { try inbox.take()?.get() }
    #expect(!inbox.cancel())
  }

  @Test("What waits can be taken although the request has failed") func failed() throws {
    #expect(inbox.put(1) == .kept)
    #expect(inbox.finish(.failed(HostError("ticks", .failed, "broken"))))
    #expect(try inbox.take()?.get() == 1)
    #expect(throws: HostError("ticks", .failed, "broken")) { try inbox.take()?.get() }
  }
}
