// SharedStorages: the storages of a registry. Each is made when it is needed first.

final class SharedStorages: @unchecked Sendable {
  // Unchecked: everything that changes is touched under `lock` only.
  private let directory: SharedRegistry.Directory
  private let clock: any Clock<Duration>
  private let lock = Lock()
  private var storages: [Place: any SharedStorage] = [:]

  private enum Place: Hashable {
    case file(directory: String, path: String?)
    case defaults(directory: String, name: String)
  }

  init(_ directory: SharedRegistry.Directory, _ clock: any Clock<Duration>) {
    self.directory = directory
    self.clock = clock
  }

  /// The storage of a type; nil if its values stay in memory.
  func storage(for type: StorageType) -> (any SharedStorage)? {
    switch type.place {
    case .memory, .memorySingleton, .plugin: nil
    case .custom(let storage): storage
    case .file(let directory, let path):
      storage(in: directory) { files, directory in
        (.file(directory: directory, path: path), files.storage(in: directory, path: path, clock: self.clock))
      }
    case .defaults(let name):
      storage(in: nil) { files, directory in
        (.defaults(directory: directory, name: name), files.defaults(in: directory, name: name, clock: self.clock))
      }
    }
  }

  private func storage(
    in given: String?, _ make: (any FileStorages, _ directory: String) -> (Place, any SharedStorage)
  ) -> (any SharedStorage)? {
    if case .none = directory { return nil }
    do throws(SharedError) {
      let files = try linkedFiles()
      let (place, made) = make(files, try path(given, files))
      return lock.withLock {
        let storage = storages[place] ?? made
        storages[place] = storage
        return storage
      }
    } catch {
      return NoStorage(error)
    }
  }

  private func path(_ given: String?, _ files: any FileStorages) throws(SharedError) -> String {
    if let given { return given }
    if case .at(let path) = directory { return path }
    return try files.standardDirectory()
  }

  func flush() { for storage in lock.withLock({ Array(storages.values) }) { storage.flush() } }
}

/// A storage that cannot be: each load and each save says why.
private final class NoStorage: SharedStorage {
  private let error: SharedError

  init(_ error: SharedError) { self.error = error }

  func load(_ key: String, _ answer: SharedLoad) { answer(.failure(error)) }
  func save(_ key: String, _ text: [UInt8]?, _ answer: SharedSave) { answer(error) }
}
