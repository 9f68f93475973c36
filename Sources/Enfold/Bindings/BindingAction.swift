// BindingAction: one property and the value that it is to get.
import Synchronization

/// Writes one property of a state. It is the value of the case `binding` of a ``BindableAction``.
///
/// ```swift
/// store.send(.binding(.set(\.text, "x")))
///
/// case .binding(\.text):    // in a reducer: the property was written
/// ```
///
/// Its JSON form is an object with one key, the JSON Pointer of the property: `{"/text":"x"}`. JSON may write the
/// properties that a host may write: those that are `@Bindable` or `@ViewState`, and those in states inside. Swift may
/// write every property. A binding of a property that has no pointer is told to hosts as `{}`.
public struct BindingAction<Root>: @unchecked Sendable {
  // Unchecked: key paths are immutable, and the rest is Sendable.

  /// Where the property is.
  enum Place {
    case keyPath(PartialKeyPath<Root>)
    case pointer(JSONPath)
  }

  let place: Place
  /// The JSON Pointer of the property, if it is known.
  let path: JSONPath?
  let setter: PropertySetter<Root>
  let reception = Reception()

  init(_ place: Place, _ path: JSONPath?, _ setter: PropertySetter<Root>) {
    self.place = place
    // The whole state is no property.
    self.path = path.flatMap { $0.isEmpty ? nil : $0 }
    self.setter = setter
  }

  /// Writes a value to a property.
  public static func set<Value: Equatable & Sendable>(
    _ property: WritableKeyPath<Root, Value> & Sendable, _ value: Value
  ) -> Self { Self(.keyPath(property), KeyPathTable.path(of: property), .writing(property, value)) }

  /// The key path of the property. Of a binding that was read from JSON it leads as far as properties do without
  /// passing through an optional or an element: for `/rows/id=7/title` it is `\.rows`. Compare it, and do not read with it: the
  /// place may be absent.
  public var keyPath: PartialKeyPath<Root> {
    switch place {
    case .keyPath(let path): path
    case .pointer(let path): KeyPathTable.keyPath(Root.self, towards: path)
    }
  }

  /// The JSON Pointer of the property; nil if it has none, or if it is not known before the binding is sent.
  public var pointer: String? { path?.pointer }

  /// The value that the property is to get.
  public var value: Any { setter.value() }

  /// Whether a binding writes a property: `case .binding(\.text)`.
  public static func ~= (property: PartialKeyPath<Root>, binding: Self) -> Bool {
    if case .keyPath(property) = binding.place { return true }
    guard let path = binding.path else { return false }
    return KeyPathTable.path(of: property) == path
  }

  /// Writes the value. Called by ``BindingReducer``.
  ///
  /// - Returns: false if the place of the property is absent.
  func write(to state: inout Root) -> Bool {
    reception.isTaken.store(true, ordering: .relaxed)
    var old = JSONWriter(capacity: 0)
    if setter.check(state, &old) == .noTarget { return false }
    setter.write(&state)
    return true
  }
}

/// Whether somebody has dealt with a binding. It is no part of the binding's value.
final class Reception: Sendable {
  let isTaken = Atomic<Bool>(false)
  /// Whether it was said that nobody has.
  let isReported = Atomic<Bool>(false)
}

extension BindingAction: Equatable {
  /// Whether both write an equal value to the same property.
  public static func == (one: Self, other: Self) -> Bool {
    func areEqual<Value: Equatable>(_ value: Value) -> Bool { other.value as? Value == value }
    let isSamePlace = one.path.map { $0 == other.path } ?? (other.path == nil && one.keyPath == other.keyPath)
    guard isSamePlace, let value = one.value as? any Equatable else { return false }
    return areEqual(value)
  }
}

extension BindingAction: NamedBinding {}

extension BindingAction: CustomStringConvertible {
  public var description: String { "set(\(pointer.map { "\"\($0)\"" } ?? "a property"), \(value))" }
}

extension PropertySetter {
  /// Writes a value by a key path.
  static func writing<Value: Equatable & Sendable>(
    _ property: WritableKeyPath<Root, Value> & Sendable, _ value: Value
  ) -> Self {
    let isSame = sameness(Value.self)
    return Self(
      check: { root, _ in isSame(root[keyPath: property], value) ? .unchanged : .changed },
      write: { root in root[keyPath: property] = value }, value: { value })
  }
}
