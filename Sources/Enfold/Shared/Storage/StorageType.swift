// StorageType: where and how long a shared value is kept, as @Shared is told it.

/// Where and how long a shared value is kept.
public struct StorageType: Sendable {
  enum Place: Sendable {
    case memory
    case memorySingleton
    case file(directory: String?, path: String?)
    case defaults(name: String)
    case custom(any SharedStorage)
  }

  let place: Place

  /// In memory, as long as somebody refers to the value: a state, a ``Shared`` or an observer. After that the key begins
  /// with its default again.
  public static let memory = StorageType(place: .memory)

  /// In memory, as long as the process; in a plugin, as long as its runtime.
  public static let memorySingleton = StorageType(place: .memorySingleton)

  /// In a file of its own, as JSON.
  ///
  /// - Parameters:
  ///   - directory: an absolute path. Without one it is the directory of the host's runtime (`"shared":{"directory":…}`), or
  ///     else `$XDG_STATE_HOME/enfold`, or else `~/.local/state/enfold`. It is made if it is not there.
  ///   - path: the file's folder inside the directory: names with `/` between them. `..` is refused.
  public static func file(directory: String? = nil, path: String? = nil) -> StorageType {
    StorageType(place: .file(directory: directory, path: path))
  }

  /// In a file that all values of this storage have in common, as one JSON object with a member for each key.
  public static let defaults = StorageType(place: .defaults(name: "defaults"))

  /// The same, under the name it has in ReactableKit.
  ///
  /// - Parameter suite: the file's name, without its ending. The values of each suite have a file of their own.
  public static func userDefaults(_ suite: String = "defaults") -> StorageType {
    StorageType(place: .defaults(name: suite))
  }

  /// In a storage of your own.
  public static func storage(_ storage: some SharedStorage) -> StorageType {
    StorageType(place: .custom(storage))
  }
}
