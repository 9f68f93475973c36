// ValueObserver: decides which values a Swift observer gets. Here equal values, nil and the first value are left out.

/// The receiver of one subscription, and the last value that it got. Only the drainer uses it, so exclusivity needs no checks.
@usableFromInline final class ValueObserver<Value>: Observer, @unchecked Sendable {
  // Unchecked: as `AnyObserver`.
  /// Nil: the observer gets every commit.
  @exclusivity(unchecked) @usableFromInline var isDuplicate: (@Sendable (Value, Value) -> Bool)?
  @exclusivity(unchecked) @usableFromInline var body: @Sendable (Value) -> Void
  @usableFromInline let skipsNil: Bool
  /// Whether the observer gets the value at the beginning. If not, the first commit is compared with it.
  @usableFromInline let isToldFirst: Bool
  @exclusivity(unchecked) @usableFromInline var last: Value?

  @inlinable init(
    _ isDuplicate: (@Sendable (Value, Value) -> Bool)?, _ options: InterestOptions, skipsNil: Bool, isToldFirst: Bool,
    closed: (() -> Void)?, tellValue: @escaping Tell, _ body: @escaping @Sendable (Value) -> Void
  ) {
    self.isDuplicate = isDuplicate
    self.body = body
    self.skipsNil = skipsNil
    self.isToldFirst = isToldFirst
    super.init(options, closed: closed, tellValue: tellValue)
  }

  /// An observer as a `ValueObserver` of this type, which it must be.
  @inlinable static func of(_ observer: Observer) -> Self { unsafeDowncast(observer, to: Self.self) }

  override func clear() {
    super.clear()
    isDuplicate = nil
    body = { _ in }
    last = nil
  }

  /// Whether the value need be known.
  @inlinable
  func isNeeded(_ flags: ChangeFlags) -> Bool { !flags.contains(.initial) || isToldFirst || isDuplicate != nil }

  @inlinable func tell(_ value: Value, _ flags: ChangeFlags) {
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
