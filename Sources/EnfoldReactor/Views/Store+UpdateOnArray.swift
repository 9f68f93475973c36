// updateOn: the elements of plain arrays, as in ReactableKit.
import Enfold

extension Store {
  /// Calls the closure with the first element of a list that has an id, now and whenever it differs, as long as it is there.
  public func updateOn<Element: Identifiable & Equatable & Sendable>(
    _ list: KeyPath<State, [Element]> & Sendable, for id: Element.ID, _ body: @escaping @Sendable (Element) -> Void
  ) -> Enfold.Subscription where Element.ID: Sendable {
    observe({ $0[keyPath: list].first { $0.id == id } }, skipNull: true) { if let element = $0 { body(element) } }
  }

  /// Calls the closure with a property of an element now, and whenever it differs, as long as the element is there.
  public func updateOn<Element: Identifiable & Sendable, Value: Equatable & Sendable>(
    _ list: KeyPath<State, [Element]> & Sendable, for id: Element.ID, property: KeyPath<Element, Value> & Sendable,
    _ body: @escaping @Sendable (Value) -> Void
  ) -> Enfold.Subscription where Element.ID: Sendable {
    observe({ $0[keyPath: list].first { $0.id == id }?[keyPath: property] }, skipNull: true) {
      if let value = $0 { body(value) }
    }
  }

  /// Calls the closure with a binding of a property of an element now, and whenever the property differs, as long as the
  /// element is there. It is found by its id, wherever it stands. A value for an element that has gone is dropped, with a
  /// diagnostic.
  @_disfavoredOverload public func updateOn<Element: Identifiable & Sendable, Value: Equatable & Sendable>(
    _ list: WritableKeyPath<State, [Element]> & Sendable, for id: Element.ID,
    property: WritableKeyPath<Element, Value> & Sendable, _ body: @escaping @Sendable (Binding<Value>) -> Void
  ) -> Enfold.Subscription where Element.ID: Sendable {
    observe({ $0[keyPath: list].first { $0.id == id }?[keyPath: property] }, skipNull: true) { [weak self] in
      guard let self, let last = $0 else { return }
      body(
        Binding {
          self.state[keyPath: list].first { $0.id == id }?[keyPath: property] ?? last
        } set: {
          let element = joined(list, \[Element].[firstWithID: id])
          self.set(PropertyWrite(element, property, $0))
        })
    }
  }
}

extension Array where Element: Identifiable {
  /// The first element that has an id; nil if there is none. Writing nil does nothing.
  fileprivate subscript(firstWithID id: Element.ID) -> Element? {
    get { first { $0.id == id } }
    set { if let newValue, let position = firstIndex(where: { $0.id == id }) { self[position] = newValue } }
  }
}
