// SpareBuffer: memory for a text that is needed during a call.
import EnfoldJSON
import Synchronization

/// Lends memory for the time of a call: small texts lie on the stack, others in one buffer that is kept for the next
/// call. Whoever comes while that is lent gets a buffer that is not kept.
///
/// Measured beside a buffer that is allocated for each call: an action of 10 bytes in a scope with a template takes 2,110
/// instructions and not 2,360 (230 to 250 ns and not 265 to 275), one of 3,000 bytes 21,100 and not 21,570.
struct SpareBuffer: ~Copyable {
  /// The kept buffer, while nobody has it. Its capacity is in its first word.
  private let kept = Atomic<UnsafeMutableRawPointer?>(nil)

  private static var greatestOnStack: Int { Sizes.of(1024, tiny: 0) }
  /// Longer ones are not kept: the text of one day must not stay for ever.
  private static var greatestKept: Int { Sizes.of(65_536, tiny: 0) }
  private static let header = 16

  init() {}

  deinit { kept.load(ordering: .acquiring)?.deallocate() }

  /// Calls `body` with memory for `count` bytes.
  @inline(__always)
  func withBytes<R>(
    _ count: Int, _ body: (UnsafeMutableRawPointer) throws(RuntimeError) -> R
  ) throws(RuntimeError) -> R {
    guard count <= Self.greatestOnStack else {
      let buffer = take(count)
      defer { giveBack(buffer) }
      return try body(buffer + Self.header)
    }
    // Typed errors do not pass through the standard library's closures.
    return try withUnsafeTemporaryAllocation(byteCount: Self.greatestOnStack, alignment: 1) { bytes in
      let start = bytes.baseAddress.unsafelyUnwrapped
      return Result { () throws(RuntimeError) in try body(start) }
    }.get()
  }

  @inline(never)
  private func take(_ count: Int) -> UnsafeMutableRawPointer {
    // Acquiring: what its last user wrote there comes before what this one writes.
    if let buffer = kept.exchange(nil, ordering: .acquiring) {
      if buffer.load(as: Int.self) >= count { return buffer }
      buffer.deallocate()
    }
    let buffer = UnsafeMutableRawPointer.allocate(byteCount: Self.header + count, alignment: Self.header)
    buffer.storeBytes(of: count, as: Int.self)
    return buffer
  }

  @inline(never)
  private func giveBack(_ buffer: UnsafeMutableRawPointer) {
    if buffer.load(as: Int.self) <= Self.greatestKept {
      // Releasing: the next user finds this one done. Should another buffer have come back meanwhile, it stays.
      let (isKept, _) = kept.compareExchange(expected: nil, desired: buffer, ordering: .releasing)
      if isKept { return }
    }
    buffer.deallocate()
  }
}
