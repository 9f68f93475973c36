// TypedBox: a value of a known type, for places where the type is not known.

/// Where the type is known again, `unsafeDowncast` gives the box back: that is cheaper than a cast.
final class TypedBox<Value: Sendable>: Sendable {
  let value: Value
  init(_ value: Value) { self.value = value }
}
