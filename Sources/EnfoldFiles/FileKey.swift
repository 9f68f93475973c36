// FileKey: a key as its bytes. Swift compares strings by canonical equivalence, and file names know nothing of that.

/// A key that is compared by its bytes.
struct FileKey: Hashable, Sendable {
  let bytes: [UInt8]

  init(_ text: String) { bytes = Array(text.utf8) }

  var text: String { String(decoding: bytes, as: UTF8.self) }
}
