// Texts that hosts receive: enfold_string.
import CEnfold
import EnfoldJSON
import EnfoldPlugin
import Glibc

extension enfold_string {
  /// A NUL-terminated copy of a JSON text.
  init(_ writer: borrowing JSONWriter) { self = writer.withBytes { Self(copying: $0) } }

  /// A NUL-terminated copy of a text.
  init(copying bytes: UnsafeRawBufferPointer) {
    var collector = TextCollector()
    collector.append(bytes.baseAddress, bytes.count)
    self = collector.take()
  }
}

/// Collects a text that an engine writes in pieces. It lies in memory that the host will free.
struct TextCollector {
  private var data: UnsafeMutablePointer<CChar>?
  private var length = 0
  private var capacity = 0
  var isEmpty: Bool { length == 0 }
  /// Why a piece was refused; nil if none was. After a refusal the text is not whole.
  private(set) var refusal: String?

  /// Adds a piece that an engine wrote. Its address and its length are not trusted: see ``writtenPiece(_:_:)``.
  mutating func append(_ bytes: UnsafeRawPointer?, _ count: Int) {
    guard count != 0, refusal == nil else { return }
    guard let piece = writtenPiece(bytes, count)?.baseAddress else {
      refusal = "a piece of \(UInt(bitPattern: count)) bytes at \(bytes == nil ? "NULL" : "an address") was written"
      return
    }
    if capacity - length <= count { grow(length + count + 1) }
    guard let data else { return }
    memcpy(data + length, piece, count)
    length += count
  }

  private mutating func grow(_ needed: Int) {
    capacity = length == 0 ? needed : max(needed, 2 * capacity)
    // As everywhere in Swift, a process that is out of memory ends.
    guard let memory = realloc(data, capacity) else { abort() }
    data = memory.assumingMemoryBound(to: CChar.self)
  }

  /// Hands out the text and leaves the collector empty.
  mutating func take() -> enfold_string {
    if data == nil { grow(1) }
    data?[length] = 0
    defer { self = TextCollector() }
    return enfold_string(data: data, length: length)
  }

  /// Frees the text that was collected.
  mutating func discard() {
    free(data)
    self = TextCollector()
  }
}
