// PropertyWrite: one property of a state and the value that it is to get.

/// A write that a program has asked for. The place of the property may be absent.
///
/// It does not name the type of the value, so that what is compiled for each type is short.
@usableFromInline package final class PropertyWrite<State>: @unchecked Sendable {
  // Unchecked: key paths are immutable, and the rest is Sendable.

  /// Leads to the property. It must not be read where the place is absent.
  let keyPath: PartialKeyPath<State>
  /// Whether the place may be absent.
  let mayBeAbsent: Bool
  let setter: PropertySetter<State>
  /// Tells who has asked of the value before the write: makes the call for a state in which the place is there.
  let telling: @Sendable (State) -> @Sendable () -> Void
  /// The pointer of the property; nil if it has none.
  let pointer: @Sendable (State) -> JSONPath?
  /// The place that may be absent, for messages.
  let place: @Sendable (State) -> String

  private init(
    _ keyPath: PartialKeyPath<State>, mayBeAbsent: Bool, _ setter: PropertySetter<State>,
    telling: @escaping @Sendable (State) -> @Sendable () -> Void, pointer: @escaping @Sendable (State) -> JSONPath?,
    place: @escaping @Sendable (State) -> String
  ) {
    self.keyPath = keyPath
    self.mayBeAbsent = mayBeAbsent
    self.setter = setter
    self.telling = telling
    self.pointer = pointer
    self.place = place
  }

  /// A property that is always there.
  ///
  /// - Parameter written: called with the old value when the property was written.
  package convenience init<Value: Equatable & Sendable>(
    _ property: WritableKeyPath<State, Value> & Sendable, _ value: Value,
    written: @escaping @Sendable (_ old: Value) -> Void = { _ in }
  ) {
    self.init(
      property, mayBeAbsent: false, .writing(property, value),
      telling: { state in
        let old = state[keyPath: property]
        return { written(old) }
      },
      pointer: { KeyPathTable.path(of: property, in: $0) }, place: { _ in typeName(State.self) })
  }

  /// A property of something that may be absent.
  ///
  /// - Parameter container: leads there. What it is made of must be Sendable.
  package convenience init<Container, Value: Equatable & Sendable>(
    _ container: WritableKeyPath<State, Container?>, _ property: WritableKeyPath<Container, Value> & Sendable,
    _ value: Value, written: @escaping @Sendable (_ old: Value) -> Void = { _ in }
  ) {
    nonisolated(unsafe) let container = container  // key paths are immutable
    let isSame = sameness(Value.self)
    self.init(
      joined(joined(container, \.self!), property), mayBeAbsent: true,
      PropertySetter(
        check: { state, _ in
          guard let old = state[keyPath: container]?[keyPath: property] else { return .noTarget }
          return isSame(old, value) ? .unchanged : .changed
        },
        write: { state in
          _ = state[keyPath: container].modify { (part: inout Container) -> Void in part[keyPath: property] = value }
        }, value: { value }),
      telling: { state in
        let old = state[keyPath: container]?[keyPath: property]
        return { if let old { written(old) } }
      },
      pointer: { state in
        guard let inside = KeyPathTable.path(of: property) else { return nil }
        return KeyPathTable.path(of: container, in: state)?.appending(inside)
      },
      place: { placeName(container, in: $0) })
  }

  /// The same write in the state of which this is a part.
  @usableFromInline func lifted<Whole>(to part: WritableKeyPath<Whole, State> & Sendable) -> PropertyWrite<Whole> {
    let (setter, telling, pointer, place) = (setter, telling, pointer, place)
    return PropertyWrite<Whole>(
      (part as PartialKeyPath<Whole>).appending(path: keyPath) ?? part, mayBeAbsent: mayBeAbsent,
      PropertySetter(
        check: { setter.check($0[keyPath: part], &$1) }, write: { setter.write(&$0[keyPath: part]) },
        value: setter.value),
      telling: { telling($0[keyPath: part]) },
      pointer: { whole in
        guard let inside = pointer(whole[keyPath: part]) else { return nil }
        return KeyPathTable.path(of: part, in: whole)?.appending(inside)
      },
      place: { place($0[keyPath: part]) })
  }

  /// The result that the write would have.
  func outcome(in state: State, of source: StateSource<State>) -> SetOutcome {
    var unused = JSONWriter(capacity: 0)
    let outcome = setter.check(state, &unused)
    return outcome == .unchanged && countsEveryAssignment(in: state, of: source) ? .changed : outcome
  }

  /// Whether every assignment to the property is a change, even if the value is equal.
  private func countsEveryAssignment(in state: State, of source: StateSource<State>) -> Bool {
    // To look for a key path in a table reads it.
    guard mayBeAbsent else { return source.countsEveryAssignment(to: keyPath) }
    guard let type = State.self as? any ObservableState.Type, let pointer = pointer(state) else { return false }
    return type._$traits(at: pointer).contains(.everyAssignment)
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
