// The dependency `uuid`: makes new ids.
import Synchronization

/// Makes ids: `uuid()`. May be called on any thread.
public struct UUIDGenerator: Sendable {
  private let make: @Sendable () -> UniqueID

  public init(_ make: @escaping @Sendable () -> UniqueID) { self.make = make }

  /// A new id.
  public func callAsFunction() -> UniqueID { DependencyTap.value("uuid", make) }

  /// Random ids, version 4, from a source of random numbers. The same seed gives the same ids.
  public static func random(from source: RandomSource) -> UUIDGenerator { UUIDGenerator { UniqueID(random: source) } }

  /// Counts from 0: `00000000-0000-0000-0000-000000000000`, which is `UniqueID(0)`, and so on. Every use of this
  /// property begins anew.
  public static var incrementing: UUIDGenerator {
    let counter = Counter()
    return UUIDGenerator { UniqueID(high: 0, low: counter.value.wrappingAdd(1, ordering: .relaxed).oldValue) }
  }

  /// Gives the same id each time.
  public static func constant(_ id: UniqueID) -> UUIDGenerator { UUIDGenerator { id } }

  private final class Counter: Sendable {
    let value = Atomic<UInt64>(0)
  }
}

private enum UUIDKey: DependencyInjectable {
  static var live: UUIDGenerator {
    let random = Dependency(\.random)
    return UUIDGenerator { UniqueID(random: random.wrappedValue) }
  }
  static var test: UUIDGenerator { .incrementing }
}

extension DependencyValues {
  /// New ids: random ones from the dependency ``random``. In tests they count from 0.
  public var uuid: UUIDGenerator {
    get { self[UUIDKey.self] }
    set { self[UUIDKey.self] = newValue }
  }
}
