// LineReader: reads lines from a descriptor as bytes, and does other work while none is there.
import Glibc

/// Reads a file or a pipe line by line.
struct LineReader {
  private let descriptor: Int32
  private var buffer: [UInt8] = []
  /// Where in `buffer` the next line begins.
  private var start = 0
  private var isAtEnd = false
  /// How many bytes the lines had so far.
  private(set) var bytes = 0
  /// Why reading ended too early: an `errno`; 0 if it did not.
  private(set) var problem: Int32 = 0

  init(_ descriptor: Int32) { self.descriptor = descriptor }

  /// The next line, without its end; nil at the end. `work` runs when `watched` is readable while no line is there, and
  /// `idle` before it waits.
  mutating func next(watching watched: Int32, work: () -> Void, idle: () -> Void) -> ArraySlice<UInt8>? {
    var searched = start
    while true {
      if let end = buffer[searched...].firstIndex(of: UInt8(ascii: "\n")) {
        defer { start = end + 1 }
        bytes += end + 1 - start
        return buffer[start..<end].last == UInt8(ascii: "\r") ? buffer[start..<(end - 1)] : buffer[start..<end]
      }
      if isAtEnd {
        defer { start = buffer.count }
        bytes += buffer.count - start
        return start < buffer.count ? buffer[start...] : nil
      }
      searched = buffer.count - start
      buffer.removeFirst(start)
      start = 0
      fill(watching: watched, work: work, idle: idle)
    }
  }

  private mutating func fill(watching watched: Int32, work: () -> Void, idle: () -> Void) {
    while true {
      idle()
      var waiting = [
        pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
        pollfd(fd: watched, events: Int16(POLLIN), revents: 0),
      ]
      guard poll(&waiting, 2, -1) > 0 else { continue }
      if waiting[1].revents != 0 { work() }
      guard waiting[0].revents != 0 else { continue }
      let old = buffer.count
      buffer.append(contentsOf: repeatElement(0, count: 1 << 16))
      let count = buffer.withUnsafeMutableBytes { read(descriptor, $0.baseAddress?.advanced(by: old), $0.count - old) }
      buffer.removeLast(buffer.count - old - max(0, count))
      if count < 0, errno == EINTR { continue }
      if count < 0 { problem = errno }
      isAtEnd = count <= 0
      return
    }
  }
}
