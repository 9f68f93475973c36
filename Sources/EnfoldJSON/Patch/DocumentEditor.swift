// DocumentEditor: the document that a patch works on. It finds places and changes them in place.

/// A document that is changed by the operations of a patch.
struct DocumentEditor {
  private(set) var document: JSONValue
  private let depthLimit: Int
  /// How much more may be added: each value counts 1, and strings and keys also count their bytes.
  private var budget: Int

  init(document: JSONValue, limits: JSONLimits) {
    self.document = document
    depthLimit = min(limits.depth, JSONLimits.greatestDepth)
    budget = limits.bytes
  }

  mutating func perform(_ operation: JSONPatch.Operation) throws(JSONError) {
    switch operation {
    case .add(let path, let value): try add(value, at: path)
    case .remove(let path): try remove(at: path)
    case .replace(let path, let value): try replace(path, with: value)
    case .copy(let from, let path): try add(try value(at: from), at: path)
    case .move(let from, let path):
      guard !from.isPrefix(of: path) || from == path else { throw failure("\(from) cannot move into itself") }
      let value = try value(at: from)
      if from != path {
        try remove(at: from)
        // A value that only moves does not make the document larger.
        let saved = budget
        budget = .max
        try add(value, at: path)
        budget = saved
      }
    case .test(let path, let expected):
      guard try value(at: path) == expected else { throw failure("another value is at \"\(path)\"") }
    }
  }

  private func value(at path: JSONPath) throws(JSONError) -> JSONValue {
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
    guard let last = path.last else {
      document = value
      return
    }
    try document.update(at: path.dropLast()) { container throws(JSONError) in
      switch container {
      case .object(var object):
        container = .null
        object[last.text] = value
        container = .object(object)
      case .array(var elements):
        let index = last == "-" ? elements.count : last.index
        guard let index, index <= elements.count else { throw nothing(at: path) }
        container = .null
        elements.insert(value, at: index)
        container = .array(elements)
      default: throw nothing(at: path)
      }
    }
  }

  private mutating func remove(at path: JSONPath) throws(JSONError) {
    guard let last = path.last else { throw failure("the whole document cannot be removed") }
    try document.update(at: path.dropLast()) { container throws(JSONError) in
      switch container {
      case .object(var object):
        guard object[last.text] != nil else { throw nothing(at: path) }
        container = .null
        object[last.text] = nil
        container = .object(object)
      case .array(var elements):
        guard let index = last.index, index < elements.count else { throw nothing(at: path) }
        container = .null
        elements.remove(at: index)
        container = .array(elements)
      default: throw nothing(at: path)
      }
    }
  }

  private mutating func replace(_ path: JSONPath, with value: JSONValue) throws(JSONError) {
    try charge(value, depth: path.count)
    try document.update(at: path) { place in place = value }
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

extension JSONValue {
  /// Changes the value at a path in place.
  fileprivate mutating func update(
    at path: JSONPath, _ body: (inout JSONValue) throws(JSONError) -> Void
  ) throws(JSONError) {
    guard let first = path.first else { return try body(&self) }
    // The payload is moved out while it is changed. So it has only one owner, and is not copied.
    switch self {
    case .object(var object):
      self = .null
      defer { self = .object(object) }
      let found: Void? = try object.update(first.text) { value throws(JSONError) in
        try value.update(at: path.dropFirst(), body)
      }
      guard found != nil else { throw nothing(at: path) }
    case .array(var elements):
      guard let index = first.index, index < elements.count else { throw nothing(at: path) }
      self = .null
      defer { self = .array(elements) }
      try elements[index].update(at: path.dropFirst(), body)
    default: throw nothing(at: path)
    }
  }
}

private func failure(_ message: String) -> JSONError { JSONError(code: .mismatch, offset: 0, message: message) }

private func nothing(at path: JSONPath) -> JSONError { failure("nothing is at \"\(path)\"") }
