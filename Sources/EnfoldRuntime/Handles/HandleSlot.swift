// One place of the handle table, and the bits of its state word.
import EnfoldJSON
import Synchronization

/// A place for one handle at a time.
///
/// Everything that threads agree on is in `word`:
///
///     63      56 55         32   31     30        0
///     |  kind   | generation | closed |   pins     |
///
/// A handle is `kind | generation | index`, so that one comparison of the upper bits tells whether it is open. A *pin*
/// says that a thread uses the object now. Closing sets the closed bit; whoever then takes the last pin away ends the
/// handle, gives the slot its next generation and returns it. Free slots have kind 0 and the closed bit, and carry the
/// generation that comes next.
struct HandleSlot: ~Copyable {
  let word: Atomic<UInt64>
  /// A number that the owner wants to read without a pin; meaningless while the slot is free.
  let tag: Atomic<UInt64>
  /// A strong reference. Written before `word` opens the slot, read with a pin only: `word` orders both.
  let object: Atomic<UnsafeRawPointer?>
  /// The next free slot's index plus one; used under the table's lock, while free.
  let nextFree: Atomic<UInt32>

  init() {
    word = Atomic(HandleBits.free(generation: 1))
    tag = Atomic(0)
    object = Atomic(nil)
    nextFree = Atomic(0)
  }
}

enum HandleBits {
  static let closed: UInt64 = 1 << 31
  static let pins: UInt64 = closed - 1
  /// The last generation is never used, so that a retired slot is newer than all of its handles.
  static var retiredGeneration: UInt64 { Sizes.of(0xFF_FFFF, tiny: 5) }

  @inline(__always) static func kind(_ bits: UInt64) -> UInt8 { UInt8(truncatingIfNeeded: bits >> 56) }
  @inline(__always) static func generation(_ bits: UInt64) -> UInt64 { bits >> 32 & 0xFF_FFFF }
  @inline(__always) static func index(_ handle: UInt64) -> UInt32 { UInt32(truncatingIfNeeded: handle) }
  static func free(generation: UInt64) -> UInt64 { generation << 32 | closed }
  static func open(_ kind: HandleKind, generation: UInt64) -> UInt64 { UInt64(kind.rawValue) << 56 | generation << 32 }
}
