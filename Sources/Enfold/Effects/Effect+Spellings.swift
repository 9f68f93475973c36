// Effect: other names for none and send.

extension Effect {
  /// ``none`` under another name.
  @inlinable public static var empty: Self { .none }

  /// ``send(_:)`` under another name.
  @inlinable public static func just(_ action: Action) -> Self { .send(action) }
}
