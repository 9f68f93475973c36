// Store: its trace, which tells every action with its cause and its price.
import Synchronization

/// Readers of one process are numbered in the order in which they began.
private let lastReader = Atomic<UInt64>(0)

extension Store {
  /// Tells everything that happens in the store, from its turn in the queue on: each commit with its cause, its task and how long
  /// it took, and each beginning and end of an effect.
  ///
  /// ```swift
  /// let trace = store.trace { entry, action in print(entry.kind, entry.revision, entry.cause, action as Any) }
  /// ```
  ///
  /// Commits come in their order, and what a commit has caused comes behind it. A store that is not traced costs what it costs
  /// without this function.
  ///
  /// Nothing is redacted: a reader in Swift gets the action itself, and the values of requests and dependencies. Redaction, also by
  /// `@Redacted`, is for what leaves as text.
  ///
  /// - Parameter body: called by one thread at a time. For commits that is most often the thread that drains the store. It should
  ///   be quick, because the store waits for it. The action is the one that was reduced; for mutations and effects it is the one
  ///   that they belong to; nil if there is none.
  /// - Returns: the reader, which ends when it is cancelled or released; nil for a derived store: its root has the trace.
  public func trace(_ body: @escaping @Sendable (TraceEntry, Action?) -> Void) -> Subscription? {
    guard case .root(let engine, _) = origin else { return nil }
    let number = lastReader.add(1, ordering: .relaxed).newValue
    _ = engine.trace(number, TypedTracer(body), mayDrain: engine.drainsOnCaller)
    return Subscription { _ = engine.trace(number, nil, mayDrain: engine.drainsOnCaller) }
  }
}

/// Tells a function that knows the type of the actions.
private final class TypedTracer<Action: Sendable>: StoreTracer, @unchecked Sendable {
  // Unchecked: nothing changes after init.
  private let body: @Sendable (TraceEntry, Action?) -> Void

  init(_ body: @escaping @Sendable (TraceEntry, Action?) -> Void) { self.body = body }

  override func tell(_ entry: borrowing TraceEntry, _ action: UnsafeRawPointer?) {
    body(copy entry, action?.assumingMemoryBound(to: Action.self).pointee)
  }
}
