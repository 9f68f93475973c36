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

  /// Takes a value if the request still wants it. Says whether it was kept, is one too many, or is late.
  mutating func put(_ value: Value) -> RequestReception {
    if isOver { return .late }
    if values.count >= limit { return .full }
    values.append(value)
    return .kept
  }

  /// The request ends; values that wait can still be taken. False if the request was over already.
  mutating func finish(_ end: End) -> Bool {
    if isOver { return false }
    self.end = end
    return true
  }

  /// Ends the request, because the effect that asked wants no more values. False if the request was over already: then
  /// nobody need be told of the cancellation.
  ///
  /// - Parameter dropped: gets the values that wait.
  mutating func cancel(_ dropped: inout BlockQueue<Value>) -> Bool {
    let wasOpen = !isOver
    dropped = values.takeAll()
    end = .failed(CancellationError())
    return wasOpen
  }

  /// The next value. When there are no more and the request is over: nil as a value, or its error. If the request still
  /// goes on: no result at all.
  mutating func take() -> Result<Value?, any Error>? {
    if let value = values.popFirst() { return .success(value) }
    switch end {
    case nil: return nil
    case .finished: return .success(nil)
    case .failed(let error): return .failure(error)
    }
  }
}
