// KeptPins: handles whose end must wait until no lock of an engine is held.
import Synchronization

/// The last pins of stores that ended while an engine called `host->schedule`.
///
/// An engine may hold its own locks during that call, and the end of a store calls the engine's `release`. So the pin is
/// kept, and the store ends in the next call that opens, closes or pumps something.
enum KeptPins {
  private final class Contents: @unchecked Sendable {
    // Unchecked: `pins` is used with the lock held only.
    let lock = Lock()
    @exclusivity(unchecked) var pins: [HandlePin<Store>] = []
    let count = Atomic<Int>(0)
  }

  private static let contents = Contents()

  static func keep(_ pin: HandlePin<Store>) {
    contents.lock.withLock {
      contents.pins.append(pin)
      contents.count.add(1, ordering: .relaxed)
    }
  }

  /// Ends what was kept. The caller holds no lock.
  static func endAll() {
    guard contents.count.load(ordering: .relaxed) > 0 else { return }
    let pins = contents.lock.withLock { () -> [HandlePin<Store>] in
      let pins = contents.pins
      contents.pins = []
      contents.count.store(0, ordering: .relaxed)
      return pins
    }
    for pin in pins { handles.endKept(pin) }
  }
}
