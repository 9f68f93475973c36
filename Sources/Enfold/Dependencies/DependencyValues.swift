// DependencyValues: the dependencies that something sees.

/// The dependencies of an environment, some of them replaced.
///
/// ```swift
/// let values = DependencyValues(.test) { $0.clock = TestClock() }
/// let store = Store(initialState: Feature.State(), reducer: Feature(), dependencies: values)
/// ```
///
/// Each initialiser makes a container of its own: a dependency is resolved when it is asked for first, once, and stays
/// the same from then on for these values and every copy of them, with whatever overrides. What has been resolved is
/// let go with the last of them.
///
/// Keys of a module's own are given a property:
///
/// ```swift
/// extension DependencyValues {
///   var service: any ServiceProtocol {
///     get { self[Service.self] }
///     set { self[Service.self] = newValue }
///   }
/// }
/// ```
public struct DependencyValues: Sendable {
  private var storage: Storage

  /// Makes a container.
  ///
  /// - Parameter override: what is different from the environment, also for dependencies that use others.
  public init(_ environment: DependencyEnvironment = .live, _ override: (inout DependencyValues) -> Void = { _ in }) {
    let container = DependencyContainer(environment)
    storage = Storage(container, lifetime: DependencyContainer.Lifetime(container))
    update(override)
    container.overrides = storage.overrides
  }

  /// A container's values as seen from inside it: they do not keep what it has resolved.
  init(inside container: DependencyContainer, report: Report?) {
    storage = Storage(container, lifetime: nil, container.overrides, report)
  }

  // MARK: Bound values

  /// The values that are bound here, if any: by ``withDependencies(_:operation:)-(DependencyValues,_)``, by the store
  /// whose reducer or effect this is. Tasks inherit them; detached tasks and other threads do not.
  @TaskLocal public static var current: DependencyValues?

  /// The values of a process that binds none.
  public static let live = DependencyValues()

  /// The bound values, or else those of the process.
  static var here: DependencyValues { current ?? live }

  // MARK: Reading and overriding

  /// The value of a dependency.
  public subscript<Key: DependencyInjectable>(_ key: Key.Type) -> Key.DependencyType {
    get {
      if let given = storage.overrides.byKey[ObjectIdentifier(key)] {
        return unsafeDowncast(given, to: DependencyBox<Key.DependencyType>.self).value  // stored below
      }
      if let assigned = storage.assigned as? DependencyBox<Key.DependencyType> { return assigned.value }
      if storage.isBeingUpdated { return storage.container.draft(of: key) }
      return storage.container.value(of: key, reportingTo: storage.report)
    }
    set { change { $0.overrides.byKey[ObjectIdentifier(key)] = DependencyBox(newValue) } }
  }

  /// Replaces what a key path gives to a ``Dependency`` that is declared with it.
  ///
  /// This is for properties that cannot be set. It is the key path that is replaced: reading the property itself, or a
  /// `Dependency` of the key behind it, gives what it gave before. To replace it for everybody, set its key:
  /// `values[Service.self] = …`.
  public mutating func override<Value: Sendable>(_ keyPath: KeyPath<DependencyValues, Value>, with value: Value) {
    change { $0.overrides.byPath[keyPath] = DependencyBox(value) }
  }

  /// Sets a dependency.
  public mutating func override<Value: Sendable>(
    _ keyPath: WritableKeyPath<DependencyValues, Value>, with value: Value
  ) {
    // Writing by a key path reads before it writes: that must not resolve what is replaced.
    change { $0.assigned = DependencyBox(value) }
    self[keyPath: keyPath] = value
    change { $0.assigned = nil }
  }

  /// Lets a closure override some. What it reads of the rest is a draft, such as in `$0.service.fetch = …`: nobody is
  /// told that it is missing, and nothing is kept.
  mutating func update(_ body: (inout DependencyValues) throws -> Void) rethrows {
    change { $0.isBeingUpdated = true }
    defer { change { $0.isBeingUpdated = false } }
    try body(&self)
  }

  func value<Value: Sendable>(at keyPath: KeyPath<DependencyValues, Value>) -> Value {
    let overrides = storage.overrides.byPath
    if !overrides.isEmpty, let given = overrides[keyPath] as? DependencyBox<Value> { return given.value }
    return self[keyPath: keyPath]
  }

  // MARK: Reporting

  public typealias Report = @Sendable (DependencyIssue) -> Void

  /// Is told when a test uses a dependency that has no value for tests: once for each dependency, on the thread that
  /// uses it. If nil, the standard error stream is told.
  public var report: Report? {
    get { storage.report }
    set { change { $0.report = newValue } }
  }

  /// Whether two values are copies of each other, unchanged.
  static func === (lhs: Self, rhs: Self) -> Bool { lhs.storage === rhs.storage }

  // MARK: Storage

  /// What is overridden.
  struct Overrides {
    var byKey: [ObjectIdentifier: AnyObject] = [:]
    var byPath: [AnyKeyPath: AnyObject] = [:]
  }

  /// One object, so that binding and copying costs one reference.
  private final class Storage: @unchecked Sendable {
    // Unchecked: written only by the one value that refers to it; key paths are immutable, and overrides are boxes of
    // Sendable values.
    let container: DependencyContainer
    let lifetime: DependencyContainer.Lifetime?
    var overrides: Overrides
    var report: Report?
    /// What is being written by a key path right now.
    var assigned: AnyObject?
    var isBeingUpdated = false

    init(
      _ container: DependencyContainer, lifetime: DependencyContainer.Lifetime?, _ overrides: Overrides = Overrides(),
      _ report: Report? = nil
    ) {
      self.container = container
      self.lifetime = lifetime
      self.overrides = overrides
      self.report = report
    }
  }

  private mutating func change(_ body: (Storage) -> Void) {
    if !isKnownUniquelyReferenced(&storage) {
      let copy = Storage(storage.container, lifetime: storage.lifetime, storage.overrides, storage.report)
      copy.isBeingUpdated = storage.isBeingUpdated
      storage = copy
    }
    body(storage)
  }
}

/// The name of ``DependencyValues`` in code that comes from ReactableKit.
public typealias GlobalDependencyKey = DependencyValues

/// A value of a known type where the type is forgotten.
final class DependencyBox<Value: Sendable>: Sendable {
  let value: Value
  init(_ value: Value) { self.value = value }
}
