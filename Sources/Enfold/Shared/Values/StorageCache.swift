// StorageCache: the storages of a registry. Each is made when it is needed first.
import CEnfoldSupport

final class StorageCache: @unchecked Sendable {
  // Unchecked: everything that changes is touched under `lock` only.
  private let directory: SharedRegistry.Directory
  private let clock: any Clock<Duration>
  private let lock = Lock()
  private var storages: [Place: any SharedStorage] = [:]

  private enum Place: Hashable {
    case file(directory: ExactText, path: ExactText?)
    case defaults(directory: ExactText, name: ExactText)
  }

  init(_ directory: SharedRegistry.Directory, _ clock: any Clock<Duration>) {
    self.directory = directory
    self.clock = clock
  }

  /// Whether values of a type are kept beyond the process.
  func keeps(_ type: StorageType) -> Bool {
    if case .none = directory, type.custom == nil { return false }
    return type.outlivesProcess
  }

  /// The storage of a type; nil if its values stay in memory. Throws if the values of this key cannot be kept, also where
  /// they need not be.
  func storage(for type: StorageType, of key: String) throws(SharedError) -> (any SharedStorage)? {
    try type.check(key)
    switch type.place {
    case .memory, .memorySingleton, .plugin: return nil
    case .custom(let storage): return storage
    case .file(let directory, let path):
      return try storage(in: directory) { files, directory in
        (
          .file(directory: ExactText(directory), path: path.map(ExactText.init)),
          files.storage(in: directory, path: path, clock: self.clock)
        )
      }
    case .defaults(let name):
      return try storage(in: nil) { files, directory in
        (
          .defaults(directory: ExactText(directory), name: ExactText(name)),
          files.defaults(in: directory, name: name, clock: self.clock)
        )
      }
    }
  }

  private func storage(
    in given: String?, _ make: (any FileStorages, _ directory: String) -> (Place, any SharedStorage)
  ) throws(SharedError) -> (any SharedStorage)? {
    if case .none = directory { return nil }
    let files = try linkedFiles()
    let (place, made) = make(files, try path(given, files))
    return lock.withLock {
      let storage = storages[place] ?? made
      storages[place] = storage
      return storage
    }
  }

  private func path(_ given: String?, _ files: any FileStorages) throws(SharedError) -> String {
    if let given { return given }
    if case .at(let path) = directory { return path }
    return try files.standardDirectory()
  }

  func flush() { for storage in lock.withLock({ Array(storages.values) }) { storage.flush() } }
}

/// A storage that cannot exist: each load and each save says why.
final class NoStorage: SharedStorage {
  private let error: SharedError

  init(_ error: SharedError) { self.error = error }

  func load(_ key: String, _ answer: SharedLoad) { answer(.failure(error)) }
  func save(_ key: String, _ text: [UInt8]?, _ answer: SharedSave) { answer(error) }
}

/// Makes storages that keep files. The module EnfoldFiles has them. Plugins do without it, because their host keeps the files.
package protocol FileStorages: AnyObject, Sendable {
  /// Where files are if nobody says.
  func standardDirectory() throws(SharedError) -> String
  /// Keeps each value in a file of its own.
  func storage(in directory: String, path: String?, clock: any Clock<Duration>) -> any SharedStorage
  /// Keeps all values in one file.
  func defaults(in directory: String, name: String, clock: any Clock<Duration>) -> any SharedStorage
}

/// The storages of files, if they were linked into this image.
func linkedFiles() throws(SharedError) -> any FileStorages {
  let object = enfold_linked_files().map { Unmanaged<AnyObject>.fromOpaque($0).takeUnretainedValue() }
  guard let files = object as? any FileStorages else {
    throw SharedError(
      "this program keeps no files, because it was linked without the module EnfoldFiles: write \"import EnfoldFiles\", and "
        + "link the whole product Enfold")
  }
  return files
}
