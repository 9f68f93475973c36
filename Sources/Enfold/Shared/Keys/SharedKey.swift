// SharedKey: a key with the storage and the type of its value: the one argument of @Shared(.isOn).

/// Where a shared value is, and what it is.
///
/// ```swift
/// extension SharedKey where Self == AppStorageKey<Bool>.Default {
///   static var isOn: Self { Self[.appStorage("isOn"), default: false] }
/// }
/// @Shared(.isOn) var isOn
/// @Shared(.inMemory("count")) var count = 0
/// ```
///
/// For a storage of your own use ``StorageKey``. Do not conform other types.
public protocol SharedReaderKey<Value>: Sendable {
  associatedtype Value: JSONCodable & Sendable
  /// The key.
  var name: String { get }
  /// Where the value is kept.
  var storage: StorageType { get }
}

/// The key of a value that can also be written. All keys of this library are.
public protocol SharedKey<Value>: SharedReaderKey {}

/// A key with any storage: `StorageKey("settings", .storage(server))`.
public struct StorageKey<Value: JSONCodable & Sendable>: SharedKey {
  public let name: String
  public let storage: StorageType

  public init(_ name: String, _ storage: StorageType) {
    self.name = name
    self.storage = storage
  }
}

/// A key whose value lives as long as the process: ``StorageType/memorySingleton``.
public typealias InMemoryKey = StorageKey
/// A key whose value is in the common file: ``StorageType/defaults``.
public typealias AppStorageKey = StorageKey
/// A key whose value has a file of its own: ``StorageType/file(directory:path:)``.
public typealias FileStorageKey = StorageKey

extension SharedReaderKey {
  /// In memory, as long as the process.
  public static func inMemory<Value>(_ key: String) -> Self where Self == InMemoryKey<Value> {
    StorageKey(key, .memorySingleton)
  }

  /// In the file that such values have in common.
  public static func appStorage<Value>(_ key: String) -> Self where Self == AppStorageKey<Value> {
    StorageKey(key, .defaults)
  }

  /// In a file of its own. Its name is the key with `.json`; see ``StorageType/file(directory:path:)``.
  public static func fileStorage<Value>(
    _ key: String, directory: String? = nil, path: String? = nil
  ) -> Self where Self == FileStorageKey<Value> { StorageKey(key, .file(directory: directory, path: path)) }
}
