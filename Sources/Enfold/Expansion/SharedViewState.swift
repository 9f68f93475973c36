// @SharedViewState: a shared value that views show and hosts may write.
import EnfoldJSON

/// ``Shared`` under the name that it has in ReactableKit for values that views show. In a state it is also what `@Bindable` is
/// to other properties: hosts may write it.
public typealias SharedViewState = Shared

extension Shared {
  /// A value under a key, declared as `@SharedViewState`. The schema of the state has the hints for views.
  ///
  /// - Parameter ignoreEquality: whether every assignment counts as a change, in states that use this declaration.
  public init(
    wrappedValue: Value, _ storage: StorageType = .memory, key: String? = nil, ignoreEquality: Bool,
    animation: ViewAnimation? = nil
  ) {
    self.init(wrappedValue: wrappedValue, storage, key: key)
    countsEveryAssignment = ignoreEquality
  }

  /// A value under a key, declared as `@SharedViewState` without `ignoreEquality`.
  public init(
    wrappedValue: Value, _ storage: StorageType = .memory, key: String? = nil, animation: ViewAnimation?
  ) { self.init(wrappedValue: wrappedValue, storage, key: key) }
}
