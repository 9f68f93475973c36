// updateOn: ReactableKit's way to observe a store.
import Enfold

extension Store {
  /// Calls the closure with a property now, and whenever it differs.
  public func updateOn<Value: Equatable & Sendable>(
    _ path: KeyPath<State, Value> & Sendable, _ body: @escaping @Sendable (Value) -> Void
  ) -> Enfold.Subscription { observe(path, body) }

  /// Calls the closure with a binding of a property now, and whenever the property differs.
  ///
  /// - Parameter action: makes an action of a value that is written through the binding.
  @_disfavoredOverload public func updateOn<Value: Equatable & Sendable>(
    _ path: WritableKeyPath<State, Value> & Sendable, _ body: @escaping @Sendable (Binding<Value>) -> Void,
    action: (@Sendable (Value) -> Action)? = nil
  ) -> Enfold.Subscription { observe(path) { [weak self] _ in if let self { body(binding(path, action: action)) } } }

  /// Calls the closure with an element of a list now, and whenever it differs, as long as it is there.
  public func updateOn<ID: Hashable & Sendable, Element: Equatable & Sendable>(
    _ list: KeyPath<State, IdentifiedArray<ID, Element>> & Sendable, for id: ID,
    _ body: @escaping @Sendable (Element) -> Void
  ) -> Enfold.Subscription {
    observe({ $0[keyPath: list][id: id] }, skipNull: true) { if let element = $0 { body(element) } }
  }

  /// Calls the closure with a property of an element now, and whenever it differs, as long as the element is there.
  public func updateOn<ID: Hashable & Sendable, Element: Sendable, Value: Equatable & Sendable>(
    _ list: KeyPath<State, IdentifiedArray<ID, Element>> & Sendable, for id: ID,
    property: KeyPath<Element, Value> & Sendable, _ body: @escaping @Sendable (Value) -> Void
  ) -> Enfold.Subscription {
    observe({ $0[keyPath: list][id: id]?[keyPath: property] }, skipNull: true) { if let value = $0 { body(value) } }
  }

  /// Calls the closure with a binding of a property of an element now, and whenever the property differs, as long as the
  /// element is there. It is found by its id, wherever it stands. A value for an element that has gone is dropped, with a
  /// diagnostic.
  @_disfavoredOverload public func updateOn<ID: Hashable & Sendable, Element: Sendable, Value: Equatable & Sendable>(
    _ list: WritableKeyPath<State, IdentifiedArray<ID, Element>> & Sendable, for id: ID,
    property: WritableKeyPath<Element, Value> & Sendable, _ body: @escaping @Sendable (Binding<Value>) -> Void
  ) -> Enfold.Subscription {
    observe({ $0[keyPath: list][id: id]?[keyPath: property] }, skipNull: true) { [weak self] in
      guard let self, let last = $0 else { return }
      body(
        Binding {
          self.state[keyPath: list][id: id]?[keyPath: property] ?? last
        } set: {
          let element = joined(list, \IdentifiedArray<ID, Element>.[id: id])
          self.set(PropertyWrite(element, property, $0))
        })
    }
  }
}
