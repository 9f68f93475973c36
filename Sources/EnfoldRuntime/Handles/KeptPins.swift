// KeptPins: handles whose end waits until no lock of an engine is held.
import Enfold
import Synchronization

/// The last pins of stores that were closed while an engine called `host->schedule`.
///
/// An engine may hold its own locks during that call, but the end of a store calls the engine's `release`. So the pin
/// is kept, and the store ends in the next call that opens, closes or pumps something.
enum KeptPins {
  private final class Contents: @unchecked Sendable {
    // Unchecked: `ends` is used with the lock held only.
    let lock = Lock()
    /// Each closure ends one handle.
    @exclusivity(unchecked) var ends: [() -> Void] = []
    let count = Atomic<Int>(0)
  }

  private static let contents = Contents()

  static func keep<Entry: Handled>(_ pin: HandlePin<Entry>) {
    contents.lock.withLock {
      contents.ends.append { handles.endKept(pin) }
      contents.count.add(1, ordering: .relaxed)
    }
  }

  /// Ends the pins that were kept. The caller holds no lock.
  static func endAll() {
    guard contents.count.load(ordering: .relaxed) > 0 else { return }
    let ends = contents.lock.withLock { () -> [() -> Void] in
      let ends = contents.ends
      contents.ends = []
      contents.count.store(0, ordering: .relaxed)
      return ends
    }
    for end in ends { end() }
  }
}
