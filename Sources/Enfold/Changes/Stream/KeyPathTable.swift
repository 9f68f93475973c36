// KeyPathTable: from the key paths of a state's type to the places that the tree of interests knows.
import EnfoldJSON

/// Finds where a key path leads. Key paths through the properties of `@ObservableState` structs do not tell what they are
/// made of, but they can be compared: the table has the key paths of all properties, nested ones appended, and one that is
/// equal to none of them is not found.
///
/// Found are properties, those of nested and optional states, and elements of lists by their ids with their properties:
/// `\.count`, `\.child.count`, `\.child?.count`, `\.items[id: 7]`, `\.items[id: 7]?.title`. A path that goes on behind an
/// optional through a state that is not optional is not found: `\.child?.other.count`.
final class KeyPathTable: @unchecked Sendable {
  // Unchecked: nothing changes after init, and key paths are immutable.
  private var places: [AnyKeyPath: StatePlace] = [:]
  private var lists: [ListPlace] = []

  private struct ListPlace {
    let path: AnyKeyPath
    let place: JSONPath
    let type: any ObservedList.Type
  }

  private static let lock = Lock()
  nonisolated(unsafe) private static var tables: [ObjectIdentifier: KeyPathTable] = [:]  // under the lock

  /// The table of a type; made once.
  static func of<State: ObservableState>(_ type: State.Type) -> KeyPathTable {
    if let known = lock.withLock({ tables[ObjectIdentifier(type)] }) { return known }
    let made = KeyPathTable(type)
    return lock.withLock {
      tables[ObjectIdentifier(type)] = made
      return made
    }
  }

  private init(_ type: any ObservableState.Type) {
    Self.visitPlaces(of: type, from: nil, isOptional: false, .root) { path, place, inside in
      if places[path] == nil { places[path] = place }
      if case .list(let type) = inside { lists.append(ListPlace(path: path, place: place.path, type: type)) }
    }
  }

  /// Goes through the properties of a type, and those of nested states.
  ///
  /// - Parameters:
  ///   - prefix: leads to the state; nil: it is the root.
  ///   - isOptional: whether that may be nil.
  private static func visitPlaces(
    of type: any ObservableState.Type, from prefix: AnyKeyPath?, isOptional: Bool, _ parent: JSONPath,
    _ body: (AnyKeyPath, StatePlace, PropertyPlace.Inside) -> Void
  ) {
    func whole(_ path: AnyKeyPath?) -> AnyKeyPath? {
      path.flatMap { path in prefix.map { $0.appending(path: path) } ?? path }
    }
    var index = 0
    while let property = type._$place(index) {
      index += 1
      guard let token = property.token else {
        if let path = whole(isOptional ? nil : property.path) {
          body(path, StatePlace(path: .root, kind: .ignored), .nothing)
        }
        continue
      }
      guard let path = whole(isOptional ? property.pathFromOptional : property.path) else { continue }
      let place = parent.appending(token)
      if let pulse = whole(isOptional ? nil : property.pulse) {
        body(pulse, StatePlace(path: place, kind: .pulse, isPulse: true), .nothing)
      }
      // The key path of what is not optional, inside what is, ends in another way than it goes on.
      let goesOn = !isOptional || property.isOptional
      body(path, StatePlace(path: place, isPulse: property.pulse != nil), goesOn ? property.inside : .nothing)
      if goesOn, case .state(let type) = property.inside {
        visitPlaces(of: type, from: path, isOptional: property.isOptional, place, body)
      }
    }
  }

  /// Where a key path leads, if it is known.
  func find<State: ObservableState>(_ path: AnyKeyPath, in state: UnsafePointer<State>) -> StatePlace? {
    if let place = places[path] { return place }
    if path == \State.self { return StatePlace(path: .root) }
    guard !lists.isEmpty, let path = path as? PartialKeyPath<State> else { return nil }
    // Which ids are in it, reading it tells.
    for id in KeyPathHints.ids(readBy: { _ = state.pointee[keyPath: path] }) {
      for list in lists {
        guard let elementPath = list.type.elementPath(id), let element = list.path.appending(path: elementPath),
          let place = find(path, at: element, list.type)
        else { continue }
        return located(place, in: list, id, state)
      }
    }
    return nil
  }

  /// The place inside an element of a list, if the key path leads there.
  private func find(_ path: AnyKeyPath, at element: AnyKeyPath, _ list: any ObservedList.Type) -> StatePlace? {
    if path == element { return StatePlace(path: .root) }
    guard let type = list.observableElement else { return nil }
    var found: StatePlace?
    Self.visitPlaces(of: type, from: element, isOptional: true, .root) { candidate, place, _ in
      if found == nil, candidate == path { found = place }
    }
    return found
  }

  /// A place inside an element as one of the whole state.
  private func located<State>(
    _ place: StatePlace, in list: ListPlace, _ id: AnyHashable, _ state: UnsafePointer<State>
  ) -> StatePlace {
    let value = (list.path as? PartialKeyPath<State>).map { state.pointee[keyPath: $0] }
    guard let value = value as? any ObservedList, value.idIsElementProperty, let token = list.type.elementToken(id)
    else { return StatePlace(path: list.place, kind: .inside) }
    return StatePlace(path: list.place.appending(token).appending(place.path), kind: place.kind, isPulse: place.isPulse)
  }
}
