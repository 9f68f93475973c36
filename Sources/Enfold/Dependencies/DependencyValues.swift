// DependencyValues: the dependencies that a reducer, an effect or other code sees.

/// The dependencies of an environment, some of them replaced.
///
/// ```swift
/// let values = DependencyValues(.test) { $0.clock = TestClock() }
/// let store = Store(initialState: Feature.State(), reducer: Feature(), dependencies: values)
/// ```
///
/// Each initialiser makes a container of its own. A dependency is resolved once, when it is asked for first. After that
/// it stays the same for these values and all their copies, also for copies with other overrides. When the last copy is
/// released, so is what has been resolved.
///
/// Give a property to each key of your own:
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
  /// - Parameter override: sets what is different from the environment. Dependencies that use others see it, too.
  public init(_ environment: DependencyEnvironment = .live, _ override: (inout DependencyValues) -> Void = { _ in }) {
    let container = DependencyContainer(environment)
    storage = Storage(container, lifetime: DependencyContainer.Lifetime(container))
    update(override)
    container.overrides = storage.overrides
  }

  /// The values of a container as its dependencies see them. They do not keep alive what the container has resolved.
  init(inside container: DependencyContainer, report: Report?) {
    storage = Storage(container, lifetime: nil, container.overrides, report)
  }

  // MARK: Bound values

  /// The values that are bound here, if any: by ``withDependencies(_:operation:)-(DependencyValues,_)``, or by the
  /// store whose reducer or effect this is. Tasks inherit them; detached tasks and other threads do not.
  @TaskLocal public static var current: DependencyValues?

  /// The values of a process that binds none of its own.
  public static let live = DependencyValues()

  /// The bound values, or else those of the gate that this thread is in; nil if there are neither.
  static var known: DependencyValues? { current ?? GateHome.here?.values }

  /// These values, or else those of the process.
  static var here: DependencyValues { known ?? live }

  // MARK: Reading and overriding

  /// The value of a dependency.
  public subscript<Key: DependencyInjectable>(_ key: Key.Type) -> Key.DependencyType {
    get {
      if let given = storage.overrides.byKey[ObjectIdentifier(key)] {
        return unsafeDowncast(given, to: TypedBox<Key.DependencyType>.self).value  // stored by `set`
      }
      if let assigned = storage.assigned as? TypedBox<Key.DependencyType> { return assigned.value }
      if storage.isBeingUpdated { return storage.container.draft(of: key) }
      return storage.container.value(of: key, reportingTo: storage.report)
    }
    set { change { $0.overrides.byKey[ObjectIdentifier(key)] = TypedBox(newValue) } }
  }

  /// Replaces the value that a ``Dependency`` gets if it is declared with this key path.
  ///
  /// This is for properties that cannot be set. Only the key path is replaced: reading the property itself, or a
  /// `Dependency` that is declared with its key, gives what it gave before. To replace the value for everybody, set its
  /// key: `values[Service.self] = …`.
  public mutating func override<Value: Sendable>(_ keyPath: KeyPath<DependencyValues, Value>, with value: Value) {
    change { $0.overrides.byPath[keyPath] = TypedBox(value) }
  }

  /// Sets a dependency.
  public mutating func override<Value: Sendable>(
    _ keyPath: WritableKeyPath<DependencyValues, Value>, with value: Value
  ) {
    // Writing by a key path reads before it writes. This read must not resolve the value that is replaced.
    change { $0.assigned = TypedBox(value) }
    self[keyPath: keyPath] = value
    change { $0.assigned = nil }
  }

  /// Lets a closure override some values. Other values that the closure reads are drafts, as in `$0.service.fetch = …`:
  /// no issue is reported, and nothing is kept.
  mutating func update(_ body: (inout DependencyValues) throws -> Void) rethrows {
    change { $0.isBeingUpdated = true }
    defer { change { $0.isBeingUpdated = false } }
    try body(&self)
  }

  /// The value of a property, for somebody who only looks: no issue is reported, and nothing is kept.
  public func draft<Value>(of keyPath: KeyPath<DependencyValues, Value>) -> Value {
    var copy = self
    copy.change { $0.isBeingUpdated = true }
    return copy[keyPath: keyPath]
  }

  /// Gives a value to all copies of these values, unless it is overridden. Called before anybody has asked for it.
  func resolve<Key: DependencyInjectable>(_ key: Key.Type, as value: Key.DependencyType) {
    storage.container.resolve(key, as: value)
  }

  func value<Value: Sendable>(at keyPath: KeyPath<DependencyValues, Value>) -> Value {
    let overrides = storage.overrides.byPath
    if !overrides.isEmpty, let given = overrides[keyPath] as? TypedBox<Value> { return given.value }
    return self[keyPath: keyPath]
  }

  // MARK: Reporting

  public typealias Report = @Sendable (DependencyIssue) -> Void

  /// Called when a test uses a dependency that has no value for tests: once for each dependency, on the thread that uses it;
  /// and when a shared value is declared so that it could not be kept or shared. If nil, the issue is written to the standard
  /// error stream.
  public var report: Report? {
    get { storage.report }
    set { change { $0.report = newValue } }
  }

  /// Whether two values are copies of each other, and none was changed.
  static func === (lhs: Self, rhs: Self) -> Bool { lhs.storage === rhs.storage }

  // MARK: Storage

  /// The values that are overridden.
  struct Overrides {
    var byKey: [ObjectIdentifier: AnyObject] = [:]
    var byPath: [AnyKeyPath: AnyObject] = [:]
  }

  /// One object, so that binding and copying cost one reference.
  private final class Storage: @unchecked Sendable {
    // Unchecked: it is written only while one value alone refers to it. Key paths are immutable, and overrides are
    // boxes of Sendable values.
    let container: DependencyContainer
    let lifetime: DependencyContainer.Lifetime?
    var overrides: Overrides
    var report: Report?
    /// The value that is being written by a key path right now.
    var assigned: AnyObject?
    var isBeingUpdated = false
    /// See ``DependencyValues/forMaking``.
    var isForMaking = false

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

  /// These values, bound only while a store is made, and not whenever it reduces: what is made remembers them.
  package var forMaking: DependencyValues {
    var values = self
    values.change { _ in }
    values.storage.isForMaking = true
    return values
  }

  /// The values to bind later where these values are bound now; nil if none are.
  package var forLater: DependencyValues? { storage.isForMaking ? nil : self }

  private mutating func change(_ body: (Storage) -> Void) {
    if !isKnownUniquelyReferenced(&storage) {
      let copy = Storage(storage.container, lifetime: storage.lifetime, storage.overrides, storage.report)
      copy.isBeingUpdated = storage.isBeingUpdated
      storage = copy
    }
    storage.isForMaking = false
    body(storage)
  }
}

/// The name of ``DependencyValues`` in code that comes from ReactableKit.
public typealias GlobalDependencyKey = DependencyValues
