// KeptPins: handles whose end waits until no lock of an engine is held.
import CEnfoldSupport
import Enfold

/// The last pins of stores that were closed while an engine called `host->schedule`.
///
/// An engine may hold its own locks during that call, but the end of a store calls the engine's `release`. So the pin
/// is kept. The store ends when the thread leaves the function of enfold.h that it is in. If it is in none, the store ends
/// in the next call that opens, closes or pumps something.
enum KeptPins {
  private struct Kept {
    /// The serial number of the thread that kept it.
    let thread: UInt64
    let end: () -> Void
  }

  private final class Contents: @unchecked Sendable {
    // Unchecked: `pins` is used with the lock held only.
    let lock = Lock()
    @exclusivity(unchecked) var pins: [Kept] = [] {
      // Told to C, because Swift would check at each access whether its static variable was initialised.
      didSet { enfold_kept_pins_set(Int32(clamping: pins.count)) }
    }
  }

  private static let contents = Contents()

  static func keep<Entry: Handled>(_ pin: HandlePin<Entry>) {
    let kept = Kept(thread: enfold_thread_serial()) { handles.endKept(pin) }
    contents.lock.withLock { contents.pins.append(kept) }
  }

  /// Ends the pins that were kept. The caller holds no lock.
  static func endAll() {
    if enfold_has_kept_pins() { end { _ in true } }
  }

  /// Ends the pins that this thread has kept, unless it is inside a call of an engine. Called where a function of enfold.h
  /// returns.
  @inline(__always)
  static func endOwn() {
    if enfold_has_kept_pins() { endThoseOfThisThread() }
  }

  @inline(never)
  private static func endThoseOfThisThread() {
    guard !isInsideCallback else { return }
    let thread = enfold_thread_serial()
    end { $0.thread == thread }
  }

  private static func end(_ isDue: (Kept) -> Bool) {
    let due = contents.lock.withLock { () -> [Kept] in
      let due = contents.pins.filter(isDue)
      contents.pins.removeAll(where: isDue)
      return due
    }
    for kept in due { kept.end() }
  }
}
