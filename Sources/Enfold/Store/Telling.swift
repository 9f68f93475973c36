// Telling: decides for a Swift observer whether a value is told. Here equal values, nil and the first one are left out.

/// The function that one subscription calls, and the value that it was given last. Only the drainer uses this object,
/// so exclusivity needs no checks. Everything that an event needs lies in one object, because with many subscriptions
/// each further object is a cache miss.
@usableFromInline final class Telling<Value> {
  /// Nil: every commit is told.
  @usableFromInline let isDuplicate: (@Sendable (Value, Value) -> Bool)?
  @usableFromInline let body: @Sendable (Value) -> Void
  @usableFromInline let skipsNil: Bool
  /// Whether the value of the subscription's beginning is told. If not, the first commit is compared with it.
  @usableFromInline let isToldFirst: Bool
  @exclusivity(unchecked) @usableFromInline var last: Value?

  @inlinable
  init(
    _ isDuplicate: (@Sendable (Value, Value) -> Bool)?, skipsNil: Bool, isToldFirst: Bool,
    _ body: @escaping @Sendable (Value) -> Void
  ) {
    self.isDuplicate = isDuplicate
    self.skipsNil = skipsNil
    self.isToldFirst = isToldFirst
    self.body = body
  }

  /// Whether the value need be known.
  @inlinable
  func isNeeded(_ flags: ChangeFlags) -> Bool { !flags.contains(.initial) || isToldFirst || isDuplicate != nil }

  @inlinable
  func tell(_ value: Value, _ flags: ChangeFlags) {
    let isInitial = flags.contains(.initial)
    if let isDuplicate {
      // If every assignment counts, an equal value is no duplicate.
      if !isInitial, flags.isDisjoint(with: [.forced, .pulse]), let last, isDuplicate(last, value) { return }
      last = value
    }
    if isInitial && !isToldFirst || skipsNil && isNil(value) { return }
    body(value)
  }
}

/// Whether a value is nil, whatever its type.
@usableFromInline func isNil<Value>(_ value: Value) -> Bool {
  guard let optional = value as? any OptionalValue else { return false }
  return optional.isNil
}

private protocol OptionalValue { var isNil: Bool { get } }

extension Optional: OptionalValue {
  fileprivate var isNil: Bool { self == nil }
}
