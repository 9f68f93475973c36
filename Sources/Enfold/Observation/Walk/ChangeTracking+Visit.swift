// ChangeTracking: what the expansion of @ObservableState calls for each property that a walk visits.

/// Leads a ``ChangeWalk`` through a property. The compiler chooses among the overloads, as for assignments.
extension ChangeTracking {
  @inlinable public static func visit<T>(
    _ value: T, _ token: StaticString, _ walk: inout ChangeWalk, _ node: ObservationNode?, _ flags: ChangeFlags,
    property: Int, in record: ChangeRecord
  ) {
    // Nothing to do: other code of the expansion does not compile if a property has no JSON form.
  }

  @inlinable public static func visit<T: JSONEncodable>(
    _ value: T, _ token: StaticString, _ walk: inout ChangeWalk, _ node: ObservationNode?, _ flags: ChangeFlags,
    property: Int, in record: ChangeRecord
  ) { visitWhole(value, token, &walk, node, flags) }

  /// Visits a plain collection. If its old value was kept, patches have the parts that differ.
  @inlinable public static func visit<T: JSONCollection>(
    _ value: T, _ token: StaticString, _ walk: inout ChangeWalk, _ node: ObservationNode?, _ flags: ChangeFlags,
    property: Int, in record: ChangeRecord
  ) { walk.at(token) { $0.changed(value, at: node, flags, property: property, of: record.stamp) } }

  /// Visits a value that has no change record, or is nil.
  @inlinable static func visitWhole<T: JSONEncodable>(
    _ value: T, _ token: StaticString, _ walk: inout ChangeWalk, _ node: ObservationNode?, _ flags: ChangeFlags
  ) { walk.at(token) { $0.changed(value, at: node, flags) } }

  @inlinable public static func visit<T: ObservableState>(
    _ value: T, _ token: StaticString, _ walk: inout ChangeWalk, _ node: ObservationNode?, _ flags: ChangeFlags,
    property: Int, in record: ChangeRecord
  ) { walk.at(token) { $0.visit(value, at: node, flags) } }

  @inlinable public static func visit<T: ObservableState>(
    _ value: T?, _ token: StaticString, _ walk: inout ChangeWalk, _ node: ObservationNode?, _ flags: ChangeFlags,
    property: Int, in record: ChangeRecord
  ) { walk.at(token) { if let value { $0.visit(value, at: node, flags) } else { $0.changed(value, at: node, flags) } } }

  @inlinable public static func visit<T: JSONEncodable>(
    _ pulse: Pulse<T>, _ token: StaticString, _ walk: inout ChangeWalk, _ node: ObservationNode?, _ flags: ChangeFlags,
    property: Int, in record: ChangeRecord
  ) { walk.at(token) { $0.changed(pulse.wrappedValue, at: node, pulse.isAssigned ? [flags, .pulse] : flags) } }

  /// Visits a derived property. It is computed only if somebody wants its text: observers in Swift compute it
  /// themselves. Its value counts as a whole, because the values inside it were not written in this state. So records
  /// in it mean nothing.
  @inlinable public static func visitDerived<T: JSONEncodable>(
    _ value: @autoclosure () -> T, _ token: StaticString, _ walk: inout ChangeWalk, _ node: ObservationNode?
  ) {
    if walk.needsText(node) {
      visitWhole(value(), token, &walk, node, .changed)
    } else if let node {
      walk.tell(node, .changed, .none)
    }
  }

  @inlinable public static func visitDerived<T>(
    _ value: @autoclosure () -> T, _ token: StaticString, _ walk: inout ChangeWalk, _ node: ObservationNode?
  ) {
    // Nothing to do, as above.
  }

  // MARK: Shared values

  @inlinable public static func visit<T>(
    _ shared: Shared<T>, _ token: StaticString, _ walk: inout ChangeWalk, _ node: ObservationNode?,
    _ flags: ChangeFlags, property: Int, in record: ChangeRecord
  ) { visitWhole(shared.value, token, &walk, node, flags) }
  @inlinable public static func visit<T: ObservableState>(
    _ shared: Shared<T>, _ token: StaticString, _ walk: inout ChangeWalk, _ node: ObservationNode?,
    _ flags: ChangeFlags, property: Int, in record: ChangeRecord
  ) { visit(shared.value, token, &walk, node, flags, property: property, in: record) }
  @inlinable public static func visit<T>(
    _ reader: SharedReader<T>, _ token: StaticString, _ walk: inout ChangeWalk, _ node: ObservationNode?,
    _ flags: ChangeFlags, property: Int, in record: ChangeRecord
  ) { visit(reader.shared, token, &walk, node, flags, property: property, in: record) }

  // MARK: Lists

  @inlinable public static func visit<ID, Element: JSONEncodable>(
    _ list: IdentifiedArray<ID, Element>, _ token: StaticString, _ walk: inout ChangeWalk, _ node: ObservationNode?,
    _ flags: ChangeFlags, property: Int, in record: ChangeRecord
  ) { walk.at(token) { $0.visit(list, at: node, flags) { $1.changed($0, at: $2) } } }

  @inlinable public static func visit<ID, Element: ObservableState>(
    _ list: IdentifiedArray<ID, Element>, _ token: StaticString, _ walk: inout ChangeWalk, _ node: ObservationNode?,
    _ flags: ChangeFlags, property: Int, in record: ChangeRecord
  ) {
    let isForced = (node?.hasInterests ?? false) && countsAssignment(in: list, isReplaced: walk.isReplaced)
    walk.at(token) {
      $0.visit(list, at: node, isForced ? [flags, .forced] : flags) { $1.visit($0, at: $2, .changed) }
    }
  }

  @inlinable public static func visit<ID, Element: JSONEncodable>(
    _ list: IdentifiedArray<ID, Element>?, _ token: StaticString, _ walk: inout ChangeWalk, _ node: ObservationNode?,
    _ flags: ChangeFlags, property: Int, in record: ChangeRecord
  ) {
    if let list { return visit(list, token, &walk, node, flags, property: property, in: record) }
    visitWhole(list, token, &walk, node, flags)
  }

  @inlinable public static func visit<ID, Element: ObservableState>(
    _ list: IdentifiedArray<ID, Element>?, _ token: StaticString, _ walk: inout ChangeWalk, _ node: ObservationNode?,
    _ flags: ChangeFlags, property: Int, in record: ChangeRecord
  ) {
    if let list { return visit(list, token, &walk, node, flags, property: property, in: record) }
    visitWhole(list, token, &walk, node, flags)
  }

  // MARK: Dictionaries

  @inlinable public static func visit<Key: JSONKeyConvertible, Value: JSONEncodable>(
    _ dictionary: ObservedDictionary<Key, Value>, _ token: StaticString, _ walk: inout ChangeWalk,
    _ node: ObservationNode?, _ flags: ChangeFlags, property: Int, in record: ChangeRecord
  ) { walk.at(token) { $0.visit(dictionary, at: node, flags) { $1.changed($0, at: $2) } } }

  @inlinable public static func visit<Key: JSONKeyConvertible, Value: ObservableState>(
    _ dictionary: ObservedDictionary<Key, Value>, _ token: StaticString, _ walk: inout ChangeWalk,
    _ node: ObservationNode?, _ flags: ChangeFlags, property: Int, in record: ChangeRecord
  ) {
    let isForced = (node?.hasInterests ?? false) && countsAssignment(in: dictionary, isReplaced: walk.isReplaced)
    walk.at(token) {
      $0.visit(dictionary, at: node, isForced ? [flags, .forced] : flags) { $1.visit($0, at: $2, .changed) }
    }
  }

  @inlinable public static func visit<Key: JSONKeyConvertible, Value: JSONEncodable>(
    _ dictionary: ObservedDictionary<Key, Value>?, _ token: StaticString, _ walk: inout ChangeWalk,
    _ node: ObservationNode?, _ flags: ChangeFlags, property: Int, in record: ChangeRecord
  ) {
    if let dictionary { return visit(dictionary, token, &walk, node, flags, property: property, in: record) }
    visitWhole(dictionary, token, &walk, node, flags)
  }

  @inlinable public static func visit<Key: JSONKeyConvertible, Value: ObservableState>(
    _ dictionary: ObservedDictionary<Key, Value>?, _ token: StaticString, _ walk: inout ChangeWalk,
    _ node: ObservationNode?, _ flags: ChangeFlags, property: Int, in record: ChangeRecord
  ) {
    if let dictionary { return visit(dictionary, token, &walk, node, flags, property: property, in: record) }
    visitWhole(dictionary, token, &walk, node, flags)
  }
}

// MARK: Which properties are observed

extension ChangeTracking {
  /// Whether events depend on all properties of a state.
  ///
  /// - Parameter derived: the bits of the derived properties. Each may read all the others.
  @inlinable public static func isWatched<State: ObservableState>(
    _ node: ObservationNode?, _ derived: UInt64, _ type: State.Type
  ) -> Bool {
    guard let node else { return false }
    return node.hasInterests || ~unwatched(node, false, type) & derived != 0
  }

  /// The properties on which no event depends.
  @inlinable public static func unwatched<State: ObservableState>(
    _ node: ObservationNode?, _ isWatched: Bool, _ type: State.Type
  ) -> UInt64 {
    if isWatched { return 0 }
    var unwatched = UInt64.max
    var property = node?.firstProperty(of: type)
    while let next = property {
      unwatched &= ~next.mask
      property = next.nextProperty
    }
    return unwatched
  }

  @inlinable public static func watch<T, State: ObservableState>(
    _ value: inout T, _ property: Int, of type: State.Type, _ node: ObservationNode?, _ isWatched: Bool
  ) {}
  @inlinable public static func watch<T: ObservableState, State: ObservableState>(
    _ value: inout T, _ property: Int, of type: State.Type, _ node: ObservationNode?, _ isWatched: Bool
  ) { value._$watch(node?.property(property, of: type), isWatched) }
  @inlinable public static func watch<T: ObservableState, State: ObservableState>(
    _ value: inout T?, _ property: Int, of type: State.Type, _ node: ObservationNode?, _ isWatched: Bool
  ) { value?._$watch(node?.property(property, of: type), isWatched) }
}
