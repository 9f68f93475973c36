// RuntimeDependencies: the dependencies that all stores of a runtime have in common, in one plugin.
import Enfold

/// One container for each runtime, until its last store has ended. So a service is made once for each runtime.
final class RuntimeDependencies: @unchecked Sendable {
  // Unchecked: nothing changes after init. The table of all is touched under `lock` only.
  let values: DependencyValues

  private init(_ environment: DependencyEnvironment, _ host: PluginHost, runtime: UInt64) {
    let shared = PluginSharedRegistry(host, runtime: runtime)
    values = DependencyValues(environment) { if let shared { $0.shared = shared } }
  }

  private struct Entry { weak var dependencies: RuntimeDependencies? }
  nonisolated(unsafe) private static var all: [UInt64: Entry] = [:]
  private static let lock = Lock()

  /// Those of a runtime. A store that belongs to none has its own.
  ///
  /// - Parameter environment: the same for all stores of a runtime.
  static func of(runtime: UInt64, _ environment: DependencyEnvironment, _ host: PluginHost) -> RuntimeDependencies {
    if runtime != 0, let known = lock.withLock({ all[runtime]?.dependencies }) { return known }
    // Without the lock, because the host is asked.
    let made = RuntimeDependencies(environment, host, runtime: runtime)
    if runtime == 0 { return made }
    return lock.withLock {
      if let known = all[runtime]?.dependencies { return known }
      all = all.filter { $0.value.dependencies != nil }
      all[runtime] = Entry(dependencies: made)
      return made
    }
  }
}
