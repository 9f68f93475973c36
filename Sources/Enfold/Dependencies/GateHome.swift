// GateHome: what the gate that a thread is in offers to the code that runs in it, beside the bound dependencies.
import CEnfoldSupport

/// While a thread is in a gate. Each thread has one object or none; entering changes it, and leaving changes it back.
///
/// It is kept for the thread and not for the task, so it costs a few instructions where a task-local value costs hundreds.
@usableFromInline package struct GateHome {
  @usableFromInline let place: UnsafeMutablePointer<UnsafeMutableRawPointer?>
  @usableFromInline let before: UnsafeMutableRawPointer?

  /// - Parameter home: the object, which the caller keeps alive until it has called ``leave()``. Nil: dependencies alone count.
  @inlinable package init(entering home: GateValues?) {
    place = enfold_gate_home()
    before = place.pointee
    place.pointee = home.map { Unmanaged.passUnretained($0).toOpaque() }
  }

  @inlinable package func leave() { place.pointee = before }

  /// The object of the gate that this thread is in.
  static var here: GateValues? {
    enfold_gate_home().pointee.map { Unmanaged<GateValues>.fromOpaque($0).takeUnretainedValue() }
  }
}

/// The dependencies of a store, for the code in its gate.
@usableFromInline package class GateValues: @unchecked Sendable {
  // Unchecked: nothing changes after init.
  final let values: DependencyValues

  init(_ values: DependencyValues) { self.values = values }
}

extension DependencyValues {
  /// Runs an operation while these values are bound. They come before what the gate offers.
  package static func bind<R>(_ values: DependencyValues?, operation: () throws -> R) rethrows -> R {
    let home = GateHome(entering: nil)
    defer { home.leave() }
    return try $current.withValue(values, operation: operation)
  }
}
