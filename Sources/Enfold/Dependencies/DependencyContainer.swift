// DependencyContainer: the dependencies that have been resolved.

/// The dependencies of one environment. Each is made once, when it is asked for first.
final class DependencyContainer: @unchecked Sendable {
  // Unchecked: everything that changes is touched under `lock` only, and it holds boxes of Sendable values.
  private let environment: DependencyEnvironment
  private let lock = Lock()
  private var resolved: [ObjectIdentifier: AnyObject] = [:]
  private var isClosed = false
  private var given = DependencyValues.Overrides()

  init(_ environment: DependencyEnvironment) { self.environment = environment }

  /// The overrides that were there when the container was made. Dependencies see them while they are made, whoever
  /// asks.
  var overrides: DependencyValues.Overrides {
    get { lock.withLock { given } }
    set { lock.withLock { given = newValue } }
  }

  func value<Key: DependencyInjectable>(
    of key: Key.Type, reportingTo report: DependencyValues.Report?
  ) -> Key.DependencyType { find(key) ?? resolve(key, report) }

  /// A value that is to be changed into an override: the resolved one, or one that is made for this and not kept.
  func draft<Key: DependencyInjectable>(of key: Key.Type) -> Key.DependencyType {
    if let value = find(key) { return value }
    let values = DependencyValues(inside: self, report: { _ in })
    return DependencyValues.bind(values) { key.value(in: environment) }
  }

  /// Gives a value that is not to be made by its key. Called before anybody has asked for it.
  func resolve<Key: DependencyInjectable>(_ key: Key.Type, as value: Key.DependencyType) {
    lock.withLock { resolved[ObjectIdentifier(key)] = TypedBox(value) }
  }

  private func find<Key: DependencyInjectable>(_ key: Key.Type) -> Key.DependencyType? {
    let box = lock.withLock { resolved[ObjectIdentifier(key)] }
    return box.map { unsafeDowncast($0, to: TypedBox<Key.DependencyType>.self).value }  // stored by `resolve`
  }

  private func resolve<Key: DependencyInjectable>(
    _ key: Key.Type, _ report: DependencyValues.Report?
  ) -> Key.DependencyType {
    let resolution = DependencyResolution(container: ObjectIdentifier(self), key: ObjectIdentifier(key))
    DependencyResolutions.shared.begin(resolution, named: "\(key)")
    defer { DependencyResolutions.shared.end(resolution) }
    // Another thread may have been faster.
    if let value = find(key) { return value }
    let values = DependencyValues(inside: self, report: report)
    let value = DependencyValues.bind(values) { key.value(in: environment) }
    lock.withLock { if !isClosed { resolved[ObjectIdentifier(key)] = TypedBox(value) } }
    return value
  }

  private func close() {
    let ended = lock.withLock {
      isClosed = true
      return exchange(&resolved, with: [:])
    }
    withExtendedLifetime(ended) {}  // without the lock, because releasing may run any code
  }

  /// Shared by all values from outside the container. When the last of them is released, so are the resolved
  /// dependencies. Without this a container would live for ever as soon as a resolved object has a ``Dependency``,
  /// which refers to the container.
  final class Lifetime: Sendable {
    private let container: DependencyContainer
    init(_ container: DependencyContainer) { self.container = container }
    deinit { container.close() }
  }
}
