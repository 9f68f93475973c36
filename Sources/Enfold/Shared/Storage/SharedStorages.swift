// SharedStorages: the storages of a registry. Each is made when it is needed first.

final class SharedStorages: @unchecked Sendable {
  // Unchecked: everything that changes is touched under `lock` only.
  private let directory: SharedRegistry.Directory
  private let clock: any Clock<Duration>
  private let lock = Lock()
  private var storages: [String: any SharedStorage] = [:]

  init(_ directory: SharedRegistry.Directory, _ clock: any Clock<Duration>) {
    self.directory = directory
    self.clock = clock
  }

  deinit { lock.deallocate() }

  /// The storage of a type; nil if its values stay in memory.
  func storage(for type: StorageType) -> (any SharedStorage)? {
    switch type.place {
    case .memory, .memorySingleton: return nil
    case .custom(let storage): return storage
    case .file, .defaults: return nil
    }
  }

  func flush() { for storage in lock.withLock({ Array(storages.values) }) { storage.flush() } }
}
