// KeptPins: handles whose end waits until no lock of an engine is held.
import CEnfoldHost
import CEnfoldSupport
import Enfold

/// The last pins of stores that were closed while an engine called `host->schedule`.
///
/// An engine may hold its own locks during that call, but the end of a store calls the engine's `release`. So the pin
/// is kept. The store ends when the thread leaves the function of enfold.h that it is in. If it is in none, the store ends
/// in the next call that opens, closes or pumps something.
enum KeptPins {
  private typealias End = () -> Void

  private final class Contents: @unchecked Sendable {
    // Unchecked: `pins` is used with the lock held only.
    let lock = Lock()
    /// The pins, by the serial numbers of the threads that kept them.
    var pins: [UInt64: [End]] = [:] {
      // C keeps the count: Swift would check at each access whether its static variable was initialised.
      didSet { enfold_kept_pins_set(Int32(clamping: pins.count)) }
    }
  }

  private static let contents = Contents()

  static func keep<Object: Handled>(_ pin: HandlePin<Object>) {
    let thread = enfold_host_thread_serial()
    contents.lock.withLock { contents.pins[thread, default: []].append { handles.endKept(pin) } }
  }

  /// Ends the pins that were kept. The caller holds no lock.
  static func endAll() {
    guard enfold_has_kept_pins() else { return }
    let due = contents.lock.withLock { exchange(&contents.pins, with: [:]) }
    for (_, pins) in due.sorted(by: { $0.key < $1.key }) { for end in pins { end() } }
  }

  /// Ends the pins that this thread has kept, unless it is inside a call of an engine. Called where a function of enfold.h
  /// returns.
  @inline(__always) static func endOwn() {
    if enfold_has_kept_pins() { endThoseOfThisThread() }
  }

  @inline(never) private static func endThoseOfThisThread() {
    guard !isInsideCallback else { return }
    let thread = enfold_host_thread_serial()
    let due = contents.lock.withLock { contents.pins.removeValue(forKey: thread) } ?? []
    for end in due { end() }
  }
}
