// Effect: other names for none and send.

extension Effect {
  /// The same as ``none``.
  @inlinable public static var empty: Self { .none }

  /// The same as ``send(_:)``.
  @inlinable public static func just(_ action: Action) -> Self { .send(action) }
}
