// InPlace: a property of a state, changed where it is stored.

/// Access to one property without a copy of it.
///
/// A key path reads a computed property, changes that copy and writes it back: of a list it would copy all elements.
/// The properties of `@ObservableState` structs are computed, so they give access to themselves. Stored properties need
/// no help. Everything else is read and written back, which takes an allocation: a projection of several properties,
/// for example, or a path through several observable states.
public struct InPlace<Root, Value> {
  @usableFromInline let access: (inout Root, (inout Value) -> Void) -> Void

  /// Called by the expansion of `@ObservableState`.
  @inlinable
  public init(_ property: WritableKeyPath<Root, Value>, _ access: @escaping (inout Root, (inout Value) -> Void) -> Void)
  {
    self.access = access
  }

  @inlinable init(_ property: WritableKeyPath<Root, Value>) {
    if let own = (Root.self as? any ObservableState.Type)?.access(to: property) as? Self {
      self = own
    } else {
      access = { root, body in body(&root[keyPath: property]) }
    }
  }
}

extension ObservableState {
  /// Gives an `InPlace` if the path leads to one of the properties.
  @usableFromInline static func access(to property: AnyKeyPath) -> Any? {
    (property as? PartialKeyPath<Self>).flatMap(_$propertyIndex).flatMap(_$inPlace)
  }
}
