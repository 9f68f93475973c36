// A piece of text that C code writes through an enfold_write_fn.

/// A piece of a text that C code wrote. It is not trusted: the result is nil if it has no address, or a length for
/// which no process has enough memory.
public func writtenPiece(_ bytes: UnsafeRawPointer?, _ count: Int) -> UnsafeRawBufferPointer? {
  if count == 0 { return UnsafeRawBufferPointer(start: nil, count: 0) }
  guard let bytes, count > 0, count < 1 << 47 else { return nil }
  return UnsafeRawBufferPointer(start: bytes, count: count)
}

/// An enfold_write_fn that collects the pieces. Its context is the address of an array of bytes.
public let appendPiece: @convention(c) (UnsafeMutableRawPointer?, UnsafePointer<CChar>?, Int) -> Void = {
  context, bytes, length in
  guard let context, let piece = writtenPiece(bytes, length) else { return }
  context.assumingMemoryBound(to: [UInt8].self).pointee.append(contentsOf: piece)
}
