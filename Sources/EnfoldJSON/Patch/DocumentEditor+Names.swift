// DocumentEditor: the elements that paths of keyed patches name, such as /items/id=7.

extension DocumentEditor {
  /// The path with indices in the place of names.
  func resolved(_ path: JSONPath) throws(JSONError) -> JSONPath {
    guard path.tokens.contains(where: \.isSelector) else { return path }
    var (value, resolved) = (document, JSONPath.root)
    for token in path.tokens {
      switch value {
      case .object(let object):
        guard let member = object[token.text] else { throw nothing(at: path) }
        (value, resolved) = (member, resolved.appending(token.text))
      case .array(let elements):
        guard let position = token.index ?? elements.position(selectedBy: token), position < elements.count else {
          throw nothing(at: path)
        }
        (value, resolved) = (elements[position], resolved.appending(String(position)))
      default: throw nothing(at: path)
      }
    }
    return resolved
  }

  /// The path with indices in the place of names, but for its last token.
  func resolvedAround(_ path: JSONPath) throws(JSONError) -> JSONPath {
    guard let last = path.last else { return path }
    return try resolved(path.dropLast()).appending(last.text)
  }

  /// The list around an element, and the element's name.
  func list(around path: JSONPath) throws(JSONError) -> (list: JSONPath, name: JSONPath.Token) {
    guard let name = path.last, name.isSelector else {
      throw failure("\"after\" needs a path that ends with the name of an element, such as \"id=7\"")
    }
    return (try resolved(path.dropLast()), name)
  }

  /// The position of the element that a token names; nil if there is none.
  func position(of name: JSONPath.Token, in list: JSONPath) throws(JSONError) -> Int? {
    guard case .array(let elements) = try value(at: list) else { throw failure("no list is at \"\(list)\"") }
    if let index = name.index { return index < elements.count ? index : nil }
    return elements.position(selectedBy: name)
  }

  /// The position behind the element that a token names; 0 without one.
  func position(after name: JSONPath.Token?, in list: JSONPath) throws(JSONError) -> Int {
    guard let name else { return 0 }
    guard let position = try position(of: name, in: list) else {
      throw failure("\"after\" is \"\(name.text)\", which is not in the list at \"\(list)\"")
    }
    return position + 1
  }
}

extension [JSONValue] {
  /// The first object whose member `name` is the string `value`, or a number, boolean or null that is written `value`, for a
  /// token `name=value`.
  func position(selectedBy token: JSONPath.Token) -> Int? {
    guard let (name, text) = token.selector else { return nil }
    let integer = Int64(text).flatMap { String($0) == text ? $0 : nil }
    return firstIndex { element in
      switch element[name] {
      case .string(let string): string.hasSameBytes(as: text)
      case .integer(let number): number == integer
      case nil, .array, .object: false
      case let value?: value.json == text
      }
    }
  }
}

extension JSONValue {
  /// The name of this element in a pointer: `id=` and its id, a string or an integer. Nil if it has none.
  var elementName: JSONPath.Token? {
    switch self["id"] {
    case .string(let id): JSONPath.Token("id=" + id)
    case .integer(let id): JSONPath.Token("id=\(id)")
    case .unsigned(let id): JSONPath.Token("id=\(id)")
    default: nil
    }
  }
}
