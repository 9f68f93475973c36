// KeyPathTable: finds the place of a key path in the tree. If it finds none, the value is computed after each commit.

/// Finds where a key path leads. A key path does not tell which properties it is made of, but two key paths can be
/// compared. So the table holds the key paths of all properties of an `@ObservableState` struct and of its nested
/// states. A key path that equals none of them is not found.
///
/// These are found: properties, also those of nested and optional states; elements of lists by id, and their
/// properties. Examples: `\.count`, `\.child.count`, `\.child?.count`, `\.items[id: 7]`, `\.items[id: 7]?.title`. This
/// is not found: a path that goes from an optional state through one that is not optional, such as
/// `\.child?.other.count`.
final class KeyPathTable: @unchecked Sendable {
  // Unchecked: nothing changes after init, and key paths are immutable.
  private var places: [AnyKeyPath: StatePlace] = [:]
  private var lists: [ListPlace] = []

  private struct ListPlace {
    let path: AnyKeyPath
    let place: JSONPath
    let type: any ObservedElements.Type
    let finder: ElementFinder
    /// Reads a whole element; nil if the list does not always lie at the same distance.
    let reader: ElementReader?
    /// Where the key paths from an optional element lead.
    let insides: [(path: AnyKeyPath, place: StatePlace)]

    init(path: AnyKeyPath, _ place: StatePlace, _ type: any ObservedElements.Type, _ finder: ElementFinder) {
      func reader(at inside: Int?, _ read: @escaping ValueReader) -> ElementReader? {
        guard let list = place.offset, let inside else { return nil }
        return ElementReader(list: list, inside: inside, atPosition: finder.atPosition, read: read)
      }
      var insides: [(path: AnyKeyPath, place: StatePlace)] = []
      if let element = type.observableElement {
        visitPlaces(of: element, from: nil, isOptional: true, .root, at: 0) { path, place, property, _ in
          var place = place
          place.reader = reader(at: place.offset, property.readOptional)
          place.offset = nil
          insides.append((path, place))
        }
      }
      self.path = path
      self.place = place.path
      self.type = type
      self.finder = finder
      self.reader = reader(at: 0, type.readOptionalElement)
      self.insides = insides
    }
  }

  private static let lock = Lock()
  nonisolated(unsafe) private static var tables: [ObjectIdentifier: KeyPathTable] = [:]  // under the lock

  /// The table of a type. Made at first use.
  static func of<State: ObservableState>(_ type: State.Type) -> KeyPathTable {
    if let known = lock.withLock({ tables[ObjectIdentifier(type)] }) { return known }
    let made = KeyPathTable(type)
    return lock.withLock {
      // Two threads may have made it. One table stays, for ever, because observers refer to its readers.
      if let known = tables[ObjectIdentifier(type)] { return known }
      tables[ObjectIdentifier(type)] = made
      return made
    }
  }

  private init(_ type: any ObservableState.Type) {
    Self.visitPlaces(of: type, from: nil, isOptional: false, .root, at: 0) { path, place, property, goesOn in
      if places[path] == nil { places[path] = place }
      if goesOn, case .elements(let type, let finder) = property.inside {
        lists.append(ListPlace(path: path, place, type, finder))
      }
    }
  }

  /// Goes through the properties of a type, and those of nested states.
  ///
  /// - Parameters:
  ///   - prefix: leads to the state; nil if the state is the root.
  ///   - isOptional: whether the state at `prefix` may be nil.
  ///   - outer: the types of the states around it. If a derived property is of such a type, it is not gone into.
  ///   - offset: where the state begins, in bytes; nil if that is not always the same.
  ///   - body: is given a key path, where it leads, the property, and whether the places inside it can be found.
  private static func visitPlaces(
    of type: any ObservableState.Type, from prefix: AnyKeyPath?, isOptional: Bool, _ parent: JSONPath, at offset: Int?,
    inside outer: [any ObservableState.Type] = [],
    _ body: (AnyKeyPath, StatePlace, PropertyPlace, _ goesOn: Bool) -> Void
  ) {
    func whole(_ path: AnyKeyPath?) -> AnyKeyPath? {
      path.flatMap { path in prefix.map { $0.appending(path: path) } ?? path }
    }
    func sum(_ inside: Int?) -> Int? { inside.flatMap { inside in offset.map { $0 + inside } } }
    var index = 0
    while let property = type._$place(index) {
      index += 1
      guard let token = property.token else {
        if let path = whole(isOptional ? nil : property.path) {
          body(path, StatePlace(path: .root, kind: .ignored), property, false)
        }
        continue
      }
      guard let path = whole(isOptional ? property.pathFromOptional : property.path) else { continue }
      let place = parent.appending(token)
      if let pulse = whole(isOptional ? nil : property.pulse) {
        let offset = sum(property.pulseOffset)
        body(pulse, StatePlace(path: place, kind: .pulse, isPulse: true, offset: offset), property, false)
      }
      // `\.child?.other.count` does not begin with `\.child?.other`: that one ends by making `other` optional. So the
      // first cannot be made by appending to the second.
      let goesOn = !isOptional || property.isOptional
      let value = StatePlace(path: place, isPulse: property.pulse != nil, offset: sum(property.offset))
      body(path, value, property, goesOn)
      let types = outer + [type]
      if goesOn, case .state(let type) = property.inside, !types.contains(where: { $0 == type }) {
        let offset = property.isOptional ? nil : value.offset
        visitPlaces(
          of: type, from: path, isOptional: property.isOptional, place, at: offset, inside: types, body)
      }
    }
  }

  /// How many bytes into every state the value lies to which a key path leads; nil if that is not known.
  func offset(of path: AnyKeyPath) -> Int? { places[path]?.offset }

  /// The pointer of the property that a key path leads to, if it is known without a state; nil for elements of lists.
  static func path<Root>(of property: PartialKeyPath<Root>) -> JSONPath? {
    if property == \Root.self { return .root }
    guard let type = Root.self as? any ObservableState.Type, let place = of(type).places[property] else { return nil }
    return place.kind == .value ? place.path : nil
  }

  /// The pointer of the property, or of the element of a list, that a key path leads to in a state, if it is known.
  static func path<Root>(of property: PartialKeyPath<Root>, in state: Root) -> JSONPath? {
    func find<State: ObservableState>(_ state: State) -> JSONPath? {
      withUnsafePointer(to: state) { state in
        guard let place = of(State.self).find(property, in: state), place.kind == .value else { return nil }
        return place.path
      }
    }
    return path(of: property) ?? (state as? any ObservableState).flatMap { find($0) }
  }

  /// The key path of the property at a pointer, or of the last one before it that a key path leads to by properties alone.
  static func keyPath<Root>(_: Root.Type, towards path: JSONPath) -> PartialKeyPath<Root> {
    guard let type = Root.self as? any ObservableState.Type else { return \Root.self }
    let places = of(type).places
    var path = path
    while !path.isEmpty {
      for case (let found as PartialKeyPath<Root>, let place) in places where place.kind == .value && place.path == path
      {
        return found
      }
      path = path.dropLast()
    }
    return \Root.self
  }

  /// Where a key path leads, if it is known.
  func find<State: ObservableState>(_ path: AnyKeyPath, in state: UnsafePointer<State>) -> StatePlace? {
    if let place = places[path] { return place }
    if path == \State.self { return StatePlace(path: .root, offset: 0) }
    guard !lists.isEmpty, let path = path as? PartialKeyPath<State> else { return nil }
    // Reading the key path shows which ids are in it.
    for id in KeyPathHints.ids(readBy: { _ = state.pointee[keyPath: path] }) {
      for list in lists {
        guard let elementPath = list.type.elementPath(id), let element = list.path.appending(path: elementPath),
          let place = find(path, at: element, list, id)
        else { continue }
        return located(place, in: list, id, state)
      }
    }
    return nil
  }

  /// The place inside an element of a list, if the key path leads there.
  private func find(_ path: AnyKeyPath, at element: AnyKeyPath, _ list: ListPlace, _ id: AnyHashable) -> StatePlace? {
    var place: StatePlace
    if path == element {
      place = StatePlace(path: .root, reader: list.reader)
    } else {
      guard let inside = list.insides.first(where: { element.appending(path: $0.path) == path }) else { return nil }
      place = inside.place
    }
    if let reader = place.reader { place.address = list.finder.byID(id, reader.list, reader.inside) }
    return place
  }

  /// Turns a place inside an element into a place in the whole state.
  private func located<State>(
    _ place: StatePlace, in list: ListPlace, _ id: AnyHashable, _ state: UnsafePointer<State>
  ) -> StatePlace {
    let value = (list.path as? PartialKeyPath<State>).map { state.pointee[keyPath: $0] }
    guard let token = (value as? any ObservedElements)?.token(ofElement: id) else {
      return StatePlace(path: list.place, kind: .inside)
    }
    var located = place
    located.path = list.place.appending(token).appending(place.path)
    return located
  }
}
