// @Dependency: a property whose value comes from outside.

/// A dependency, which is looked up when it is read.
///
/// ```swift
/// struct Feature: Reducer {
///   @Dependency(\.clock) var clock
/// }
/// ```
///
/// Every read gives the value of the ``DependencyValues`` that are bound at that moment: by the store whose reducer or
/// effect reads, or by ``withDependencies(_:operation:)``. If none are bound, it gives the value of those that were
/// bound when the property was made. If there were none then, it gives that of the process's own
/// ``DependencyValues/live``. Making a `Dependency` resolves nothing.
///
/// It may be a property of a struct, a class or an actor, or a local variable. In a `Sendable` class, whose properties
/// must be constants, write `let clock = Dependency(\.clock)` and read `clock.wrappedValue`. A `Dependency` may be used
/// on any thread.
@propertyWrapper
public struct Dependency<Value: Sendable>: Sendable {
  private enum Source: Sendable {
    case keyPath(KeyPath<DependencyValues, Value> & Sendable)
    case key(@Sendable (DependencyValues) -> Value)
  }

  private let source: Source
  private let captured = DependencyValues.current

  /// A dependency by its property of ``DependencyValues``.
  public init(_ keyPath: KeyPath<DependencyValues, Value> & Sendable) { self.init(path: keyPath) }

  init(path: KeyPath<DependencyValues, Value> & Sendable) { source = .keyPath(path) }

  /// A dependency by its key.
  public init<Key: DependencyInjectable>(_ key: Key.Type) where Key.DependencyType == Value {
    source = .key { $0[key] }
  }

  /// The value. It is resolved if nobody has asked for it before.
  public var wrappedValue: Value {
    let values = DependencyValues.current ?? captured ?? .here
    return switch source {
    case .keyPath(let keyPath): values.value(at: keyPath)
    case .key(let read): read(values)
    }
  }
}
