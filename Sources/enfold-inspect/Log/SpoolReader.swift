// SpoolReader: reads lines of a spool, those beside each other with one call of the system.

/// Each user has one of its own.
final class SpoolReader {
  private let spool: Spool?
  private var window: [UInt8] = []
  private var start = 0
  private static let windowSize = 1 << 16

  /// - Parameter spool: nil: there is none yet.
  init(_ spool: Spool?) { self.spool = spool }

  /// Calls `body` with bytes of the file. They are empty if the file has become shorter.
  func withBytes<R>(_ place: Int, _ count: Int, _ body: (UnsafeRawBufferPointer) -> R) -> R {
    if place < start || place + count > start + window.count { load(place, count) }
    return window.withUnsafeBytes { bytes in
      guard place >= start, place - start + count <= bytes.count else {
        return body(UnsafeRawBufferPointer(start: nil, count: 0))
      }
      return body(UnsafeRawBufferPointer(rebasing: bytes[(place - start)..<(place - start + count)]))
    }
  }

  private func load(_ place: Int, _ count: Int) {
    let size = max(count, Self.windowSize)
    start = place
    // One long line shall not keep its memory.
    if window.capacity > 16 * Self.windowSize, size == Self.windowSize { window = [] }
    window.removeAll(keepingCapacity: true)
    window = [UInt8](unsafeUninitializedCapacity: size) { buffer, filled in
      filled = spool?.read(into: UnsafeMutableRawBufferPointer(buffer), at: place) ?? 0
    }
  }
}
