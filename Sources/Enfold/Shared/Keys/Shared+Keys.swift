// Shared: made with one argument, a key that knows its storage.

extension Shared {
  /// The value of a key, which says what it is if there is none: `@Shared(.isOn) var isOn`.
  public init<Key: SharedKey<Value>>(_ key: Key.Default) {
    self.init(wrappedValue: key.initial(), key.storage, key: key.name)
  }

  /// The value of a key: `@Shared(.inMemory("count")) var count = 0`. If the key has a default, this one is used instead.
  public init(wrappedValue: Value, _ key: some SharedKey<Value>) {
    self.init(wrappedValue: wrappedValue, key.storage, key: key.name)
  }

  /// The value of a key, nil if there is none: `@Shared(.inMemory("user")) var user: User?`.
  @_disfavoredOverload public init<Wrapped>(_ key: some SharedKey<Value>) where Value == Wrapped? {
    self.init(wrappedValue: nil, key.storage, key: key.name)
  }
}

extension SharedReader {
  /// The value of a key, which says what it is if there is none.
  public init<Key: SharedReaderKey<Value>>(_ key: Key.Default) {
    self.init(wrappedValue: key.initial(), key.storage, key: key.name)
  }

  /// The value of a key. If the key has a default, this one is used instead.
  public init(wrappedValue: Value, _ key: some SharedReaderKey<Value>) {
    self.init(wrappedValue: wrappedValue, key.storage, key: key.name)
  }

  /// The value of a key, nil if there is none.
  @_disfavoredOverload public init<Wrapped>(_ key: some SharedReaderKey<Value>) where Value == Wrapped? {
    self.init(wrappedValue: nil, key.storage, key: key.name)
  }
}

extension SharedReader {
  /// The value of a key that can also be written. If the key has a default, this one is used instead.
  public init(wrappedValue: Value, _ key: some SharedKey<Value>) {
    self.init(wrappedValue: wrappedValue, key.storage, key: key.name)
  }

  /// The value of a key that can also be written, nil if there is none.
  @_disfavoredOverload public init<Wrapped>(_ key: some SharedKey<Value>) where Value == Wrapped? {
    self.init(wrappedValue: nil, key.storage, key: key.name)
  }
}

extension Shared {
  /// The value of a key that must be there: `try await Shared(require: .settings)`. It is there if its storage has it; without
  /// a storage, if somebody uses it.
  ///
  /// Throws if there is none, or if it cannot be loaded. In a plugin the host keeps files and defaults, and a plugin cannot ask
  /// whether they have a value: it throws, too.
  public init(require key: some SharedKey<Value>) async throws(SharedError) {
    let registry = (GateHome.here?.values ?? .here).shared
    guard let text = try await registry.existingText(of: key.name, in: key.storage) else {
      throw SharedError("the shared value \"\(key.name)\" is required, and there is none")
    }
    let read = text.withUnsafeBytes { bytes in
      Result { () throws(SharedError) in try decoded(bytes, as: Value.self, key: key.name, isStrict: false) }
    }
    let value = try read.get()
    self.init(SharedReference(key.name, key.storage, default: value), value)
  }
}
