// HandleSlot: one place of the handle table, and the bits of its state word.
import EnfoldJSON
import Synchronization

/// A place for one handle at a time.
///
/// Threads coordinate through one atomic word, `word`. Its bits:
///
///     63      56 55         32   31     30        0
///     |  kind   | generation | closed |   pins     |
///
/// A handle is `kind | generation | index`. So one comparison of its upper bits with those of `word` tells whether it
/// is open. A *pin* says that a thread uses the object now. Closing sets the closed bit. After that, the thread that
/// gives back the last pin ends the handle: it gives the slot its next generation and returns it to the free slots. A
/// free slot has kind 0, the closed bit, and the generation of its next handle. A slot that was never used is zeros.
struct HandleSlot: ~Copyable {
  let word: Atomic<UInt64>
  /// A number that can be read without a pin. It means nothing while the slot is free.
  let tag: Atomic<UInt64>
  /// A strong reference. It is written before `word` opens the slot, and read only with a pin. So `word` orders the two
  /// accesses.
  let object: Atomic<UnsafeRawPointer?>
  /// While the slot is free: the index of the next free slot plus one, or 0 if there is none. Used under the table's
  /// lock.
  let nextFree: Atomic<UInt32>
}

enum HandleBits {
  static let closed: UInt64 = 1 << 31
  static let pins: UInt64 = closed - 1
  /// A slot that reaches this generation is retired: it gets no new handle. So the slot's generation is greater
  /// than that of each of its handles, and all of them are recognised as closed.
  static var retiredGeneration: UInt64 { Sizes.of(0xFF_FFFF, tiny: 5) }

  @inline(__always) static func kind(_ bits: UInt64) -> UInt8 { UInt8(truncatingIfNeeded: bits >> 56) }
  @inline(__always) static func generation(_ bits: UInt64) -> UInt64 { bits >> 32 & 0xFF_FFFF }
  @inline(__always) static func index(_ handle: UInt64) -> UInt32 { UInt32(truncatingIfNeeded: handle) }
  static func free(generation: UInt64) -> UInt64 { generation << 32 | closed }
  static func open(_ kind: HandleKind, generation: UInt64) -> UInt64 { UInt64(kind.rawValue) << 56 | generation << 32 }
}
