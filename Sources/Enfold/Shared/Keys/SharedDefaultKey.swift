// SharedDefaultKey: a key that knows the value to begin with.

/// A key and the value if there is none under it. Written ``SharedReaderKey/Default``.
public struct SharedDefaultKey<Base: SharedReaderKey>: SharedReaderKey {
  public let base: Base
  let initial: @Sendable () -> Base.Value

  public typealias Value = Base.Value
  public var name: String { base.name }
  public var storage: StorageType { base.storage }

  /// A key with a default: `Self[.appStorage("isOn"), default: false]`.
  public static subscript(
    key: Base, default value: @autoclosure @escaping @Sendable () -> Base.Value
  ) -> Self { Self(base: key, initial: value) }
}

extension SharedDefaultKey: SharedKey where Base: SharedKey {}

extension SharedReaderKey {
  /// This kind of key, with a default.
  public typealias Default = SharedDefaultKey<Self>
}
