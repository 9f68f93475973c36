// @Ignored: a property that nobody observes.

/// A property of a state that is not shown to anybody: it is never observed, has no JSON form, and all its values count
/// as equal. It may have any type, and needs an initial value.
@propertyWrapper
public struct Ignored<Value> {
  public var wrappedValue: Value

  @inlinable public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
}

extension Ignored: Sendable where Value: Sendable {}

extension Ignored: Equatable {
  @inlinable public static func == (lhs: Self, rhs: Self) -> Bool { true }
}

extension Ignored: Hashable {
  @inlinable public func hash(into hasher: inout Hasher) {}
}
