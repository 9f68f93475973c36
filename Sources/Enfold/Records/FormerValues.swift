// FormerValues: the plain collections that a store has written since its last commit, as they were then.
import CEnfoldSupport

/// Keeps what a step replaces, while somebody wants patches of its store: so a patch has the elements that differ.
///
/// A value is known by the stamp of its state and by its property. What a stamp names stays the same, whatever copies of the
/// state are written. So copies may share what is kept, and a value that is missing here is only told as a whole.
@usableFromInline final class FormerValues: @unchecked Sendable {
  // Unchecked: it belongs to a store and is touched by its drainer only.
  @usableFromInline struct Place: Hashable {
    let stamp: UInt64
    let property: Int
  }

  @exclusivity(unchecked) @usableFromInline var values: [Place: Any] = [:]

  /// While a thread makes a step of the store that keeps values here.
  @usableFromInline struct Home {
    @usableFromInline let place: UnsafeMutablePointer<UnsafeMutableRawPointer?>
    @usableFromInline let before: UnsafeMutableRawPointer?

    @inlinable init(entering values: Unmanaged<FormerValues>) {
      place = enfold_former_values()
      before = place.pointee
      place.pointee = values.toOpaque()
    }

    @inlinable func leave() { place.pointee = before }
  }

  @usableFromInline init() {}

  /// Keeps the value that a property had at the last commit, for the step that this thread makes.
  @usableFromInline static func keep<T>(_ value: T, property: Int, of stamp: UInt64) {
    guard stamp != 0, let here = enfold_former_values().pointee else { return }
    Unmanaged<FormerValues>.fromOpaque(here)._withUnsafeGuaranteedRef {
      $0.values[Place(stamp: stamp, property: property)] = value
    }
  }

  /// The value that a property had when its state got this stamp; nil if it was not kept.
  @usableFromInline func value<T>(_ type: T.Type, property: Int, of stamp: UInt64) -> T? {
    values[Place(stamp: stamp, property: property)] as? T
  }

  /// Called when the changes were walked through, and the states have new stamps.
  @inlinable func removeAll() {
    if !values.isEmpty { values = [:] }
  }
}
