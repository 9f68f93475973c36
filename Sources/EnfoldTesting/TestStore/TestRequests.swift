// TestRequests: the requests of the effects of a test's store.
import CustomDump

/// Keeps the requests that have no answer, in the order in which they were asked.
final class TestRequests: RequestDesk {
  /// A request without an answer.
  struct Open: Sendable {
    let request: any OpenRequest
    /// Whether the test has expected it.
    var isExpected = false

    /// The name and the payload.
    var shown: String {
      let payload = String(decoding: request.payload, as: UTF8.self)
      return payload == "null" ? request.name : "\(request.name), \(payload)"
    }
  }

  private let content = Locked<[Open]>([])
  private let changed = Locked<(@Sendable () -> Void)?>(nil)

  /// From now on `body` hears of each change.
  func connect(_ body: @escaping @Sendable () -> Void) { changed.withLock { $0 = body } }

  func ask(_ request: any OpenRequest) throws -> @Sendable () -> Void {
    content.withLock { $0.append(Open(request: request)) }
    noteChange()
    return { [weak self] in _ = self?.remove(request) }
  }

  private func noteChange() { changed.withLock { $0 }?() }

  /// The requests without an answer.
  var open: [Open] { content.withLock { $0 } }

  /// The requests that the test has not expected.
  var unexpected: [Open] { open.filter { !$0.isExpected } }

  /// The first unexpected request with a name and a payload; nil means any. From now on it is expected.
  func expect(_ name: String, _ payload: [UInt8]?) -> (any OpenRequest)? {
    content.withLock { content in
      guard
        let index = content.firstIndex(where: {
          !$0.isExpected && $0.request.name.hasSameBytes(as: name) && (payload == nil || $0.request.payload == payload)
        })
      else { return nil }
      content[index].isExpected = true
      return content[index].request
    }
  }

  /// The request is over. False if it was over already.
  func remove(_ request: any OpenRequest) -> Bool {
    let wasOpen = content.withLock { content in
      guard let index = content.firstIndex(where: { $0.request === request }) else { return false }
      content.remove(at: index)
      return true
    }
    if wasOpen { noteChange() }
    return wasOpen
  }

  func contains(_ request: any OpenRequest) -> Bool { content.withLock { $0.contains { $0.request === request } } }
}
