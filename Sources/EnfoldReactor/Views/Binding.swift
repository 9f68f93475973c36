// Binding: a value that a view shows and changes.
import Enfold

/// Reads and writes a value of a store, for a widget that does both.
@propertyWrapper @dynamicMemberLookup
public struct Binding<Value: Sendable>: Sendable {
  private let get: @Sendable () -> Value
  private let set: @Sendable (Value) -> Void

  public init(get: @escaping @Sendable () -> Value, set: @escaping @Sendable (Value) -> Void) {
    self.get = get
    self.set = set
  }

  public var wrappedValue: Value {
    get { get() }
    nonmutating set { set(newValue) }
  }

  /// This binding, so that a closure may take it as `$value`.
  public var projectedValue: Self { self }

  public init(projectedValue: Self) { self = projectedValue }

  /// A part of the value.
  public subscript<Part: Sendable>(dynamicMember path: WritableKeyPath<Value, Part> & Sendable) -> Binding<Part> {
    Binding<Part> {
      wrappedValue[keyPath: path]
    } set: {
      var value = wrappedValue
      value[keyPath: path] = $0
      wrappedValue = value
    }
  }
}

extension Store {
  /// A property that a view may write. Writing an equal value does nothing.
  ///
  /// - Parameter action: makes an action of a value that was written. It is sent when the write is committed.
  public func binding<Value: Equatable & Sendable>(
    _ path: WritableKeyPath<State, Value> & Sendable, action: (@Sendable (Value) -> Action)? = nil
  ) -> Binding<Value> {
    Binding { [self] in
      state[keyPath: path]
    } set: { [self] value in
      if let action { set(path, to: value, then: { _, new in action(new) }) } else { set(path, to: value) }
    }
  }
}
