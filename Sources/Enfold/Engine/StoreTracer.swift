// StoreTracer: hears what a traced store tells. KeptAction: an action that waits with its entry.

/// Hears of what happens in a store. A subclass knows the type of the store's actions.
open class StoreTracer: @unchecked Sendable {
  // Unchecked: nothing here changes after init; each subclass says why it is safe.

  /// The number of the store in its entries. 0: the store takes a free number of this image. The first tracer decides.
  let store: UInt64

  public init(store: UInt64 = 0) { self.store = store }

  /// Called without a lock, by one thread at a time. For commits that is most often the draining thread.
  ///
  /// - Parameter action: where the action is; nil if there is none.
  open func tell(_ entry: borrowing TraceEntry, _ action: UnsafeRawPointer?) {}
}

/// An action that is kept until its entry is told.
class KeptAction: @unchecked Sendable {
  // Unchecked: nothing changes after init.
  func withPointer(_ body: (UnsafeRawPointer) -> Void) {}
}

final class KeptTypedAction<Action: Sendable>: KeptAction, @unchecked Sendable {
  // Unchecked: nothing changes after init.
  private let action: Action

  init(_ action: Action) { self.action = action }

  override func withPointer(_ body: (UnsafeRawPointer) -> Void) { withUnsafePointer(to: action) { body($0) } }
}
