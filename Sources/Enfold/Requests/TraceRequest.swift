// TraceRequest: what a trace tells of a request or of an answer.

/// A request or an answer, in the trace of a store.
public struct TraceRequest: Sendable {
  /// The same for a request and its answers. No other request of the store has it.
  public let id: UInt64
  public let name: String
  /// JSON: the payload of a request, or the value of an answer; nil if it has none.
  public let json: String?
  /// Why the request has failed.
  public var message: String?
  /// How it has ended; nil if it was asked, or if this is one element of several.
  public var outcome: TraceOutcome?

  init(
    _ id: UInt64, _ name: String, _ json: UnsafeRawBufferPointer?, _ outcome: TraceOutcome? = nil,
    _ message: String? = nil
  ) {
    (self.id, self.name, self.message, self.outcome) = (id, name, message, outcome)
    self.json = json.map { String(decoding: $0, as: UTF8.self) }
  }
}
