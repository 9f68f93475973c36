// DependencyTap: sees what `uuid`, `date` and `random` give.
import CEnfoldSupport
import EnfoldJSON

/// While a thread has one, the dependencies `uuid`, `date` and `random` tell it each value that they give, or take the value from it.
/// Effects are not seen: they run when the change has been made.
open class DependencyTap: @unchecked Sendable {
  // Unchecked: used by one thread at a time, which changes the state.
  public init() {}

  /// The values that are to be given; nil if the dependencies make them. Set before the tap is used.
  package final var given: GivenDependencies?

  /// A dependency has given a value.
  open func gave(_ value: DependencyValue) {}

  /// What becomes of the state depends on a shared value that the state did not have.
  open func foundShared() {}

  /// Called where such a value is found.
  @usableFromInline static func noteShared() {
    guard let here = enfold_dependency_tap().pointee else { return }
    Unmanaged<DependencyTap>.fromOpaque(here)._withUnsafeGuaranteedRef { $0.foundShared() }
  }

  /// Runs `body` while this thread has the tap.
  package func during<R, E: Error>(_ body: () throws(E) -> R) throws(E) -> R {
    let former = enter()
    defer { Self.leave(former) }
    return try body()
  }

  /// From now on this thread has the tap. Returns what is to be given to ``leave(_:)``. The caller keeps the tap alive.
  func enter() -> UnsafeMutableRawPointer? {
    let place = enfold_dependency_tap()
    defer { place.pointee = Unmanaged.passUnretained(self).toOpaque() }
    return place.pointee
  }

  static func leave(_ former: UnsafeMutableRawPointer?) { enfold_dependency_tap().pointee = former }

  /// The value that a dependency gives.
  @inline(__always)
  static func value<T: JSONEncodable & JSONDecodable>(_ name: StaticString, _ make: () -> T) -> T {
    enfold_dependency_tap().pointee == nil ? make() : tapped(name, make)
  }

  @inline(never) private static func tapped<T: JSONEncodable & JSONDecodable>(_ name: StaticString, _ make: () -> T)
    -> T
  {
    let place = enfold_dependency_tap()
    guard let here = place.pointee else { return make() }
    // What makes the value, such as the random numbers of an id, is a part of it.
    place.pointee = nil
    defer { place.pointee = here }
    let tap = Unmanaged<DependencyTap>.fromOpaque(here).takeUnretainedValue()
    let value: T = tap.given?.next("\(name)") ?? make()
    var writer = JSONWriter(capacity: 48)
    value.writeJSON(to: &writer)
    tap.gave(DependencyValue(name: "\(name)", value: writer.withBytes { String(decoding: $0, as: UTF8.self) }))
    return value
  }
}
