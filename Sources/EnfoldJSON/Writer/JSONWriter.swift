// JSONWriter: a growing buffer into which JSON text is written.

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A buffer that JSON text is written into: compact, without whitespace.
///
/// The writer does not check that its calls make up a value. Implementations of `writeJSON`, and the code that macros
/// write, must take care of that. Writing is amortised O(1) per byte. `removeAll` keeps the buffer, so a writer that is
/// used again does not allocate.
public struct JSONWriter: ~Copyable, @unchecked Sendable {
  // Unchecked: the buffer and the failures belong to this one writer, which cannot be copied.
  @usableFromInline var buffer: UnsafeMutablePointer<UInt8>
  @usableFromInline var capacity: Int

  /// How many bytes are written.
  @usableFromInline var length = 0

  @inlinable public var count: Int { length }

  /// How many entered values the writer is inside.
  @usableFromInline var depth = 0

  /// The values that could not be written, and their places; nil if all could.
  @usableFromInline var failures: WriteFailures?

  public init(capacity: Int = 256) {
    self.capacity = Sizes.of(max(capacity, 16), tiny: 1)
    buffer = allocate(nil, self.capacity)
  }

  deinit { free(buffer) }

  /// Forgets the text and keeps the capacity.
  @inlinable public mutating func removeAll() {
    length = 0
    if failures != nil { failures = nil }
  }

  /// Forgets the bytes behind the first `count` ones.
  @inlinable public mutating func truncate(to count: Int) {
    length = max(0, min(length, count))
    if failures != nil { forgetFailures() }
  }

  /// Calls `body` with the bytes that were written.
  @inlinable public func withBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R {
    try body(UnsafeRawBufferPointer(start: buffer, count: length))
  }

  /// The address of the first of `count` bytes, valid until the next change.
  @inlinable public var baseAddress: UnsafePointer<UInt8> { UnsafePointer(buffer) }

  /// A copy of the text.
  public var string: String { String(decoding: UnsafeBufferPointer(start: buffer, count: length), as: UTF8.self) }

  /// Makes room for `count` more bytes.
  @inlinable @inline(__always) public mutating func reserve(_ count: Int) {
    if capacity - length < count { grow(by: count) }
  }

  @usableFromInline @inline(never) mutating func grow(by count: Int) {
    capacity = Sizes.of(max(capacity * 2, length + count), tiny: length + count)
    buffer = allocate(buffer, capacity)
  }

  /// Appends a piece of JSON text as it is.
  @inlinable @inline(__always) public mutating func literal(_ json: StaticString) {
    let count = json.utf8CodeUnitCount
    reserve(count)
    memcpy(buffer + length, json.utf8Start, count)
    length += count
  }

  /// Appends bytes as they are.
  @inlinable public mutating func raw(_ bytes: UnsafeRawBufferPointer) {
    guard let source = bytes.baseAddress else { return }
    reserve(bytes.count)
    memcpy(buffer + length, source, bytes.count)
    length += bytes.count
  }

  /// Appends one byte as it is.
  @inlinable @inline(__always) public mutating func raw(_ byte: UInt8) {
    reserve(1)
    buffer[length] = byte
    length += 1
  }

  /// Puts a NUL behind the end. The NUL does not count as text, and the next write replaces it.
  @inlinable public mutating func nulTerminate() {
    reserve(1)
    buffer[length] = 0
  }

  @inlinable public mutating func writeNull() { literal("null") }

  @inlinable public mutating func write(_ value: Bool) {
    if value { literal("true") } else { literal("false") }
  }
}

/// `realloc`, but ends the process if there is no memory.
private func allocate(_ old: UnsafeMutablePointer<UInt8>?, _ capacity: Int) -> UnsafeMutablePointer<UInt8> {
  guard let memory = realloc(old, capacity) else { fatalError("out of memory: \(capacity) bytes for JSON") }
  return memory.assumingMemoryBound(to: UInt8.self)
}
