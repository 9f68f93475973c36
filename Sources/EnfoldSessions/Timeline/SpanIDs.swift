// SpanIDs: the ids of traces and spans, computed from the file.

/// The same file gives the same ids, also when it has grown.
struct SpanIDs {
  private let seed: UInt64

  /// - Parameter file: its first line tells it from other files.
  init(_ file: SessionFile) {
    // FNV-1a.
    seed = file.firstLine.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
  }

  /// The id of the span that begins with a line: 16 digits. Two lines never have the same, because the mixing is reversible.
  func span(_ line: Int) -> String { digits(Self.mixed(seed &+ UInt64(line))) }

  /// The id of everything that a task of a store has caused: 32 digits.
  func trace(store: UInt64, task: UInt64) -> String {
    digits(Self.mixed(~seed)) + digits(Self.mixed(seed &+ (store << 40 ^ task)))
  }

  /// The finish of SplitMix64.
  private static func mixed(_ number: UInt64) -> UInt64 {
    var z = number &+ 0x9e37_79b9_7f4a_7c15
    z = (z ^ z >> 30) &* 0xbf58_476d_1ce4_e5b9
    z = (z ^ z >> 27) &* 0x94d0_49bb_1331_11eb
    return z ^ z >> 31
  }

  /// An id of zeros only is none.
  private func digits(_ number: UInt64) -> String {
    let text = String(max(number, 1), radix: 16)
    return String(repeating: "0", count: 16 - text.count) + text
  }
}
