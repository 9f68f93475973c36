// StoreError: why a store refuses something.

/// Why a store refuses an action.
public enum StoreError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The store was closed.
  case closed
  /// This many actions wait already.
  case queueFull(limit: Int)
  /// The state of the store is computed, so it cannot be written.
  case readOnly

  public var description: String {
    switch self {
    case .closed: "the store was closed"
    case .queueFull(let limit): "\(limit) actions wait in the store's queue, which is its limit"
    case .readOnly: "the store's state is computed from another's and cannot be written"
    }
  }
}
