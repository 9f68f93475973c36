// ShortText: bytes that lie in the value itself if they are few.

/// A text. If it is short, as most actions are, it needs no memory of its own.
enum ShortText: Sendable {
  typealias Room = (UInt64, UInt64, UInt64, UInt64, UInt64, UInt64)
  case inside(Room, count: UInt8)
  case outside([UInt8])

  init(_ bytes: UnsafeRawBufferPointer) {
    guard bytes.count <= MemoryLayout<Room>.size else {
      self = .outside(Array(bytes))
      return
    }
    var room: Room = (0, 0, 0, 0, 0, 0)
    withUnsafeMutableBytes(of: &room) { $0.copyMemory(from: bytes) }
    self = .inside(room, count: UInt8(bytes.count))
  }

  var count: Int {
    switch self {
    case .inside(_, let count): Int(count)
    case .outside(let bytes): bytes.count
    }
  }

  func withBytes<R>(_ body: (UnsafeRawBufferPointer) -> R) -> R {
    switch self {
    case .inside(let room, let count):
      withUnsafeBytes(of: room) { body(UnsafeRawBufferPointer(rebasing: $0[..<Int(count)])) }
    case .outside(let bytes): bytes.withUnsafeBytes(body)
    }
  }
}
