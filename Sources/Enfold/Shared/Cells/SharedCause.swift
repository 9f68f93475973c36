// SharedCause: why a store takes over a shared value. TraceWriter: who has changed it.

/// The commit that has changed a shared value, or whose effect has.
public struct TraceWriter: Sendable, Equatable {
  /// The number of its store; see ``TraceEntry/store``.
  public let store: UInt64
  public let revision: UInt64
}

/// Why an entry waits that brings a state up to its shared values.
struct SharedCause {
  /// Since when, in nanoseconds of the monotonic clock.
  let time: UInt64
  /// Who has changed a value first; nil if that came from outside of traced stores.
  let writer: TraceWriter?
  /// The tag of that writer.
  let tag: String?
}
