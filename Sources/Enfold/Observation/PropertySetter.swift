// PropertySetter: writes one property of a state that a pointer names.
import EnfoldJSON

/// What became of a value that was to be set.
public enum SetOutcome: Sendable {
  /// The value was equal: nothing was written.
  case unchanged
  case changed
  /// What contains the property is absent now.
  case noTarget
}

/// A value that was read for a property, ready to be written in its turn.
public struct PropertySetter<Root>: Sendable {
  /// Writes the value. `old` receives the JSON of the one before, if it changed.
  public let apply: @Sendable (_ root: inout Root, _ old: inout JSONWriter) -> SetOutcome

  @inlinable public init(apply: @escaping @Sendable (inout Root, inout JSONWriter) -> SetOutcome) { self.apply = apply }
}

/// Reads the value for a property at a path and makes its setter; nil if no property there can be written. Called by the
/// expansion of `@ObservableState`, which names the property and gives access to it in place.
extension PropertySetter {
  public typealias Access<Value> = @Sendable (inout Root, (inout Value) -> SetOutcome) -> SetOutcome

  @inlinable public static func make<Value>(
    _ property: KeyPath<Root, Value>, _ access: @escaping Access<Value>, at path: JSONPath, isBindable: Bool,
    from reader: inout JSONReader
  ) throws(JSONError) -> Self? { nil }

  @inlinable public static func make<Value: JSONCodable & SendableMetatype>(
    _ property: KeyPath<Root, Value>, _ access: @escaping Access<Value>, at path: JSONPath, isBindable: Bool,
    from reader: inout JSONReader
  ) throws(JSONError) -> Self? {
    path.isEmpty && isBindable ? try whole(access, from: &reader) : nil
  }

  @inlinable public static func make<Value: ObservableState>(
    _ property: KeyPath<Root, Value>, _ access: @escaping Access<Value>, at path: JSONPath, isBindable: Bool,
    from reader: inout JSONReader
  ) throws(JSONError) -> Self? {
    if path.isEmpty { return isBindable ? try whole(access, from: &reader) : nil }
    guard let inner = try Value._$setter(at: path, from: &reader) else { return nil }
    return Self { root, old in access(&root) { inner.apply(&$0, &old) } }
  }

  @inlinable public static func make<Value: ObservableState>(
    _ property: KeyPath<Root, Value?>, _ access: @escaping Access<Value?>, at path: JSONPath, isBindable: Bool,
    from reader: inout JSONReader
  ) throws(JSONError) -> Self? {
    if path.isEmpty { return isBindable ? try whole(access, from: &reader) : nil }
    guard let inner = try Value._$setter(at: path, from: &reader) else { return nil }
    return Self { root, old in
      access(&root) { value in
        guard var child = value.take() else { return .noTarget }
        defer { value = child }
        return inner.apply(&child, &old)
      }
    }
  }

  @inlinable public static func make<Element: ObservableState & Identifiable>(
    _ property: KeyPath<Root, IdentifiedArrayOf<Element>>, _ access: @escaping Access<IdentifiedArrayOf<Element>>,
    at path: JSONPath, isBindable: Bool,
    from reader: inout JSONReader
  ) throws(JSONError) -> Self? {
    guard let token = path.first else { return nil }
    guard let inner = try Element._$setter(at: path.dropFirst(), from: &reader) else { return nil }
    return Self { root, old in
      access(&root) { list in
        guard let position = list.position(of: token) else { return .noTarget }
        return inner.apply(&list[position], &old)
      }
    }
  }

  /// Writes the property itself. Values are compared by their canonical JSON: it is Sendable, whatever the value is, and
  /// needs no `==`.
  @usableFromInline static func whole<Value: JSONCodable & SendableMetatype>(
    _ access: @escaping Access<Value>, from reader: inout JSONReader
  ) throws(JSONError) -> Self {
    let text = CanonicalText(of: try Value(json: &reader))
    return Self { root, old in
      access(&root) { value in
        value.writeJSON(to: &old)
        guard !old.withBytes({ $0.elementsEqual(text.bytes) }), let new = text.value(Value.self) else {
          return .unchanged
        }
        value = new
        return .changed
      }
    }
  }
}

private struct CanonicalText: Sendable {
  let bytes: [UInt8]

  init<Value: JSONCodable>(of value: Value) {
    var writer = JSONWriter()
    value.writeJSON(to: &writer)
    bytes = writer.withBytes { Array($0) }
  }

  func value<Value: JSONCodable>(_ type: Value.Type) -> Value? {
    bytes.withUnsafeBytes { bytes in
      var reader = JSONReader(bytes)
      return try? Value(json: &reader)
    }
  }
}
