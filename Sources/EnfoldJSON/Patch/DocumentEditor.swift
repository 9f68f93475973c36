// DocumentEditor: the document that a patch works on. It finds places, changes them in place, and takes all of it back.

/// A document that is changed by the operations of a patch.
struct DocumentEditor {
  private(set) var document: JSONValue
  /// What takes the changes back, the last one first.
  private var undo: [Undo] = []
  private let depthLimit: Int
  /// How much more may be added: each value counts 1, and strings and keys also count their bytes.
  private var budget: Int

  /// - Parameter document: is taken over. It must have no other owner while it is changed, or it would be copied.
  init(_ document: consuming JSONValue, limits: JSONLimits) {
    self.document = document
    depthLimit = min(limits.depth, JSONLimits.greatestDepth)
    budget = limits.bytes
  }

  /// Makes the document what it was at the beginning.
  mutating func takeBack() {
    while let step = undo.popLast() { document.takeBack(step) }
  }

  /// Keeps the changes for good.
  mutating func forgetUndo() { undo.removeAll(keepingCapacity: true) }

  mutating func perform(_ operation: JSONPatch.Operation) throws(JSONError) {
    switch operation {
    case .add(let path, let value): try add(value, at: try resolvedAround(path))
    case .remove(let path): try remove(at: try resolved(path))
    case .replace(let path, let value): try replace(try resolved(path), with: value)
    case .copy(let from, let path): try add(try value(at: try resolved(from)), at: try resolvedAround(path))
    case .move(let from, let path):
      guard !from.isPrefix(of: path) || from == path else { throw failure("\(from) cannot move into itself") }
      let place = try resolved(from)
      let value = try value(at: place)
      if from == path { return }
      try remove(at: place)
      try putBack(value, at: try resolvedAround(path))
    case .test(let path, let expected):
      guard try value(at: try resolved(path)) == expected else { throw failure("another value is at \"\(path)\"") }
    case .insert(let path, let after, let value):
      let (list, name) = try list(around: path)
      guard [value].position(selectedBy: name) == 0 else {
        throw failure("the value is not what \"\(name.text)\" names")
      }
      if try position(of: name, in: list) != nil { throw failure("an element is at \"\(path)\" already") }
      try add(value, at: list.appending(String(try position(after: after, in: list))))
    case .reorder(let path, let after):
      let (list, name) = try list(around: path)
      guard let position = try position(of: name, in: list) else { throw nothing(at: path) }
      if let after, try self.position(of: after, in: list) == position {
        throw failure("an element cannot move behind itself, and \"after\" is \"\(after.text)\"")
      }
      let place = list.appending(String(position))
      let value = try value(at: place)
      try remove(at: place)
      try putBack(value, at: list.appending(String(try self.position(after: after, in: list))))
    }
  }

  func value(at path: JSONPath) throws(JSONError) -> JSONValue {
    var value = document
    for token in path.tokens {
      switch value {
      case .object(let object):
        guard let member = object[token.text] else { throw nothing(at: path) }
        value = member
      case .array(let elements):
        guard let index = token.index, index < elements.count else { throw nothing(at: path) }
        value = elements[index]
      default: throw nothing(at: path)
      }
    }
    return value
  }

  private mutating func add(_ value: JSONValue, at path: JSONPath) throws(JSONError) {
    try charge(value, depth: path.count)
    guard let last = path.last else { return undo.append(.put(exchange(&document, with: value), path)) }
    let around = path.dropLast()
    let step = try document.update(at: around) { container throws(JSONError) -> Undo? in
      try container.change { object throws(JSONError) in
        if let position = object.position(of: last.text) { return .put(object.replaceValue(at: position, value), path) }
        object[last.text] = value
        return .remove(around, object.count - 1)
      } list: { elements throws(JSONError) in
        let index = last == "-" ? elements.count : last.index
        if last.isSelector { throw failure("\"after\" is missing, which says where \"\(last.text)\" goes") }
        guard let index, index <= elements.count else { throw nothing(at: path) }
        elements.insert(value, at: index)
        return .remove(around, index)
      }
    }
    guard let step else { throw nothing(at: path) }
    undo.append(step)
  }

  /// Adds a value that was there before. It does not make the document larger.
  private mutating func putBack(_ value: JSONValue, at path: JSONPath) throws(JSONError) {
    let saved = budget
    budget = .max
    try add(value, at: path)
    budget = saved
  }

  private mutating func remove(at path: JSONPath) throws(JSONError) {
    guard let last = path.last else { throw failure("the whole document cannot be removed") }
    let around = path.dropLast()
    let step = try document.update(at: around) { container throws(JSONError) -> Undo? in
      try container.change { object throws(JSONError) in
        guard let position = object.position(of: last.text) else { throw nothing(at: path) }
        return .insert(object.remove(at: position), around, position, last.text)
      } list: { elements throws(JSONError) in
        if last == "-" { throw failure("\"-\" is no element that is there; an index names one") }
        guard let index = last.index, index < elements.count else { throw nothing(at: path) }
        return .insert(elements.remove(at: index), around, index, "")
      }
    }
    guard let step else { throw nothing(at: path) }
    undo.append(step)
  }

  private mutating func replace(_ path: JSONPath, with value: JSONValue) throws(JSONError) {
    try charge(value, depth: path.count)
    undo.append(.put(try document.update(at: path) { place in exchange(&place, with: value) }, path))
  }

  /// Takes the size of a value that is added off the budget, and checks that the document does not get too deep.
  private mutating func charge(_ value: JSONValue, depth: Int) throws(JSONError) {
    budget -= 1
    guard budget >= 0 else {
      throw JSONError(code: .limit, offset: 0, message: "the patch makes the document too large")
    }
    guard depth <= depthLimit else {
      throw JSONError(code: .limit, offset: 0, message: "the document gets deeper than \(depthLimit)")
    }
    switch value {
    case .array(let elements):
      for element in elements { try charge(element, depth: depth + 1) }
    case .object(let object):
      for member in object.members {
        budget -= member.key.utf8.count
        try charge(member.value, depth: depth + 1)
      }
    case .string(let text):
      budget -= text.utf8.count
    default: break
    }
  }
}

/// What takes one change back. Its path leads to the changed value, or to the object or list around it.
private enum Undo {
  case put(JSONValue, JSONPath)
  case remove(JSONPath, Int)
  /// An element, or a member with its key.
  case insert(JSONValue, JSONPath, Int, String)
}

extension JSONValue {
  /// Changes the value at a path in place. It does not recurse, so that a deep path needs no deep stack.
  fileprivate mutating func update<R>(
    at path: JSONPath, _ body: (inout JSONValue) throws(JSONError) -> R
  ) throws(JSONError) -> R {
    // What is around the place, each without the value that is being changed.
    var around: [(container: JSONValue, position: Int)] = []
    around.reserveCapacity(path.count)
    defer {
      while !around.isEmpty {
        var last = around.removeLast()
        _ = last.container.exchangeChild(at: last.position, exchange(&self, with: .null))
        self = last.container
      }
    }
    for token in path.tokens {
      guard let position = position(of: token) else { throw nothing(at: path) }
      let child = exchangeChild(at: position, .null)
      around.append((exchange(&self, with: child), position))
    }
    return try body(&self)
  }

  private func position(of token: JSONPath.Token) -> Int? {
    switch self {
    case .object(let object): object.position(of: token.text)
    case .array(let elements): token.index.flatMap { $0 < elements.count ? $0 : nil }
    default: nil
    }
  }

  /// Puts another value in the place of a member or an element, which it returns.
  private mutating func exchangeChild(at position: Int, _ value: JSONValue) -> JSONValue {
    change { object in
      object.replaceValue(at: position, value)
    } list: { elements in
      exchange(&elements[position], with: value)
    } ?? .null
  }

  /// Changes the object or the list in place. Nil if this is neither.
  ///
  /// The payload is taken out while it is changed. So it has only one owner, and is not copied. Inside a `switch self`,
  /// optimised code would keep `self` as a second owner until the end of the switch.
  fileprivate mutating func change<R, Failure: Error>(
    object changeObject: (inout JSONObject) throws(Failure) -> R?,
    list changeList: (inout [JSONValue]) throws(Failure) -> R?
  ) throws(Failure) -> R? {
    if var object = takeObject() {
      defer { self = .object(object) }
      return try changeObject(&object)
    }
    if var elements = takeElements() {
      defer { self = .array(elements) }
      return try changeList(&elements)
    }
    return nil
  }

  private mutating func takeObject() -> JSONObject? {
    guard case .object(let object) = self else { return nil }
    self = .null
    return object
  }

  private mutating func takeElements() -> [JSONValue]? {
    guard case .array(let elements) = self else { return nil }
    self = .null
    return elements
  }

  fileprivate mutating func takeBack(_ step: Undo) {
    // Everything is where it was right after the change, so nothing fails.
    switch step {
    case .put(let value, let path): try? update(at: path) { $0 = value }
    case .remove(let path, let position):
      _ = try? update(at: path) { container throws(JSONError) in
        container.change {
          $0.remove(at: position)
        } list: {
          $0.remove(at: position)
        }
      }
    case .insert(let value, let path, let position, let key):
      _ = try? update(at: path) { container throws(JSONError) in
        container.change {
          $0.insert(key, value, at: position)
        } list: {
          $0.insert(value, at: position)
        }
      }
    }
  }
}

func failure(_ message: String) -> JSONError { JSONError(code: .mismatch, offset: 0, message: message) }

func nothing(at path: JSONPath) -> JSONError { failure("nothing is at \"\(path)\"") }
