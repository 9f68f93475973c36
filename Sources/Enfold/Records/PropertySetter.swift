// PropertySetter: how a property at a pointer is written. PropertyTraits: its attributes.

/// The result of setting a property.
public enum SetOutcome: Sendable {
  /// The value was equal: nothing was written.
  case unchanged
  case changed
  /// The place of the property is absent now: for example, its list element has gone.
  case noTarget
}

/// A value for a property, which was read from JSON and can be written later.
public struct PropertySetter<Root>: Sendable {
  /// Returns the result that a write would have, and writes the JSON of the present value to `old`. It must
  /// not access a property in place: that would be recorded as a write.
  @usableFromInline let check: @Sendable (_ root: Root, _ old: inout JSONWriter) -> SetOutcome
  @usableFromInline let write: @Sendable (_ root: inout Root) -> Void
  /// The value.
  @usableFromInline let value: @Sendable () -> Any

  @usableFromInline init(
    check: @escaping @Sendable (Root, inout JSONWriter) -> SetOutcome, write: @escaping @Sendable (inout Root) -> Void,
    value: @escaping @Sendable () -> Any
  ) {
    self.check = check
    self.write = write
    self.value = value
  }

  /// Returns the result that a write would have. `old` receives the JSON of the present value.
  package func outcome(in root: Root, _ old: inout JSONWriter) -> SetOutcome { check(root, &old) }

  /// Writes the value, unless it is equal. `old` receives the JSON of the value before.
  public func apply(_ root: inout Root, _ old: inout JSONWriter) -> SetOutcome {
    let outcome = check(root, &old)
    if outcome == .changed { write(&root) }
    return outcome
  }
}

/// Reads the value for a property at a path and makes its setter; nil if no property there can be written. Called by the
/// expansion of `@ObservableState`, which names the property and gives access to it in place.
extension PropertySetter {
  public typealias Property<Value> = KeyPath<Root, Value> & Sendable
  public typealias Access<Value> = @Sendable (inout Root, (inout Value) -> Void) -> Void

  @inlinable public static func make<Value>(
    _ property: Property<Value>, _ access: @escaping Access<Value>, at path: JSONPath, isBindable: Bool,
    everyAssignment: Bool, from reader: inout JSONReader
  ) throws(JSONError) -> Self? { nil }

  @inlinable public static func make<Value: JSONCodable & SendableMetatype>(
    _ property: Property<Value>, _ access: @escaping Access<Value>, at path: JSONPath, isBindable: Bool,
    everyAssignment: Bool, from reader: inout JSONReader
  ) throws(JSONError) -> Self? {
    path.isEmpty && isBindable ? try whole(property, access, everyAssignment, from: &reader) : nil
  }

  @inlinable public static func make<Value: RecordedState>(
    _ property: Property<Value>, _ access: @escaping Access<Value>, at path: JSONPath, isBindable: Bool,
    everyAssignment: Bool, from reader: inout JSONReader
  ) throws(JSONError) -> Self? {
    if path.isEmpty { return isBindable ? try whole(property, access, everyAssignment, from: &reader) : nil }
    guard let inner = try Value._$setter(at: path, from: &reader) else { return nil }
    return Self(
      check: { root, old in inner.check(root[keyPath: property], &old) },
      write: { root in access(&root) { inner.write(&$0) } }, value: inner.value)
  }

  @inlinable public static func make<Value: RecordedState>(
    _ property: Property<Value?>, _ access: @escaping Access<Value?>, at path: JSONPath, isBindable: Bool,
    everyAssignment: Bool, from reader: inout JSONReader
  ) throws(JSONError) -> Self? {
    if path.isEmpty { return isBindable ? try whole(property, access, everyAssignment, from: &reader) : nil }
    guard let inner = try Value._$setter(at: path, from: &reader) else { return nil }
    return Self(
      check: { root, old in root[keyPath: property].map { inner.check($0, &old) } ?? .noTarget },
      write: { root in
        access(&root) { value in
          guard var child = value.take() else { return }
          inner.write(&child)
          value = child
        }
      }, value: inner.value)
  }

  @inlinable public static func make<C: RecordedCollection & JSONCodable & SendableMetatype>(
    _ property: Property<C>, _ access: @escaping Access<C>, at path: JSONPath, isBindable: Bool,
    everyAssignment: Bool, from reader: inout JSONReader
  ) throws(JSONError) -> Self? where C._Element: RecordedState {
    guard let token = path.first else {
      return isBindable ? try whole(property, access, everyAssignment, from: &reader) : nil
    }
    guard let inner = try C._Element._$setter(at: path.dropFirst(), from: &reader) else { return nil }
    return Self(
      check: { root, old in
        let elements = root[keyPath: property]
        guard let position = elements._$position(of: token) else { return .noTarget }
        return inner.check(elements._$element(at: position), &old)
      },
      write: { root in
        access(&root) { elements in
          if let position = elements._$position(of: token) { elements._$write(at: position, inner.write) }
        }
      }, value: inner.value)
  }

  /// Makes a setter of the property itself. It compares JSON texts, not values: the type needs no `==`, and a text is
  /// always Sendable.
  @usableFromInline static func whole<Value: JSONCodable & SendableMetatype>(
    _ property: Property<Value>, _ access: @escaping Access<Value>, _ everyAssignment: Bool,
    from reader: inout JSONReader
  ) throws(JSONError) -> Self {
    let text = try CanonicalText(of: try Value(json: &reader), readBy: reader)
    return Self(
      check: { root, old in
        root[keyPath: property].writeJSON(to: &old)
        return !everyAssignment && old.withBytes { $0.elementsEqual(text.bytes) } ? .unchanged : .changed
      },
      write: { root in
        guard let new = text.value(Value.self) else { return }
        access(&root) { $0 = new }
      }, value: { text.value(Value.self) as Any })
  }
}

private struct CanonicalText: Sendable {
  let bytes: [UInt8]

  init<Value: JSONCodable>(of value: Value, readBy reader: JSONReader) throws(JSONError) {
    var writer = JSONWriter()
    value.writeJSON(to: &writer)
    if writer.isTooDeep, let failure = writer.failure {
      throw JSONError(code: .limit, offset: reader.offset, message: failure)
    }
    bytes = writer.withBytes { Array($0) }
  }

  func value<Value: JSONCodable>(_ type: Value.Type) -> Value? {
    bytes.withUnsafeBytes { bytes in
      var reader = JSONReader(bytes, limits: .greatest)
      return try? Value(json: &reader)
    }
  }
}

/// The attributes of a property.
public struct PropertyTraits: OptionSet, Sendable {
  public let rawValue: UInt8
  @inlinable public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// `@Pulse`: assignments are events.
  public static let pulse = Self(rawValue: 1)
  /// `@Bindable` or `@ViewState`: hosts may write it.
  public static let bindable = Self(rawValue: 2)
  /// `@ViewState(ignoreEquality: true)`: every assignment is a change.
  public static let everyAssignment = Self(rawValue: 4)
  /// `@Derived` without a setter: nobody can write it.
  public static let readOnly = Self(rawValue: 8)
}

/// Finds the traits of a property inside another. Called by the expansion of `@ObservableState`.
extension PropertyTraits {
  @inlinable public static func inside<Root, T>(_ property: KeyPath<Root, T>, at path: JSONPath) -> PropertyTraits {
    []
  }
  @inlinable public static func inside<Root, T: RecordedState>(
    _ property: KeyPath<Root, T>, at path: JSONPath
  ) -> PropertyTraits { T._$traits(at: path) }
  @inlinable public static func inside<Root, T: RecordedState>(
    _ property: KeyPath<Root, T?>, at path: JSONPath
  ) -> PropertyTraits { T._$traits(at: path) }
  @inlinable public static func inside<Root, C: RecordedCollection>(
    _ property: KeyPath<Root, C>, at path: JSONPath
  ) -> PropertyTraits where C._Element: RecordedState { C._Element._$traits(at: path.dropFirst()) }
  @inlinable public static func inside<Root, C: RecordedCollection>(
    _ property: KeyPath<Root, C?>, at path: JSONPath
  ) -> PropertyTraits where C._Element: RecordedState { C._Element._$traits(at: path.dropFirst()) }
}
