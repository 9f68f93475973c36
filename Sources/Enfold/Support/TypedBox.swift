// TypedBox: a value of a known type, for places where the type is not known.

/// Where the type is known again, `unsafeDowncast` gives the box back: that is cheaper than a cast.
@usableFromInline final class TypedBox<Value: Sendable>: Sendable {
  @usableFromInline let value: Value
  @inlinable init(_ value: Value) { self.value = value }
}
