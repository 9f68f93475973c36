// SpareBuffer: memory for a text that is needed during a call.
import EnfoldJSON
import Synchronization

/// Lends memory for the time of a call. Small texts lie on the stack, longer ones in a buffer that is kept for the next
/// call. While that buffer is lent, another caller gets a new one. At most one buffer is kept.
///
/// This was compared with a buffer that is allocated for each call. To send an action of 10 bytes through a scope with
/// a template takes 2,110 instructions instead of 2,360 (230 to 250 ns instead of 265 to 275). An action of 3,000 bytes
/// takes 21,100 instead of 21,570.
struct SpareBuffer: ~Copyable {
  /// The kept buffer; nil while it is lent. Its capacity is in its first word.
  private let kept = Atomic<UnsafeMutableRawPointer?>(nil)

  private static var greatestOnStack: Int { Sizes.of(1024, tiny: 0) }
  /// A longer buffer is not kept, so that one very long text does not take memory for ever.
  private static var greatestKept: Int { Sizes.of(65_536, tiny: 0) }
  private static let header = 16

  init() {}

  deinit { kept.load(ordering: .acquiring)?.deallocate() }

  /// Calls `body` with memory for `count` bytes.
  @inline(__always) func withBytes<R>(
    _ count: Int, _ body: (UnsafeMutableRawPointer) throws(RuntimeError) -> R
  ) throws(RuntimeError) -> R {
    guard count <= Self.greatestOnStack else {
      let buffer = take(count)
      defer { giveBack(buffer) }
      return try body(buffer + Self.header)
    }
    // The standard library's closure cannot throw a typed error, so it returns a Result.
    return try withUnsafeTemporaryAllocation(byteCount: Self.greatestOnStack, alignment: 1) { bytes in
      let start = bytes.baseAddress.unsafelyUnwrapped
      return Result { () throws(RuntimeError) in try body(start) }
    }.get()
  }

  @inline(never) private func take(_ count: Int) -> UnsafeMutableRawPointer {
    // Acquiring: all that the last user wrote there comes before what the next user writes.
    if let buffer = kept.exchange(nil, ordering: .acquiring) {
      if buffer.load(as: Int.self) >= count { return buffer }
      buffer.deallocate()
    }
    let buffer = UnsafeMutableRawPointer.allocate(byteCount: Self.header + count, alignment: Self.header)
    buffer.storeBytes(of: count, as: Int.self)
    return buffer
  }

  @inline(never) private func giveBack(_ buffer: UnsafeMutableRawPointer) {
    if buffer.load(as: Int.self) <= Self.greatestKept {
      // Releasing: the next user comes after this one. If another buffer came back meanwhile, that one is kept.
      let (isKept, _) = kept.compareExchange(expected: nil, desired: buffer, ordering: .releasing)
      if isKept { return }
    }
    buffer.deallocate()
  }
}
