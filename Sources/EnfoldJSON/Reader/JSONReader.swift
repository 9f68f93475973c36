// JSONReader: reads a JSON text value by value. It is a position in borrowed bytes.

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A strict reader of one JSON text (RFC 8259, UTF-8). The caller asks for one value after the other.
///
/// The reader borrows its bytes: they must stay valid and unchanged while the reader, its copies and its keys are in
/// use. A copy of the reader is a saved position. The reader does not read ahead: each read checks exactly the bytes
/// that it consumes, and `finish` checks that nothing follows. After an error the position is undefined, and only
/// `checkRest` may be called: it checks the whole text.
///
/// No input can make the reader trap, recurse, or allocate more than the values that are asked for. Whoever asks for a
/// value inside a value recurses; so an array or object that the thread's stack has no room for is refused with
/// `JSONError.Code.limit`. Every read takes time in proportion to the bytes that it consumes.
public struct JSONReader {
  @usableFromInline let start: UnsafePointer<UInt8>
  @usableFromInline let end: UnsafePointer<UInt8>
  @usableFromInline var cursor: UnsafePointer<UInt8>

  /// How many more arrays and objects may be opened here before a read must look at the limit and at the thread's
  /// stack. In arrays and objects that are deeper it is less than 0.
  @usableFromInline var freeLevels: Int

  /// The greatest depth that was read so far beyond the free levels; otherwise 0.
  @usableFromInline package var greatestDepthRead: Int32 = 0

  /// How deep a value this thread can compare and destroy. 0 until a read goes beyond the free levels and asks for it.
  @usableFromInline var heldDepth: Int32 = 0

  /// Whether an array or object was just opened. Then no comma comes before the next element.
  @usableFromInline var isFirst = false

  /// Whether typed decoding skips unknown keys instead of refusing them.
  public let ignoresUnknownKeys: Bool

  @usableFromInline let limits: JSONLimits
  @usableFromInline let isTooLong: Bool

  /// A reader at the start of `bytes`. A text that is longer than `limits.bytes` is refused by the first read.
  @inlinable
  public init(_ bytes: UnsafeRawBufferPointer, limits: JSONLimits = .default, ignoresUnknownKeys: Bool = false) {
    let empty: StaticString = ""
    start = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self) ?? empty.utf8Start
    isTooLong = bytes.count > limits.bytes
    // A text that is too long looks empty, so that every read reaches the one place where errors are made.
    end = isTooLong ? start : start + bytes.count
    cursor = start
    freeLevels = min(limits.depth, JSONLimits.freeDepth)
    self.limits = limits
    self.ignoresUnknownKeys = ignoresUnknownKeys
  }

  /// The position in bytes from the start: the end of the last thing read, or, after `peek`, the start of the next.
  @inlinable public var offset: Int { cursor - start }

  /// The kind of a value, which its first byte tells.
  public enum Kind: Sendable {
    case object, array, string, number, bool, null
    /// Nothing but whitespace is left.
    case end
    /// No value begins like this.
    case invalid
  }

  /// Skips whitespace and returns the kind of the value that begins there, without reading it.
  @inlinable public mutating func peek() -> Kind {
    skipWhitespace()
    guard cursor < end else { return isTooLong ? .invalid : .end }
    switch cursor.pointee {
    case UInt8(ascii: "{"): return .object
    case UInt8(ascii: "["): return .array
    case UInt8(ascii: "\""): return .string
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"): return .number
    case UInt8(ascii: "t"), UInt8(ascii: "f"): return .bool
    case UInt8(ascii: "n"): return .null
    default: return .invalid
    }
  }

  /// Consumes the next value if it is `null`, and tells whether it was. Anything else is left for the next read.
  @inlinable public mutating func readNull() -> Bool {
    skipWhitespace()
    guard cursor < end, cursor.pointee == UInt8(ascii: "n") else { return false }
    return consume("null")
  }

  /// Reads `true` or `false`.
  @inlinable public mutating func readBool() throws(JSONError) -> Bool {
    if consume("true") { return true }
    if consume("false") { return false }
    return try findBool()
  }

  /// The slow way of `readBool`, if neither literal is right at the cursor.
  @usableFromInline @inline(never) mutating func findBool() throws(JSONError) -> Bool {
    skipWhitespace()
    if consume("true") { return true }
    if consume("false") { return false }
    throw unexpected("a boolean")
  }

  /// Checks that nothing but whitespace is left.
  @inlinable public mutating func finish() throws(JSONError) {
    if cursor == end, !isTooLong { return }
    skipWhitespace()
    guard cursor == end, !isTooLong else { throw syntaxError("the end of the text") }
  }

  @inlinable @inline(__always) mutating func skipWhitespace() {
    if cursor < end, cursor.pointee > 0x20 { return }
    skipWhitespaceSlowly()
  }

  @usableFromInline mutating func skipWhitespaceSlowly() {
    while cursor < end {
      switch cursor.pointee {
      case 0x20, 0x0A, 0x0D, 0x09: cursor += 1
      default: return
      }
    }
  }

  /// Moves over `literal` if it is next.
  @inlinable @inline(__always) mutating func consume(_ literal: StaticString) -> Bool {
    let count = literal.utf8CodeUnitCount
    guard end - cursor >= count, memcmp(cursor, literal.utf8Start, count) == 0 else { return false }
    cursor += count
    return true
  }
}
