// HandleTable: the handles that all runtimes of a process share, and why one cannot be used (`explain`).
import CEnfold
import CEnfoldSupport
import EnfoldJSON
import Glibc
import Synchronization

/// The table of all handles of the process.
@inline(__always) var handles: HandleTable { HandleTable() }

/// Finds the object of a handle. This takes no lock, and another thread may close the handle at the same time.
///
/// Slots live in chunks, which are never moved or freed. Each chunk is twice as big as the one before: the highest bit
/// of an index, counted from the size of the first chunk, is the number of the chunk. The table itself is a few words of static
/// memory (see `enfold_handle_places`). This type has no members of its own: it has the functions that use that memory.
struct HandleTable {
  private typealias Chunk = Atomic<UnsafeMutableRawPointer?>

  private static var firstChunkBits: Int { Sizes.of(6, tiny: 1) }

  @inline(__always) private var chunks: UnsafeMutablePointer<Chunk> {
    UnsafeMutableRawPointer(enfold_handle_chunks()).assumingMemoryBound(to: Chunk.self)
  }

  /// Calls `body` with the table's lock held.
  private func withPlaces<R>(_ body: (UnsafeMutablePointer<enfold_handle_places>) -> R) -> R {
    let places = enfold_handle_table_places()
    guard let lock = places.pointer(to: \.lock) else { preconditionFailure("a member of a C struct has a place") }
    enfold_lock_acquire(lock)
    defer { enfold_lock_release(lock) }
    return body(places)
  }

  /// The slot at an index; nil if none was ever made there. O(1).
  @inline(__always) private func slot(at index: UInt32) -> UnsafeMutablePointer<HandleSlot>? {
    let number = UInt64(index) &+ 1 << Self.firstChunkBits
    let bit = 63 &- number.leadingZeroBitCount
    guard let chunk = chunks[bit].load(ordering: .acquiring) else { return nil }
    return chunk.assumingMemoryBound(to: HandleSlot.self) + Int(truncatingIfNeeded: number &- 1 &<< UInt64(bit))
  }

  // MARK: Opening

  /// Makes a handle for an object and keeps the object alive until the handle ends. One object may have several
  /// handles.
  ///
  /// - Parameter tag: see ``tag(of:)``.
  func open<Object: Handled>(_ entry: Object, tag: UInt64 = 0) throws(RuntimeError) -> UInt64 {
    guard let index = withPlaces(takeFreeIndex), let slot = slot(at: index) else {
      throw RuntimeError(ENFOLD_LIMIT, "no handles are left")
    }
    let generation = HandleBits.generation(slot.pointee.word.load(ordering: .relaxed))
    let word = HandleBits.open(Object.kind, generation: generation)
    let handle = word | UInt64(index)
    entry.handle = handle
    slot.pointee.object.store(retained(entry), ordering: .relaxed)
    slot.pointee.tag.store(tag, ordering: .relaxed)
    slot.pointee.word.store(word, ordering: .releasing)
    return handle
  }

  /// A strong reference for a slot.
  ///
  /// Never inlined: the optimiser would retain the object only after the slot is open, because it does not know that another
  /// thread may then close the handle, and so end the object.
  @inline(never) private func retained<Object: Handled>(_ entry: Object) -> UnsafeRawPointer {
    UnsafeRawPointer(Unmanaged.passRetained(entry).toOpaque())
  }

  private func takeFreeIndex(_ places: UnsafeMutablePointer<enfold_handle_places>) -> UInt32? {
    if places.pointee.first_free != 0, let slot = slot(at: places.pointee.first_free - 1) {
      let index = places.pointee.first_free - 1
      places.pointee.first_free = slot.pointee.nextFree.load(ordering: .relaxed)
      return index
    }
    guard let index = UInt32(exactly: places.pointee.used) else { return nil }
    if slot(at: index) == nil {
      let number = UInt64(index) + 1 << Self.firstChunkBits
      let bit = 63 - number.leadingZeroBitCount
      // Memory of zeros is slots that were never used. The system gives the pages of a great chunk when they are touched.
      guard let chunk = calloc(1 << bit, MemoryLayout<HandleSlot>.stride) else { return nil }
      chunks[bit].store(chunk, ordering: .releasing)
    }
    slot(at: index)?.pointee.word.store(HandleBits.free(generation: 1), ordering: .relaxed)
    places.pointee.used += 1
    return index
  }

  // MARK: Using

  /// Pins the object of an open handle; nil if the handle is not open. Every pin must be given back with ``unpin(_:)``.
  @inline(__always) func pin<Object: Handled>(_ handle: UInt64, _: Object.Type = Object.self) -> HandlePin<Object>? {
    acquire(handle, closing: false)
  }

  @inline(__always) private func acquire<Object: Handled>(_ handle: UInt64, closing: Bool) -> HandlePin<Object>? {
    guard HandleBits.kind(handle) == Object.kind.rawValue, let slot = slot(at: HandleBits.index(handle)) else {
      return nil
    }
    let open = (handle >> 32) << 1
    while true {
      let word = slot.pointee.word.load(ordering: .relaxed)
      guard word >> 31 == open else { return nil }
      let pinned = (closing ? word | HandleBits.closed : word) &+ 1
      if slot.pointee.word.compareExchange(expected: word, desired: pinned, ordering: .sequentiallyConsistent).exchanged
      {
        break
      }
    }
    guard let object = slot.pointee.object.load(ordering: .relaxed) else { return nil }
    return HandlePin(slot: slot, index: HandleBits.index(handle), entry: Unmanaged.fromOpaque(object))
  }

  /// Gives a pin back. Ends the handle if it was closed and this was its last pin.
  @inline(__always) func unpin<Object: Handled>(_ pin: HandlePin<Object>) {
    if isLast(pin) { end(pin) }
  }

  /// Gives a pin back in a place where the object must not end, because the caller may hold locks that the end needs.
  ///
  /// If this was the last pin of a closed handle, `keep` gets it. Somebody must pass it to ``endKept(_:)`` later.
  @inline(__always) func unpin<Object: Handled>(_ pin: HandlePin<Object>, keep: (HandlePin<Object>) -> Void) {
    if isLast(pin) { keep(pin) }
  }

  /// Ends a handle whose last pin was kept.
  func endKept<Object: Handled>(_ pin: HandlePin<Object>) { end(pin) }

  @inline(__always) private func isLast<Object: Handled>(_ pin: HandlePin<Object>) -> Bool {
    let word = pin.slot.pointee.word.wrappingSubtract(1, ordering: .sequentiallyConsistent).newValue
    return word & (HandleBits.closed | HandleBits.pins) == HandleBits.closed
  }

  /// Whether a handle is open. It may be closed at any moment.
  func isOpen(_ handle: UInt64, _ kind: HandleKind) -> Bool {
    guard HandleBits.kind(handle) == kind.rawValue, let slot = slot(at: HandleBits.index(handle)) else { return false }
    return slot.pointee.word.load(ordering: .relaxed) >> 31 == (handle >> 32) << 1
  }

  /// Whether the handle was closed since the pin was taken.
  @inline(__always) func isClosed<Object: Handled>(_ pin: HandlePin<Object>) -> Bool {
    pin.slot.pointee.word.load(ordering: .relaxed) & HandleBits.closed != 0
  }

  /// Calls `body` with the object of a handle.
  @inline(__always) func with<Object: Handled, R>(
    _ handle: UInt64, _: Object.Type = Object.self, _ body: (Object) throws(RuntimeError) -> R
  ) throws(RuntimeError) -> R {
    guard let pin = pin(handle, Object.self) else { throw explain(handle, Object.kind) }
    defer { unpin(pin) }
    return try pin.use(body)
  }

  /// The number that `open` got for the handle. If the handle is closed, the result can be any number.
  @inline(__always) func tag(of handle: UInt64) -> UInt64 {
    slot(at: HandleBits.index(handle))?.pointee.tag.load(ordering: .relaxed) ?? 0
  }

  // MARK: Closing

  /// Closes a handle and then calls `body` with its object. The handle is stale from then on. If several threads close
  /// it, exactly one succeeds. The handle ends after `body`, or later, when the last thread gives its pin back.
  func close<Object: Handled, R>(
    _ handle: UInt64, _: Object.Type = Object.self, _ body: (Object) throws(RuntimeError) -> R
  ) throws(RuntimeError) -> R {
    guard let pin: HandlePin<Object> = acquire(handle, closing: true) else { throw explain(handle, Object.kind) }
    defer { unpin(pin) }
    pin.entry._withUnsafeGuaranteedRef { $0.handleClosed() }
    return try pin.use(body)
  }

  /// Closes a handle, unless it is closed already, and calls `body` with its object. True if this call closed it.
  @discardableResult
  func closeIfOpen<Object: Handled>(_ handle: UInt64, _: Object.Type, _ body: (Object) -> Void = { _ in }) -> Bool {
    guard let pin: HandlePin<Object> = acquire(handle, closing: true) else { return false }
    pin.entry._withUnsafeGuaranteedRef { entry in
      entry.handleClosed()
      body(entry)
    }
    unpin(pin)
    return true
  }

  @inline(never) private func end<Object: Handled>(_ pin: HandlePin<Object>) {
    let generation = HandleBits.generation(pin.slot.pointee.word.load(ordering: .relaxed)) + 1
    pin.slot.pointee.object.store(nil, ordering: .relaxed)
    pin.slot.pointee.word.store(HandleBits.free(generation: generation), ordering: .releasing)
    if generation != HandleBits.retiredGeneration {
      withPlaces { places in
        pin.slot.pointee.nextFree.store(places.pointee.first_free, ordering: .relaxed)
        places.pointee.first_free = pin.index + 1
      }
    }
    pin.entry.takeRetainedValue().handleEnded()
  }

  /// Why a handle could not be used.
  @inline(never) private func explain(_ handle: UInt64, _ kind: HandleKind) -> RuntimeError {
    let wanted = HandleKind.name(kind.rawValue)
    if handle == 0 { return RuntimeError(ENFOLD_BAD_HANDLE, "the handle is 0; \(wanted) handle is needed") }
    let given = HandleBits.kind(handle)
    guard given == kind.rawValue else {
      return RuntimeError(
        ENFOLD_BAD_HANDLE, "the handle is \(HandleKind.name(given)) handle; \(wanted) handle is needed")
    }
    let bits = slot(at: HandleBits.index(handle))?.pointee.word.load(ordering: .relaxed) ?? 0
    let (generation, current) = (HandleBits.generation(handle), HandleBits.generation(bits))
    let stale =
      switch kind {
      // No host closes these two: a request is over when it is answered, a context when its store ends.
      case .request: HandleKind.overRequest
      case .context: HandleKind.overContext
      default: "\(wanted) handle that was closed"
      }
    let wasOpen = generation != 0 && (generation < current || generation == current && HandleBits.kind(bits) == given)
    return wasOpen
      ? RuntimeError(ENFOLD_STALE, stale)
      : RuntimeError(ENFOLD_BAD_HANDLE, "not a handle that this library gave out")
  }
}

/// A pin: its object does not end before the pin is given back.
struct HandlePin<Object: Handled> {
  fileprivate let slot: UnsafeMutablePointer<HandleSlot>
  fileprivate let index: UInt32
  let entry: Unmanaged<Object>

  /// Calls `body` with the object, without retaining it: the pin keeps it alive.
  @inline(__always) func use<R>(_ body: (Object) throws(RuntimeError) -> R) throws(RuntimeError) -> R {
    let result = entry._withUnsafeGuaranteedRef { entry -> Result<R, RuntimeError> in
      do throws(RuntimeError) { return .success(try body(entry)) } catch { return .failure(error) }
    }
    return try result.get()
  }
}
