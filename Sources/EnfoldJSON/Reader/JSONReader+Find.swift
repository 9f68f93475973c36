// JSONReader: finds the value at a path in a text, without decoding what is around it.

extension JSONReader {
  /// Finds the value at a path inside the next value and returns its bytes; nil if nothing is there. The next value is
  /// consumed and checked.
  ///
  /// If a key occurs more than once, the last one counts. The result is as it was written: numbers are not converted.
  /// Each token but the first reads once more the value that the token before it has found.
  public mutating func rawValue(at path: JSONPath) throws(JSONError) -> UnsafeRawBufferPointer? {
    guard let first = path.first else { return try rawValue() }
    var value = try findValue(first)
    for depth in 1..<path.count {
      guard let around = value else { return nil }
      // `findValue` has checked it, its depth included.
      var inside = JSONReader(around, limits: .greatest)
      value = try inside.findValue(path[depth])
    }
    return value
  }

  /// Consumes the next value. Returns the bytes of the value that a token selects in it; nil if nothing is there.
  private mutating func findValue(_ token: JSONPath.Token) throws(JSONError) -> UnsafeRawBufferPointer? {
    var found: UnsafeRawBufferPointer?
    switch peek() {
    case .object:
      try beginObject()
      while let key = try nextKey() {
        if key == token { found = try rawValue() } else { try skipValue() }
      }
    case .array:
      let (index, selector) = (token.index, token.selector)
      var position = 0
      try beginArray()
      while try nextElement() {
        let element = try rawValue()
        if found == nil {
          if index == position {
            found = element
          } else if let selector, try Self.isElement(element, selector.name, selector.value) {
            found = element
          }
        }
        position += 1
      }
    default:
      try skipValue()
    }
    return found
  }

  /// Whether a value is an object whose property `name` is the string `value`, or anything else that is written `value`.
  private static func isElement(
    _ element: UnsafeRawBufferPointer, _ name: String, _ value: String
  ) throws(JSONError) -> Bool {
    var reader = JSONReader(element, limits: .greatest)
    guard reader.peek() == .object, let bytes = try reader.findValue(JSONPath.Token(name)) else { return false }
    var property = JSONReader(bytes, limits: .greatest)
    if property.peek() == .string { return try property.readString().hasSameBytes(as: value) }
    return value.hasBytes(bytes.assumingMemoryBound(to: UInt8.self))
  }
}

extension JSONKey {
  /// Whether the key is that of the member that a token selects. Allocates nothing if the key has no escapes.
  static func == (key: JSONKey, token: JSONPath.Token) -> Bool {
    guard let bytes = key.plainBytes else { return key.string.hasSameBytes(as: token.text) }
    return token.text.hasBytes(bytes)
  }
}
