// Lines: makes whole lines of pieces.
import EnfoldSessions
import Glibc

struct Lines {
  private let limit: Int
  /// The beginning of a line that has no end yet.
  private var rest: [UInt8] = []

  init(limit: Int) { self.limit = limit }

  /// Calls `body` with each line that ends in a piece, without its end. A line that is too long is a problem.
  mutating func take(
    _ piece: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) throws(SessionLine.Problem) -> Void
  ) throws(SessionLine.Problem) {
    var start = 0
    while start < piece.count, let base = piece.baseAddress, let found = memchr(base + start, 10, piece.count - start) {
      let end = UnsafeRawPointer(found) - base
      let part = UnsafeRawBufferPointer(rebasing: piece[start..<end])
      start = end + 1
      if rest.isEmpty {
        try body(part)
        continue
      }
      rest += part
      let line = rest
      rest = []
      // The standard library's closure cannot throw a typed error, so it returns a Result.
      try line.withUnsafeBytes { bytes in Result { () throws(SessionLine.Problem) in try body(bytes) } }.get()
    }
    guard rest.count + piece.count - start <= limit else {
      throw SessionLine.Problem(message: "a line has more than \(limit) bytes")
    }
    rest += piece[start...]
  }
}
