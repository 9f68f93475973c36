// DocumentMirror: a document that follows patches, and says what each operation replaced and which elements it was about.

/// A document that follows the patches of an observer. It turns them into keyed patches, and adds what was there before.
public struct DocumentMirror: Sendable {
  var editor: DocumentEditor
  private let isKeyed: Bool
  let hasOld: Bool
  var names = ElementNames()

  /// - Parameters:
  ///   - keyed: whether elements of lists are named by their ids.
  ///   - old: whether operations say what was there before.
  public init(_ document: JSONValue, keyed: Bool, old: Bool) {
    editor = DocumentEditor(document, limits: .greatest)
    (isKeyed, hasOld) = (keyed, old)
  }

  public var document: JSONValue { editor.document }

  /// Follows a patch of `add`, `remove` and `replace` whose paths have indices. After an error the document is not right any
  /// more.
  ///
  /// - Returns: operations that do the same.
  public mutating func follow(_ patch: [JSONPatch.Operation]) throws(JSONError) -> [JSONPatch.Record] {
    var records: [JSONPatch.Record] = []
    var rest = patch[...]
    while let operation = rest.first {
      if let (around, list) = try namedList(around: operation) {
        let edits = rest.prefix { $0.editedContainer == around }
        records += try perform(edits, in: around, list)
        rest = rest[edits.endIndex...]
      } else {
        records.append(try perform(operation))
        rest = rest.dropFirst()
      }
    }
    editor.forgetUndo()
    return records
  }

  /// The list that an operation adds an element to or removes one from, if its elements have names: its path, and that with
  /// names.
  private mutating func namedList(
    around operation: JSONPatch.Operation
  ) throws(JSONError) -> (path: JSONPath, named: JSONPath)? {
    guard isKeyed, let path = operation.editedContainer, case .array(let elements) = try editor.value(at: path) else {
      return nil
    }
    let named = try named(path)
    return names.areKnown(elements, in: named) ? (path, named) : nil
  }

  private func isMember(_ path: JSONPath) throws(JSONError) -> Bool {
    guard let last = path.last, case .object(let object) = try editor.value(at: path.dropLast()) else { return false }
    return object[last.text] != nil
  }

  /// Performs an operation that adds or removes no element with a name.
  private mutating func perform(_ operation: JSONPatch.Operation) throws(JSONError) -> JSONPatch.Record {
    switch operation {
    case .replace(let path, let value): return try replace(path, value)
    case .remove(let path):
      let place = try named(path)
      let old = try editor.value(at: path)
      try editor.perform(operation)
      names.forget(at: place)
      names.forgetElements(of: place.dropLast())
      return JSONPatch.Record(.remove(path: try renamed(path, place)), hasOld ? .value(old) : nil)
    case .add(let path, let value):
      guard let last = path.last, try !isMember(path) else { return try replace(path, value) }
      let around = try named(path.dropLast())
      let place = around.appending(last.text)
      try editor.perform(operation)
      names.forgetElements(of: around)
      return JSONPatch.Record(.add(path: try renamed(path, place), value: value), nil)
    default: throw failure("a patch of an observer has no \(operation.name)")
    }
  }

  private mutating func replace(_ path: JSONPath, _ value: JSONValue) throws(JSONError) -> JSONPatch.Record {
    let place = try named(path)
    let old = try editor.value(at: path)
    try editor.perform(.replace(path: path, value: value))
    names.forget(at: place)
    return JSONPatch.Record(.replace(path: try renamed(path, place), value: value), hasOld ? .value(old) : nil)
  }

  /// The path with names in the place of indices, where elements have names.
  private mutating func named(_ path: JSONPath) throws(JSONError) -> JSONPath {
    if !isKeyed { return path }
    var (value, named) = (editor.document, JSONPath.root)
    for token in path.tokens {
      switch value {
      case .object(let object):
        guard let member = object[token.text] else { throw nothing(at: path) }
        value = member
        named.tokens.append(token)
      case .array(let elements):
        guard let index = token.index, index < elements.count else { throw nothing(at: path) }
        value = elements[index]
        named.tokens.append(names.areKnown(elements, in: named) ? value.elementName ?? token : token)
      default: throw nothing(at: path)
      }
    }
    return named
  }

  /// The place of an operation that was performed: an element that has another id now is named by its index.
  private mutating func renamed(_ path: JSONPath, _ place: JSONPath) throws(JSONError) -> JSONPath {
    for count in [path.count, path.count - 1] where count > 0 && (count == path.count || path.last?.text == "id") {
      let (name, index) = (place[count - 1], path[count - 1])
      if name == index { continue }
      let newName = try editor.value(at: path.prefix(count)).elementName
      if newName == name { continue }
      names.rename(name, to: newName, in: place.prefix(count - 1))
      return place.prefix(count - 1).appending(index.text).appending(place.dropFirst(count))
    }
    return place
  }
}

extension JSONPatch.Operation {
  /// What something is added to or removed from.
  fileprivate var editedContainer: JSONPath? {
    switch self {
    case .add(let path, _), .remove(let path): path.isEmpty ? nil : path.dropLast()
    default: nil
    }
  }
}
