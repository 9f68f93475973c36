// RequestInbox: the values of an answer that have come and were not taken yet.

/// The values that wait for the effect that asked, and how the request ended. A function has one value, a stream any
/// number of them.
struct RequestInbox<Value>: ~Copyable {
  /// How a request is over.
  enum End {
    case finished
    case failed(any Error)
  }

  private var values = BlockQueue<Value>()
  private var end: End?
  private let limit: Int

  init(limit: Int) { self.limit = limit }

  var isOver: Bool { end != nil }

  /// Kept, full or late.
  mutating func put(_ value: Value) -> RequestReception {
    if isOver { return .late }
    if values.count >= limit { return .full }
    values.append(value)
    return .kept
  }

  /// The request ends; values that wait can still be taken. False if it is over already.
  mutating func finish(_ end: End) -> Bool {
    if isOver { return false }
    self.end = end
    return true
  }

  /// The effect that asked wants nothing any more. False if the request is over already: then nobody need hear of it.
  ///
  /// - Parameter dropped: gets the values that wait.
  mutating func cancel(_ dropped: inout BlockQueue<Value>) -> Bool {
    let wasOpen = !isOver
    dropped = values.takeAll()
    end = .failed(CancellationError())
    return wasOpen
  }

  /// The next value, or nil when there are no more. Nil as a whole if nothing has come.
  mutating func take() -> Result<Value?, any Error>? {
    if let value = values.popFirst() { return .success(value) }
    switch end {
    case nil: return nil
    case .finished: return .success(nil)
    case .failed(let error): return .failure(error)
    }
  }
}
