// JSONReader: reads the keys of objects. A key that a type does not know is refused here, or skipped.

extension JSONReader {
  /// Reads the key of the next member. At the end of the object, consumes the brace and returns nil.
  @inlinable @inline(__always) public mutating func nextKey() throws(JSONError) -> JSONKey? {
    if cursor < end, cursor.pointee == UInt8(ascii: "}") {
      leave()
      return nil
    }
    return try findKey()
  }

  /// The slow way of `nextKey`, if the end of the object is not the next byte.
  @usableFromInline @inline(never) mutating func findKey() throws(JSONError) -> JSONKey? {
    skipWhitespace()
    guard cursor < end else { throw syntaxError(isFirst ? "a key or '}'" : "',' or '}'") }
    if cursor.pointee == UInt8(ascii: "}") {
      leave()
      return nil
    }
    if isFirst {
      isFirst = false
    } else {
      guard cursor.pointee == UInt8(ascii: ",") else { throw syntaxError("',' or '}'") }
      cursor += 1
      skipWhitespace()
    }
    return try readKey()
  }

  /// Reads a key and its colon.
  private mutating func readKey() throws(JSONError) -> JSONKey {
    guard cursor < end, cursor.pointee == UInt8(ascii: "\"") else { throw syntaxError("a key") }
    let offset = cursor - start
    cursor += 1
    let text = cursor
    let traits = try scanString()
    let key = JSONKey(start: text, count: cursor - text - 1, hasEscapes: traits.hasEscapes, offset: offset)
    skipWhitespace()
    guard cursor < end, cursor.pointee == UInt8(ascii: ":") else { throw syntaxError("':'") }
    cursor += 1
    return key
  }

  /// Skips the value of a key that `type` does not know, if unknown keys are ignored. Otherwise throws a mismatch at
  /// the key, with a list of the known keys.
  public mutating func skipUnknownKey(
    _ key: JSONKey, of type: StaticString, known: StaticString
  ) throws(JSONError) {
    guard !ignoresUnknownKeys else { return try skipValue() }
    let list = known.utf8CodeUnitCount == 0 ? "it has none" : "it has: \(known)"
    throw JSONError(
      code: .mismatch, offset: key.offset, message: "\(type) has no key \"\(key.shortened)\"; \(list)")
  }
}
