// How enums read the values of a case, in each of the accepted forms.

extension CaseReading {
  /// No values: `{}` or `null`. Not inlined into each case, which would take the compiler time.
  @inlinable @inline(never) public static func none(
    _ name: StaticString, _ hasPayload: Bool, _ reader: inout JSONReader
  ) throws(JSONError) {
    if hasPayload, !reader.skipEmptyObject() { try readNothing(name, &reader) }
  }

  /// No values, written in another way than `{}`.
  @usableFromInline static func readNothing(
    _ name: StaticString, _ reader: inout JSONReader
  ) throws(JSONError) {
    if reader.readNull() { return }
    guard reader.peek() == .object else { throw unexpected(name, reader) }
    try reader.beginObject()
    while let key = try reader.nextKey() { try reader.skipUnknownKey(key, of: name, known: "") }
  }

  /// One value without label: itself, or `{"_0": …}`.
  @inlinable public static func single<T: JSONCodable>(
    _ name: StaticString, _ hasPayload: Bool, _ reader: inout JSONReader
  ) throws(JSONError) -> T {
    guard hasPayload else { throw missing(name, reader) }
    do {
      return try value(&reader)
    } catch { throw JSONFields.located(error, in: name) }
  }
  /// One value that may be absent: without payload, or with Swift's `{}`, it is the default.
  @inlinable public static func single<T: JSONCodable>(
    _ name: StaticString, _ hasPayload: Bool, _ reader: inout JSONReader, default: @autoclosure () -> T
  ) throws(JSONError) -> T {
    guard hasPayload else { return `default`() }
    let start = reader
    do {
      return try value(&reader)
    } catch {
      reader = start
      guard isEmptyObject(&reader) else { throw JSONFields.located(error, in: name) }
      return `default`()
    }
  }

  @_disfavoredOverload public static func single<T>(
    _ name: StaticString, _ hasPayload: Bool, _ reader: inout JSONReader
  ) throws(JSONError) -> T { throw missing(name, reader) }
  public static func single<T>(
    _ name: StaticString, _ hasPayload: Bool, _ reader: inout JSONReader, default: @autoclosure () -> T
  ) throws(JSONError) -> T { throw missing(name, reader) }

  @inlinable static func value<T: JSONCodable>(_ reader: inout JSONReader) throws(JSONError) -> T {
    guard !T.jsonAcceptsAnyKey, reader.mayBeObject(beginningWith: "_0"), reader.peek() == .object else {
      return try T(json: &reader)
    }
    var wrapped = reader
    try wrapped.beginObject()
    guard let key = try wrapped.nextKey(), key == "_0" else { return try T(json: &reader) }
    reader = wrapped
    var value = try T(json: &reader)
    while let key = try reader.nextKey() {
      if key == "_0" {
        value = try T(json: &reader)
      } else {
        try reader.skipUnknownKey(key, of: "a single value", known: "_0")
      }
    }
    return value
  }

  @usableFromInline static func isEmptyObject(_ reader: inout JSONReader) -> Bool {
    guard reader.peek() == .object else { return false }
    do {
      try reader.beginObject()
      return try reader.nextKey() == nil
    } catch {
      return false
    }
  }

  /// Opens an object of several values.
  ///
  /// - Parameter optional: whether all values have defaults, so that the payload may be absent or `null`.
  /// - Returns: whether its keys follow.
  @inlinable public static func object(
    _ name: StaticString, _ hasPayload: Bool, optional: Bool, _ reader: inout JSONReader
  ) throws(JSONError) -> Bool {
    guard hasPayload else {
      guard optional else { throw missing(name, reader) }
      return false
    }
    if optional, reader.readNull() { return false }
    do { try reader.beginObject() } catch { throw JSONFields.located(error, in: name) }
    return true
  }

  /// Opens an array of several values, if it is one.
  @inlinable public static func array(_ hasPayload: Bool, _ reader: inout JSONReader) throws(JSONError) -> Bool {
    guard hasPayload, reader.peek() == .array else { return false }
    try reader.beginArray()
    return true
  }

  /// Whether another value follows.
  @inlinable public static func next(_ reader: inout JSONReader, _ isOpen: inout Bool) throws(JSONError) -> Bool {
    guard isOpen else { return false }
    isOpen = try reader.nextElement()
    return isOpen
  }

  /// The array ends after as many values as the case has.
  ///
  /// - Parameter all: whether all of them must be there.
  @inlinable public static func close(
    _ reader: inout JSONReader, _ isOpen: Bool, _ name: StaticString, takes count: Int, all: Bool
  ) throws(JSONError) {
    guard isOpen else {
      guard all else { return }
      throw JSONError(code: .mismatch, offset: reader.offset - 1, message: "\(name) takes \(count) values")
    }
    guard try reader.nextElement() else { return }
    throw reader.mismatch("\(name) takes \(count) values")
  }

  @usableFromInline static func missing(_ name: StaticString, _ reader: JSONReader) -> JSONError {
    reader.mismatch("\(name) needs a payload")
  }

  @usableFromInline static func unexpected(_ name: StaticString, _ reader: JSONReader) -> JSONError {
    reader.mismatch("\(name) takes no payload: leave it out, or give {} or null")
  }
}
