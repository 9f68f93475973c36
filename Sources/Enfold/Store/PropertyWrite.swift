// PropertyWrite: one property of a state and the value that it is to get.

/// A write that a program has asked for. The place of the property may be absent.
package struct PropertyWrite<State, Value: Equatable & Sendable>: @unchecked Sendable {
  // Unchecked: key paths are immutable, and the rest is Sendable.

  /// Leads to the property. It must not be read where the place is absent.
  let keyPath: WritableKeyPath<State, Value>
  /// Whether the place may be absent.
  let mayBeAbsent: Bool
  let value: Value
  /// The value before; nil if the place is absent.
  let read: @Sendable (State) -> Value?
  let assign: @Sendable (inout State) -> Void
  /// The pointer of the property; nil if it has none.
  let pointer: @Sendable (State) -> JSONPath?
  /// The place that may be absent, for messages.
  let place: @Sendable (State) -> String

  private init(
    _ keyPath: WritableKeyPath<State, Value>, mayBeAbsent: Bool, _ value: Value,
    read: @escaping @Sendable (State) -> Value?,
    assign: @escaping @Sendable (inout State) -> Void, pointer: @escaping @Sendable (State) -> JSONPath?,
    place: @escaping @Sendable (State) -> String
  ) {
    self.keyPath = keyPath
    self.mayBeAbsent = mayBeAbsent
    self.value = value
    self.read = read
    self.assign = assign
    self.pointer = pointer
    self.place = place
  }

  /// A property that is always there.
  package init(_ property: WritableKeyPath<State, Value> & Sendable, _ value: Value) {
    self.init(
      property, mayBeAbsent: false, value, read: { $0[keyPath: property] }, assign: { $0[keyPath: property] = value },
      pointer: { KeyPathTable.path(of: property, in: $0) }, place: { _ in typeName(State.self) })
  }

  /// A property of something that may be absent.
  ///
  /// - Parameter container: leads there. What it is made of must be Sendable.
  package init<Container>(
    _ container: WritableKeyPath<State, Container?>, _ property: WritableKeyPath<Container, Value> & Sendable,
    _ value: Value
  ) {
    nonisolated(unsafe) let container = container  // key paths are immutable
    self.init(
      joined(joined(container, \.self!), property), mayBeAbsent: true, value,
      read: { $0[keyPath: container]?[keyPath: property] },
      assign: { state in
        _ = state[keyPath: container].modify { (part: inout Container) -> Void in part[keyPath: property] = value }
      },
      pointer: { state in
        guard let inside = KeyPathTable.path(of: property) else { return nil }
        return KeyPathTable.path(of: container, in: state)?.appending(inside)
      },
      place: { placeName(container, in: $0) })
  }

  /// The same write in the state of which this is a part.
  func lifted<Whole>(to part: WritableKeyPath<Whole, State> & Sendable) -> PropertyWrite<Whole, Value> {
    let (read, assign, pointer, place) = (read, assign, pointer, place)
    return PropertyWrite<Whole, Value>(
      joined(part, keyPath), mayBeAbsent: mayBeAbsent, value, read: { read($0[keyPath: part]) },
      assign: { assign(&$0[keyPath: part]) },
      pointer: { whole in
        guard let inside = pointer(whole[keyPath: part]) else { return nil }
        return KeyPathTable.path(of: part, in: whole)?.appending(inside)
      },
      place: { place($0[keyPath: part]) })
  }

  /// Whether every assignment to the property is a change, even if the value is equal.
  func countsEveryAssignment(in state: State, of source: StateSource<State>) -> Bool {
    // To look for a key path in a table reads it.
    guard mayBeAbsent else { return source.countsEveryAssignment(to: keyPath) }
    guard let type = State.self as? any ObservableState.Type, let pointer = pointer(state) else { return false }
    return type._$traits(at: pointer).contains(.everyAssignment)
  }

  /// The binding that this write becomes in a state.
  func binding(in state: State) -> BindingAction<State> {
    let (value, read, isSame) = (value, read, sameness(Value.self))
    return BindingAction(
      .keyPath(keyPath), pointer(state),
      PropertySetter(
        check: { state, _ in read(state).map { isSame($0, value) ? .unchanged : .changed } ?? .noTarget },
        write: assign, value: { value }))
  }
}

/// One key path behind the other.
package func joined<Root, Middle, Value>(
  _ path: WritableKeyPath<Root, Middle>, _ inside: WritableKeyPath<Middle, Value>
) -> WritableKeyPath<Root, Value> { path.appending(path: inside) }

/// What messages call the place of a property.
func placeName<State, Value>(_ property: KeyPath<State, Value>, in state: State) -> String {
  KeyPathTable.path(of: property, in: state).map { "\"\($0.pointer)\"" } ?? name(of: property, in: state)
}
