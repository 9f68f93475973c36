// TextDigest: a hash of a text, to see whether another one is the same.
import CEnfoldSupport

/// A text's length and hash. Two texts with the same digest are taken for the same.
struct TextDigest: Equatable, Sendable {
  private let count: Int
  private let low: UInt64
  private let high: UInt64

  init(_ text: [UInt8]) {
    count = text.count
    // Nobody outside of the process has to agree on the key.
    let hash = text.withUnsafeBytes { bytes in
      withUnsafePointer(to: 0 as UInt8) { none in
        enfold_siphash(
          1, 3, enfold_hash(low: 0x656e_666f_6c64, high: 0x7368_6172_6564), bytes.baseAddress ?? .init(none),
          bytes.count)
      }
    }
    low = hash.low
    high = hash.high
  }
}

/// The text that a storage has last read or written for a key.
enum KnownText: Sendable {
  case absent
  /// There is a file without a text: somebody may be about to write it.
  case empty
  case text(TextDigest)
  case unreadable

  init(_ text: [UInt8]?) { self = text.map { $0.isEmpty ? .empty : .text(TextDigest($0)) } ?? .absent }

  /// Whether loading both gives the same result. Absent and empty are the same.
  func isSame(as other: KnownText) -> Bool {
    switch (self, other) {
    case (.absent, .absent), (.absent, .empty), (.empty, .absent), (.empty, .empty), (.unreadable, .unreadable): true
    case (.text(let text), .text(let other)): text == other
    default: false
    }
  }
}
