// StorageType: where and how long a shared value is kept: the first argument of @Shared.

/// Where and how long a shared value is kept.
public struct StorageType: Sendable {
  enum Place: Sendable {
    case memory
    case memorySingleton
    case file(directory: String?, path: String?)
    case defaults(name: String)
    case custom(any SharedStorage)
    /// In a storage that a plugin has, of which this process knows nothing else.
    case plugin
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
  ///   - path: the file's folder inside the directory: names with `/` between them. `..` is refused. `"a/"` is `"a"`.
  public static func file(directory: String? = nil, path: String? = nil) -> StorageType {
    StorageType(place: .file(directory: directory.map(withoutSlashAtEnd), path: path.map(withoutSlashAtEnd)))
  }

  /// A folder has one spelling.
  private static func withoutSlashAtEnd(_ path: String) -> String {
    var path = path[...]
    while path.utf8.count > 1, path.utf8.last == UInt8(ascii: "/") { path.removeLast() }
    return String(path)
  }

  /// In a file that all values of this storage have in common, as one JSON object with a member for each key:
  /// `enfold.defaults.json` in the directory of ``file(directory:path:)``.
  public static let defaults = StorageType(place: .defaults(name: "enfold"))

  /// ``defaults`` under the name it has in ReactableKit.
  ///
  /// - Parameter suite: the values of each suite have a file of their own, `<suite>.defaults.json`.
  public static func userDefaults(_ suite: String = "enfold") -> StorageType {
    StorageType(place: .defaults(name: suite))
  }

  /// In a storage of your own.
  public static func storage(_ storage: some SharedStorage) -> StorageType { StorageType(place: .custom(storage)) }
}

extension StorageType {
  /// The storage of your own; nil if it is another one.
  package var custom: (any SharedStorage)? { if case .custom(let storage) = place { storage } else { nil } }

  /// Whether a plugin has the storage.
  package var isPlugins: Bool { if case .plugin = place { true } else { false } }

  /// Whether a value is there when the process has ended.
  package var outlivesProcess: Bool {
    switch place {
    case .memory, .memorySingleton: false
    case .file, .defaults, .custom, .plugin: true
    }
  }

  /// Throws if a value of this key cannot be kept, wherever the files are.
  func check(_ key: String) throws(SharedError) {
    switch place {
    case .memory, .memorySingleton, .custom, .plugin: break
    case .file(let directory, let path):
      _ = try FileName.folder(directory ?? "/", path)
      _ = try FileName.file(of: key)
    case .defaults(let name): _ = try FileName.commonFile(name)
    }
  }

  /// Whether values of this key are kept in the same place.
  func isSame(as other: StorageType, for key: String) -> Bool {
    switch (place, other.place) {
    case (.memory, .memory), (.memorySingleton, .memorySingleton): true
    case (.file(let directory, let path), .file(let otherDirectory, let otherPath)):
      directory.map(ExactText.init) == otherDirectory.map(ExactText.init)
        && path.map(ExactText.init) == otherPath.map(ExactText.init)
    case (.defaults(let name), .defaults(let other)): name.hasSameBytes(as: other)
    case (.custom(let storage), .custom(let other)):
      storage === other
        || type(of: storage) == type(of: other) && storage.place(of: key) != nil
          && storage.place(of: key).map(ExactText.init) == other.place(of: key).map(ExactText.init)
    case (.plugin, .plugin): true
    default: false
    }
  }

  /// For messages.
  var shown: String {
    if case .custom(let storage) = place { "{\"storage\":\"\(type(of: storage))\"}" } else { json }
  }

  /// As enfold_plugin.h describes it. A storage of your own is the plugin's business.
  package var json: String {
    switch place {
    case .memory: object("memory")
    case .custom, .plugin: object("plugin")
    case .memorySingleton: object("memorySingleton")
    case .file(let directory, let path): object("file", ("directory", directory), ("path", path))
    case .defaults(let name): object("defaults", ("name", name))
    }
  }

  private func object(_ name: StaticString, _ members: (key: StaticString, value: String?)...) -> String {
    let given = members.compactMap { member in member.value.map { "\"\(member.key)\":\(JSON.string($0))" } }
    return "{\"\(name)\":{\(given.joined(separator: ","))}}"
  }

  /// Reads what ``json`` writes; nil if it is anything else.
  package init?(json value: JSONValue) {
    if value["memory"] != nil {
      self = .memory
    } else if value["memorySingleton"] != nil {
      self = .memorySingleton
    } else if value["plugin"] != nil {
      self = StorageType(place: .plugin)
    } else if let file = value["file"] {
      self = .file(directory: file.text("directory"), path: file.text("path"))
    } else if let name = value["defaults"]?.text("name") {
      self = .userDefaults(name)
    } else {
      return nil
    }
  }
}

extension JSONValue {
  fileprivate func text(_ key: String) -> String? { if case .string(let text)? = self[key] { text } else { nil } }
}
