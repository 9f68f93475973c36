// DefaultState: states all of whose properties have default values.

/// A state all of whose properties have default values. ``ObservableState()`` writes the conformance where it holds.
public protocol DefaultState {
  /// The state with all defaults, as `init()` makes it, which is not public in a public struct.
  static var _$default: Self { get }
}
