// What code in C writes through an enfold_write_fn.

/// A piece of a text that C code wrote, which is not trusted: nil if it cannot be a piece of memory, because it has no
/// address, or a length that no process has memory for.
public func writtenPiece(_ bytes: UnsafeRawPointer?, _ count: Int) -> UnsafeRawBufferPointer? {
  if count == 0 { return UnsafeRawBufferPointer(start: nil, count: 0) }
  guard let bytes, count > 0, count < 1 << 47 else { return nil }
  return UnsafeRawBufferPointer(start: bytes, count: count)
}
