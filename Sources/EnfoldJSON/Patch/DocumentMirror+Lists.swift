// DocumentMirror: the edits of a list whose elements have names. What is removed and added again has moved.

extension DocumentMirror {
  /// Performs additions and removals in a list.
  ///
  /// An element that a later edit adds again is *held*: it stays in the document until then, and moves. The edits do not count
  /// elements that are held.
  ///
  /// - Parameter place: the list's path with names.
  mutating func perform(
    _ edits: ArraySlice<JSONPatch.Operation>, in list: JSONPath, _ place: JSONPath
  ) throws(JSONError) -> [JSONPatch.Record] {
    var records: [JSONPatch.Record] = []
    var held = HeldElements()
    var additions: [JSONPath.Token: Int] = [:]
    for (index, edit) in zip(edits.indices, edits) {
      if case .add(_, let value) = edit, let name = value.elementName { additions[name] = index }
    }
    for (index, edit) in zip(edits.indices, edits) {
      switch edit {
      case .remove(let path):
        guard let counted = path.last?.index else { throw nothing(at: path) }
        let position = held.position(counted)
        let name = try editor.value(at: list.appending(position)).elementName
        if let name, names.areKnown(in: place), additions[name] ?? -1 > index {
          held.hold(name, at: position)
        } else {
          records.append(try remove(at: position, in: list, place))
          held.shift(from: position, by: -1)
        }
      case .add(let path, let value):
        guard let counted = path.last?.index else { throw nothing(at: path) }
        var previous = counted == 0 ? nil : held.position(counted - 1)
        if let name = value.elementName, let position = held.release(name) {
          if names.areKnown(in: place) {
            records += try move(position, behind: previous, value, in: list, place, &held)
            continue
          }
          records.append(try remove(at: position, in: list, place))
          held.shift(from: position, by: -1)
          previous = counted == 0 ? nil : held.position(counted - 1)
        }
        records.append(try insert(value, behind: previous, in: list, place))
        held.shift(from: (previous ?? -1) + 1, by: 1)
      default: break
      }
    }
    return records
  }

  private mutating func remove(
    at position: Int, in list: JSONPath, _ place: JSONPath
  ) throws(JSONError) -> JSONPatch.Record {
    let path = list.appending(position)
    let element = try editor.value(at: path)
    let name = names.areKnown(in: place) ? element.elementName : nil
    let place = name.map { place.appending($0.text) } ?? place.appending(position)
    let previous = try self.name(of: position - 1, in: list)
    try editor.perform(.remove(path: path))
    names.remove(at: place)
    guard hasOld else { return JSONPatch.Record(.remove(path: place), nil) }
    return JSONPatch.Record(.remove(path: place), name == nil ? .value(element) : .element(element, after: previous))
  }

  private mutating func insert(
    _ value: JSONValue, behind previous: Int?, in list: JSONPath, _ place: JSONPath
  ) throws(JSONError) -> JSONPatch.Record {
    let position = (previous ?? -1) + 1
    let after = try name(of: position - 1, in: list)
    try editor.perform(.add(path: list.appending(position), value: value))
    guard let name = names.add(value.elementName, to: place) else {
      return JSONPatch.Record(.add(path: place.appending(position), value: value), nil)
    }
    return JSONPatch.Record(.insert(path: place.appending(name.text), after: after, value: value), nil)
  }

  /// Moves an element that was held, and replaces it if it is another one now.
  private mutating func move(
    _ position: Int, behind previous: Int?, _ value: JSONValue, in list: JSONPath, _ place: JSONPath,
    _ held: inout HeldElements
  ) throws(JSONError) -> [JSONPatch.Record] {
    var records: [JSONPatch.Record] = []
    let old = try editor.value(at: list.appending(position))
    let place = place.appending(old.elementName?.text ?? "")
    let target = previous.map { $0 < position ? $0 + 1 : $0 } ?? 0
    if target != position {
      let before = try name(of: position - 1, in: list)
      let after = try previous.flatMap { previous throws(JSONError) in try name(of: previous, in: list) }
      try editor.perform(.move(from: list.appending(position), path: list.appending(target)))
      held.shift(from: position, by: -1)
      held.shift(from: target, by: 1)
      records.append(JSONPatch.Record(.reorder(path: place, after: after), hasOld ? .place(after: before) : nil))
    }
    if !old.hasSameJSON(as: value) {
      try editor.perform(.replace(path: list.appending(target), value: value))
      names.forget(at: place)
      records.append(JSONPatch.Record(.replace(path: place, value: value), hasOld ? .value(old) : nil))
    }
    return records
  }

  private func name(of position: Int, in list: JSONPath) throws(JSONError) -> JSONPath.Token? {
    position < 0 ? nil : try editor.value(at: list.appending(position)).elementName
  }
}

/// The elements that will move: their names and where they are, in order.
private struct HeldElements {
  private var elements: [(position: Int, name: JSONPath.Token)] = []

  /// The position of an element that is counted without those that are held.
  func position(_ counted: Int) -> Int { elements.reduce(counted) { $1.position <= $0 ? $0 + 1 : $0 } }

  mutating func hold(_ name: JSONPath.Token, at position: Int) {
    let index = elements.firstIndex { $0.position > position } ?? elements.count
    elements.insert((position, name), at: index)
  }

  /// The position of a held element, which is not held any more.
  mutating func release(_ name: JSONPath.Token) -> Int? {
    elements.firstIndex { $0.name == name }.map { elements.remove(at: $0).position }
  }

  mutating func shift(from position: Int, by distance: Int) {
    for index in elements.indices where elements[index].position >= position { elements[index].position += distance }
  }
}

extension JSONPath {
  fileprivate func appending(_ position: Int) -> JSONPath { appending(String(position)) }
}
