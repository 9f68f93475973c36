// How macro expansions read and write the JSON of one property or payload.

/// Reads, writes and describes single properties and payloads. Called only by the expansions of `@ObservableState` and
/// `@Action`.
///
/// A macro sees no types, so each function stands here twice: for types with a JSON form, and for all others. Only
/// `write` is unavailable for the others, so that such a property is reported exactly once.
public enum JSONFields {
  // MARK: Writing

  @inlinable public static func write<T: JSONCodable>(_ value: T, to writer: inout JSONWriter) {
    value.writeJSON(to: &writer)
  }
  @available(
    *, unavailable,
    message: """
      every property of an @ObservableState and every payload of an @Action needs a JSON form: a number, Bool, String, \
      an optional, array or dictionary of such types, an @ObservableState struct, an @Action enum, or a type that \
      conforms to JSONCodable. `import EnfoldFoundation` gives one to Date, UUID, URL, Data and Decimal, and to each \
      Codable type that is declared as CodableJSON. @Ignored leaves a property out of the state's JSON
      """
  )
  public static func write<T>(_ value: T, to writer: inout JSONWriter) {}

  @inlinable public static func write<T: JSONCodable>(
    _ value: T, at path: JSONPath, to writer: inout JSONWriter
  ) -> Bool {
    value.writeJSON(at: path, to: &writer)
  }
  public static func write<T>(_ value: T, at path: JSONPath, to writer: inout JSONWriter) -> Bool { false }

  // MARK: Comparing

  /// Whether two values of a property have the same JSON.
  @inlinable public static func areSame<T: JSONCodable>(_ value: T, _ other: T) -> Bool { value.hasSameJSON(as: other) }
  public static func areSame<T>(_ value: T, _ other: T) -> Bool { false }

  // MARK: Reading

  /// Reads a property that has a value already.
  @inlinable public static func read<T: JSONCodable>(
    _ value: inout T, _ name: StaticString, from reader: inout JSONReader
  ) throws(JSONError) {
    do { value = try T(json: &reader) } catch { throw located(error, in: name) }
  }
  public static func read<T>(_ value: inout T, _ name: StaticString, from reader: inout JSONReader) throws(JSONError) {
    throw reader.mismatch("\(name): no JSON form")
  }

  /// Reads a property that has no value yet. `null` is a value only if `T` is itself an optional.
  @inlinable public static func fill<T: JSONCodable>(
    _ value: inout T?, _ name: StaticString, from reader: inout JSONReader
  ) throws(JSONError) {
    do { value = try T(json: &reader) } catch { throw located(error, in: name) }
  }
  public static func fill<T>(_ value: inout T?, _ name: StaticString, from reader: inout JSONReader) throws(JSONError) {
    throw reader.mismatch("\(name): no JSON form")
  }

  /// A property without a value yet. `property` only gives its type.
  @inlinable public static func absent<Root, T>(_ property: (Root) -> T) -> T? { nil }

  /// The value that was read for a property.
  ///
  /// - Parameter reader: `inout`, so that it is not copied. It is only asked for its place.
  @inlinable public static func required<T>(
    _ value: T?, _ name: StaticString, of type: StaticString, in reader: inout JSONReader
  ) throws(JSONError) -> T {
    guard let value else { throw missing(name, of: type, at: reader.offset - 1) }
    return value
  }
  /// An optional property may be absent.
  @inlinable public static func required<T>(
    _ value: T??, _ name: StaticString, of type: StaticString, in reader: inout JSONReader
  ) throws(JSONError) -> T? {
    value ?? nil
  }

  /// The error of an object that ended too early: it points to the brace just read.
  @usableFromInline @inline(never) static func missing(
    _ name: StaticString, of type: StaticString, at offset: Int
  ) -> JSONError {
    JSONError(code: .mismatch, offset: offset, message: "missing key \"\(name)\" of \(type)")
  }

  /// This error with the name of the property in front.
  @usableFromInline static func located(_ error: JSONError, in name: StaticString) -> JSONError {
    guard error.code == .mismatch else { return error }
    return JSONError(code: error.code, offset: error.offset, message: "\(name): \(error.message)")
  }

  // MARK: Describing

  @inlinable public static func allows<T: JSONCodable>(_ type: T.Type, _ path: JSONPath) -> Bool {
    T.jsonAllows(path)
  }
  public static func allows<T>(_ type: T.Type, _ path: JSONPath) -> Bool { false }
  @inlinable public static func allows<Root, T: JSONCodable>(_ property: (Root) -> T, _ path: JSONPath) -> Bool {
    T.jsonAllows(path)
  }
  public static func allows<Root, T>(_ property: (Root) -> T, _ path: JSONPath) -> Bool { false }
}

extension JSONFields {
  /// Reads the value that a state is to show. The shared value stays as it is.
  public static func read<T>(
    _ shared: inout Shared<T>, _ name: StaticString, from reader: inout JSONReader
  ) throws(JSONError) {
    do { shared.value = try T(json: &reader) } catch { throw located(error, in: name) }
    shared.source = .given
  }
}

extension JSONFields {
  public static func read<T>(
    _ reader: inout SharedReader<T>, _ name: StaticString, from text: inout JSONReader
  ) throws(JSONError) { try read(&reader.shared, name, from: &text) }
}
