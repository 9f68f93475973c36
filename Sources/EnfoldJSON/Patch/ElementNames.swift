// ElementNames: the names of elements in the lists of a document, and which lists have some.

/// The names of elements, such as `id=7`. The elements of a list have names if each is an object with an id, a string or an
/// integer, that no other element of the list has. A list is known by its path, which has names where elements have some.
struct ElementNames: Sendable {
  /// For each list that was asked for the names in it; nil if its elements have none.
  private var lists: [JSONPath: Set<JSONPath.Token>?] = [:]

  /// Whether the elements of a list have names.
  mutating func areKnown(_ elements: [JSONValue], in list: JSONPath) -> Bool {
    if let names = lists[list] { return names != nil }
    var names: Set<JSONPath.Token> = []
    let areNames = elements.allSatisfy { element in element.elementName.map { names.insert($0).inserted } ?? false }
    lists[list] = .some(areNames ? names : nil)
    return areNames
  }

  /// Whether the elements of a list that was asked for before have names.
  func areKnown(in list: JSONPath) -> Bool { (lists[list] ?? nil) != nil }

  /// Adds the name of a new element. Nil if it has none, or another element has it, or the others have none: from now on, no
  /// element has.
  mutating func add(_ name: JSONPath.Token?, to list: JSONPath) -> JSONPath.Token? {
    if let name, lists[list]??.insert(name).inserted == true { return name }
    forget(at: list)
    lists[list] = .some(nil)
    return nil
  }

  /// Removes an element.
  mutating func remove(at place: JSONPath) {
    forget(at: place)
    guard let name = place.last else { return }
    let list = place.dropLast()
    if areKnown(in: list) { lists[list]??.remove(name) } else { forgetElements(of: list) }
  }

  mutating func rename(_ name: JSONPath.Token, to newName: JSONPath.Token?, in list: JSONPath) {
    remove(at: list.appending(name.text))
    _ = add(newName, to: list)
  }

  /// Forgets the lists at a place and below it.
  mutating func forget(at place: JSONPath) {
    for list in lists.keys.filter({ place.isPrefix(of: $0) }) { lists[list] = nil }
  }

  /// Forgets the lists in the elements of a list without names: they are known by indices, which may be others now.
  mutating func forgetElements(of list: JSONPath) {
    guard let names = lists[list], names == nil else { return }
    forget(at: list)
    lists[list] = .some(nil)
  }
}
