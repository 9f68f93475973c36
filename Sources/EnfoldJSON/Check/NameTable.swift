// NameTable: finds names by their bytes, without making strings.

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Names in order. No two are the same.
final class NameTable: Sendable {
  let names: [String]
  private let bytes: [UInt8]
  /// Where each name begins in `bytes`, and behind them the end of the last one.
  private let starts: [Int]
  /// A hash table with open addressing: 1 + the index of a name, or 0. Its count is a power of two, at least twice the
  /// count of names, so that a search always ends.
  private let slots: [Int32]
  /// The length of the longest name in bytes.
  private let longest: Int

  init(_ names: [String]) {
    var bytes: [UInt8] = []
    var starts = [0]
    for name in names {
      bytes.append(contentsOf: name.utf8)
      starts.append(bytes.count)
    }
    var count = 4
    while count < 2 * names.count { count *= 2 }
    var slots = [Int32](repeating: 0, count: count)
    for index in names.indices {
      var slot = bytes[starts[index]..<starts[index + 1]].withUnsafeBufferPointer { Self.hash($0) } & (count - 1)
      while slots[slot] != 0 { slot = (slot + 1) & (count - 1) }
      slots[slot] = Int32(truncatingIfNeeded: index + 1)
    }
    self.names = names
    self.bytes = bytes
    self.starts = starts
    self.slots = slots
    longest = names.map(\.utf8.count).max() ?? 0
  }

  var isEmpty: Bool { names.isEmpty }

  /// The index of the name that a key or string is.
  ///
  /// - Parameter due: the index that is looked at first.
  func index(of key: JSONKey, due: Int = 0) -> Int? {
    if let plain = key.plainBytes { return index(of: plain, due: due) }
    var text = key.string
    return text.withUTF8 { index(of: $0, due: due) }
  }

  func index(of name: String) -> Int? {
    var name = name
    return name.withUTF8 { index(of: $0, due: 0) }
  }

  private func index(of name: UnsafeBufferPointer<UInt8>, due: Int) -> Int? {
    guard name.count <= longest else { return nil }
    if due < names.count, isName(due, name) { return due }
    var slot = Self.hash(name) & (slots.count - 1)
    while slots[slot] != 0 {
      let index = Int(slots[slot]) - 1
      if isName(index, name) { return index }
      slot = (slot + 1) & (slots.count - 1)
    }
    return nil
  }

  private func isName(_ index: Int, _ name: UnsafeBufferPointer<UInt8>) -> Bool {
    let start = starts[index]
    guard starts[index + 1] - start == name.count else { return false }
    guard let first = name.baseAddress, !name.isEmpty else { return true }
    return bytes.withUnsafeBufferPointer { known in
      known.baseAddress.map { memcmp($0 + start, first, name.count) == 0 } ?? false
    }
  }

  /// FNV-1a.
  private static func hash(_ name: UnsafeBufferPointer<UInt8>) -> Int {
    var hash: UInt32 = 0x811C_9DC5
    for byte in name { hash = (hash ^ UInt32(byte)) &* 0x0100_0193 }
    return Int(hash ^ hash >> 15)
  }
}
