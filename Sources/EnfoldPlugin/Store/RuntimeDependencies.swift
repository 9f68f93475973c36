// RuntimeDependencies: the dependencies that all stores of a runtime have in common, in one plugin.
import Enfold

/// One container for each runtime, until its last store has ended. So a service is made once for each runtime.
final class RuntimeDependencies: @unchecked Sendable {
  // Unchecked: what changes is touched under `lock` only.
  let values: DependencyValues
  /// `values` for the code that makes stores.
  let making: DependencyValues
  /// `values` with the shared values of the runtime. Made when the first store with shared values is opened.
  private var sharingValues: DependencyValues?
  let runtime: UInt64
  let environment: DependencyEnvironment
  /// Where effects run; nil is the global executor.
  let effectExecutor: (any TaskExecutor)?

  private init(_ environment: DependencyEnvironment, runtime: UInt64, _ host: PluginHost) {
    self.runtime = runtime
    self.environment = environment
    let clock = HostClock(host, runtime: runtime)
    let executor = clock.map(HostClockExecutor.init)
    effectExecutor = executor
    values = DependencyValues(environment) {
      guard let clock else { return }
      $0.clock = clock
      $0.date = .following(clock)
      $0.effectExecutor = executor
    }
    if let desk = PluginRequestDesk(host, runtime: runtime, store: nil) { values.resolve(Host(desk)) }
    making = values.forMaking
  }

  /// The dependencies of stores with shared values.
  func sharing(_ host: PluginHost) -> DependencyValues {
    if let known = Self.lock.withLock({ sharingValues }) { return known }
    // Without the lock, because this asks the host.
    var made = values
    if let shared = PluginSharedRegistry(host, runtime: runtime, environment) { made.shared = shared }
    return Self.lock.withLock {
      let values = sharingValues ?? made
      sharingValues = values
      return values
    }
  }

  deinit {
    // If new ones have taken their place, those stay. They are released after the lock, because their own `deinit` needs it.
    let others = Self.lock.withLock { () -> RuntimeDependencies? in
      let others = Self.all[runtime]?.dependencies
      if others == nil { Self.all[runtime] = nil }
      return others
    }
    withExtendedLifetime(others) {}
  }

  private struct Entry { weak var dependencies: RuntimeDependencies? }
  nonisolated(unsafe) private static var all: [UInt64: Entry] = [:]
  private static let lock = Lock()

  /// The dependencies of a runtime. A store that belongs to no runtime has its own.
  ///
  /// - Parameter environment: the same for all stores of a runtime.
  static func of(
    runtime: UInt64, _ environment: DependencyEnvironment, _ host: PluginHost
  ) -> RuntimeDependencies {
    if runtime == 0 { return RuntimeDependencies(environment, runtime: 0, host) }
    return lock.withLock {
      if let known = all[runtime]?.dependencies { return known }
      let made = RuntimeDependencies(environment, runtime: runtime, host)
      all[runtime] = Entry(dependencies: made)
      return made
    }
  }
}

extension DateGenerator {
  /// The time begins as in tests.
  fileprivate static func following(_ clock: HostClock) -> DateGenerator {
    DateGenerator { Timestamp.ofTests + clock.now.offset }
  }
}
