// RequestTrace: who tells the trace of a store what its effects ask their host.
import Synchronization

/// That of an effect of a traced store. Its requests find it when they are asked.
final class RequestTrace: Sendable {
  /// That of the effect that runs; nil outside of effects, and if their store is not traced.
  @TaskLocal static var current: RequestTrace?
  private static let lastID = Atomic<UInt64>(0)

  /// Puts an entry behind those that wait. Runs no code of users, so that a lock may be held.
  let append: @Sendable (TraceRequest, _ isAnswer: Bool) -> Void
  /// Tells what waits.
  let flush: @Sendable () -> Void

  init(append: @escaping @Sendable (TraceRequest, Bool) -> Void, flush: @escaping @Sendable () -> Void) {
    self.append = append
    self.flush = flush
  }

  /// Tells that an effect asks. Returns the number of the request.
  func tell(_ name: String, _ payload: [UInt8]) -> UInt64 {
    let id = Self.lastID.add(1, ordering: .relaxed).newValue
    payload.withUnsafeBytes { append(TraceRequest(id, name, $0), false) }
    flush()
    return id
  }
}
