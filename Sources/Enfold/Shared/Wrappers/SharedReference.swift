// SharedReference: which shared value a wrapper stands for.

/// The key of a wrapper, and its box when somebody has asked for it. All copies of a wrapper have it in common. Not a part of
/// the interface.
public final class SharedReference<Value: JSONCodable & Sendable>: @unchecked Sendable {
  // Unchecked: `found` is touched under `lock` only.

  /// Nil if there is none, or none yet.
  let key: String?
  let storage: StorageType
  /// Whether it gets a key when its state enters a store.
  let isToBeNamed: Bool
  private let initial: Value
  private let lock = Lock()
  private var found: SharedBox<Value>?
  private let redirections = SharedListeners<@Sendable () -> Void>()

  init(_ key: String?, _ storage: StorageType, default value: Value) {
    self.key = key
    self.storage = storage
    isToBeNamed = key == nil
    initial = value
  }

  /// A value of its own.
  init(own value: Value) {
    key = nil
    storage = .memory
    isToBeNamed = false
    initial = value
  }

  /// A box that is known already.
  init(_ box: SharedBox<Value>, default value: Value) {
    key = nil
    storage = .memory
    isToBeNamed = false
    initial = value
    found = box
  }

  deinit { lock.deallocate() }

  /// The box, if somebody has asked for it.
  var known: SharedBox<Value>? { lock.withLock { found } }

  @usableFromInline var newest: Value { box().newest.value }

  /// The box, in the registry that is bound here.
  @usableFromInline
  func box() -> SharedBox<Value> {
    if let known { return known }
    guard let key else {
      let cell = LocalCell(key: "(without a key)", storage: nil, default: encoded(initial))
      return keep(KeyedBox(cell, nil, default: initial, in: nil))
    }
    return keep(DependencyValues.here.shared.box(key, storage, default: initial))
  }

  private func keep(_ box: SharedBox<Value>) -> SharedBox<Value> {
    lock.withLock {
      if let found { return found }
      found = box
      return box
    }
  }

  // MARK: Another value

  /// Lets this wrapper and its copies stand for another value.
  func redirect(to other: SharedReference) {
    let box = other.box()
    let old = lock.withLock { exchange(&found, with: box) }
    withExtendedLifetime(old) {}  // without the lock, because releasing may run any code
    redirections.callAll()
  }

  /// Calls `body` whenever the wrapper was made to stand for another value.
  func observeRedirections(_ body: @escaping @Sendable () -> Void) -> SharedObservation { redirections.add(body) }

  /// The reference of a state in a store: to the same value in the store's registry, or under the name that it gets there.
  /// It is one of its own, because states of other stores may be copies of this one.
  func moved(to registry: SharedRegistry, property: () -> String) -> SharedReference {
    guard key != nil || isToBeNamed else { return self }
    if let known, known.registry === registry {
      let moved = SharedReference(key, storage, default: initial)
      moved.found = known
      return moved
    }
    // What it was elsewhere is what it begins with, if it is new here.
    let value = known?.newest.value ?? initial
    let name = key ?? property()
    let moved = SharedReference(name, storage, default: value)
    moved.found = registry.box(name, storage, default: value)
    return moved
  }
}
