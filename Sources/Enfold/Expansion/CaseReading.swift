// CaseReading, CaseText: how the cases of an enum are read and written.

/// Reads the cases of ``TaggedCases`` and their payloads. Called only by the expansion of `@Action` and by its protocol.
public enum CaseReading {
  /// The text that was found where an enum's value is expected.
  @usableFromInline enum Beginning<A> {
    /// `{"setCount":` and the index of that case. The value is next.
    case payload(Int)
    /// Everything.
    case complete(A)
  }

  /// Finds out which case the next value is, in any of the forms.
  @inlinable @inline(never) static func begin<A: TaggedCases>(
    _ type: A.Type, _ reader: inout JSONReader
  ) throws(JSONError) -> Beginning<A> {
    if reader.peek() == .string { return .complete(try bare(&reader)) }
    let start = reader
    try reader.beginObject()
    guard let key = try reader.nextKey() else { throw empty(A.self, in: reader) }
    if let known = A._$caseIndex(of: key) { return .payload(known) }
    if let tagged = try tagged(A.self, key, from: start, &reader) { return .payload(tagged) }
    return .complete(try standard(from: start, &reader))
  }

  /// `"increment"`.
  @usableFromInline static func bare<A: TaggedCases>(_ reader: inout JSONReader) throws(JSONError) -> A {
    var name = reader
    let index = try index(A.self, &reader)
    return try A._$read(case: index, hasPayload: false, from: &name)
  }

  /// Reads a string that names a case.
  private static func index<A: TaggedCases>(_ type: A.Type, _ reader: inout JSONReader) throws(JSONError) -> Int {
    let start = reader
    let name = try reader.readString()
    guard let index = A._$caseIndex(of: name) else { throw start.mismatch(unknown(A.self, name)) }
    return index
  }

  /// Whether a further key repeats the case. If it is the name of no case and unknown keys are ignored, its value is
  /// skipped.
  @usableFromInline static func isSame<A: TaggedCases>(
    _ type: A.Type, _ key: JSONKey, as index: Int, in reader: inout JSONReader
  ) throws(JSONError) -> Bool {
    let other = A._$caseIndex(of: key)
    if other == index { return true }
    if other == nil, reader.ignoresUnknownKeys {
      try reader.skipValue()
      return false
    }
    throw JSONError(
      code: .mismatch, offset: key.offset,
      message: "one case at a time: \"\(A.caseNames[index])\" is followed by \"\(key.string)\"")
  }

  /// After an object whose first key is no case: the first key that is one, if unknown keys are ignored and the object
  /// is no Flux Standard Action. The reader then stands at its value.
  ///
  /// - Returns: nil for a Flux Standard Action.
  @usableFromInline static func tagged<A: TaggedCases>(
    _ type: A.Type, _ key: JSONKey, from start: JSONReader, _ reader: inout JSONReader
  ) throws(JSONError) -> Int? {
    var scan = start
    var found: (index: Int, value: JSONReader)?
    try scan.beginObject()
    while let key = try scan.nextKey() {
      if let index = A._$caseIndex(of: key) {
        found = found ?? (index, scan)
      } else if key == "type" {
        return nil
      }
      try scan.skipValue()
    }
    guard let found, reader.ignoresUnknownKeys else {
      throw JSONError(code: .mismatch, offset: key.offset, message: unknown(A.self, key.string))
    }
    reader = found.value
    return found.index
  }

  /// `{"type":"setCount","payload":5}`.
  @usableFromInline static func standard<A: TaggedCases>(
    from start: JSONReader, _ reader: inout JSONReader
  ) throws(JSONError) -> A {
    reader = start
    var type = start
    var payload: JSONReader?
    try reader.beginObject()
    while let key = try reader.nextKey() {
      if key == "type" {
        type = reader
      } else if key == "payload" {
        payload = reader
      } else {
        try reader.skipUnknownKey(key, of: "an action with a type", known: "type, payload")
        continue
      }
      try reader.skipValue()
    }
    var name = type
    let index = try index(A.self, &name)
    guard var payload else { return try A._$read(case: index, hasPayload: false, from: &type) }
    return try A._$read(case: index, hasPayload: true, from: &payload)
  }

  @usableFromInline static func empty<A: TaggedCases>(_ type: A.Type, in reader: JSONReader) -> JSONError {
    JSONError(
      code: .mismatch, offset: reader.offset - 1,
      message: "an object without a case; known: \(known(A.self))")
  }

  static func unknown<A: CasePathable>(_ type: A.Type, _ name: String) -> String {
    let shown = name.utf8.count <= 80 ? name : name.prefix(60) + "…"
    return "unknown action \"\(shown)\"; known: \(known(A.self))"
  }

  private static func known<A: CasePathable>(_ type: A.Type) -> String {
    A.caseNames.isEmpty ? "none" : A.caseNames.joined(separator: ", ")
  }
}

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Borrowed bytes of UTF-8, to be compared with texts that are known when the program is compiled. The expansion of
/// `@Action` asks for `count` first, so that only texts of the same length are compared, and these in whole words.
public struct CaseText {
  @usableFromInline let start: UnsafePointer<UInt8>?

  /// The length in bytes.
  public let count: Int

  @inlinable @inline(__always) init(_ bytes: UnsafeBufferPointer<UInt8>) {
    start = bytes.baseAddress
    count = bytes.count
  }

  /// Whether these are the bytes of `text`.
  @inlinable @inline(__always) public func matches(_ text: StaticString) -> Bool {
    guard count == text.utf8CodeUnitCount else { return false }
    guard let start else { return count == 0 }
    return memcmp(start, text.utf8Start, text.utf8CodeUnitCount) == 0
  }
}

extension TaggedCases {
  /// The index of the case called `key`.
  @inlinable static func _$caseIndex(of key: JSONKey) -> Int? {
    if let bytes = key.plainBytes { return _$caseIndex(of: CaseText(bytes)) }
    return _$caseIndex(of: key.string)
  }

  /// The index of the case called `name`.
  @usableFromInline static func _$caseIndex(of name: String) -> Int? {
    var name = name
    return name.withUTF8 { _$caseIndex(of: CaseText($0)) }
  }

  /// The index of the case called `name`: for paths.
  public static func _$caseIndex(of name: JSONPath.Token) -> Int? { _$caseIndex(of: name.text) }
}
